import { type Html, html } from '../wire/html.ts';

// What fits beside the margins of a page 360 px wide.
const NARROW_COLUMNS = 34;
const FOCUSABLE: Html = { html: ' tabindex="0"' };

/** Text as it stands. What may have to be scrolled can be reached and scrolled by keyboard. */
export function codeBlock(text: string, className = 'code'): Html {
  const mayScroll = text.split('\n').some((line) => line.length > NARROW_COLUMNS);
  return html`<pre class="${className}"${mayScroll ? FOCUSABLE : null}><code>${text}</code></pre>\n`;
}

/** Where a table that is wider than the page scrolls. */
export const openFrame = (label: string): Html =>
  html`<div class="frame" role="group" aria-label="${label}"${FOCUSABLE}>`;
export const CLOSE_FRAME: Html = { html: '</div>\n' };
