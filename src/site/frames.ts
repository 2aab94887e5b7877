import { type Html, html } from '../wire/html.ts';
import { highlighted } from './highlight.ts';

// Characters per line on a page 360 px wide, without margins.
const NARROW_COLUMNS = 34;
const FOCUSABLE: Html = { html: ' tabindex="0"' };

/**
 * Code in a language, by Markdown's name for it. Scrollable code is focusable, so that it can be scrolled by keyboard.
 */
export function codeBlock(text: string, language: string, className = 'code'): Html {
  const mayScroll = text.split('\n').some((line) => line.length > NARROW_COLUMNS);
  return html`<div class="block"><pre class="${className}"${mayScroll ? FOCUSABLE : null}><code>${highlighted(text, language)}</code></pre></div>\n`;
}

/** Wraps a table, so that one wider than the page scrolls. */
export const openFrame = (label: string): Html =>
  html`<div class="frame" role="group" aria-label="${label}"${FOCUSABLE}>`;
export const CLOSE_FRAME: Html = { html: '</div>\n' };
