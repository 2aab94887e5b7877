import { type Html, html } from '../wire/html.ts';
import { highlighted } from './highlight.ts';

// Characters that fit on a page 360 px wide, without margins.
const NARROW_COLUMNS = 34;
const FOCUSABLE: Html = { html: ' tabindex="0"' };

/** Code in a language, as Markdown names it. If it can scroll, it is focusable: then it scrolls by keyboard. */
export function codeBlock(text: string, language: string, className = 'code'): Html {
  const mayScroll = text.split('\n').some((line) => line.length > NARROW_COLUMNS);
  return html`<div class="block"><pre class="${className}"${mayScroll ? FOCUSABLE : null}><code>${highlighted(text, language)}</code></pre></div>\n`;
}

/** Wraps a table, so that one wider than the page scrolls. */
export const openFrame = (label: string): Html =>
  html`<div class="frame" role="group" aria-label="${label}"${FOCUSABLE}>`;
export const CLOSE_FRAME: Html = { html: '</div>\n' };
