import { type Html, html } from './html.ts';
import { COLOURS, htmlPage, MARK, pageHeaders, pageStyle } from './page.ts';

const LAYOUT = `
* { box-sizing: border-box; }
html { font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; background: var(--canvas); color: var(--text); }
body { display: grid; align-content: center; justify-items: center; margin: 0; min-height: 100dvh; padding: 1.5rem 1rem;
  overflow-wrap: anywhere; }
main { width: min(30rem, 100%); padding: 2rem 1.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; }
.brand { display: flex; align-items: center; gap: .5rem; margin: 0 0 1.25rem; font-weight: 700; }
h1 { margin: 0 0 1rem; font-size: 1.4rem; line-height: 1.3; letter-spacing: -.01em; }
p { margin: 0 0 1rem; }
a { color: var(--accent); text-underline-offset: .15em; }
dl { margin: 0 0 1rem; padding: .75rem 1rem; background: var(--sunken); border-radius: .5rem; }
dt { color: var(--soft); font-size: .8125rem; font-weight: 600; }
dd { margin: 0 0 .5rem; }
dd:last-child { margin: 0; }
main > :last-child, form > :last-child { margin-bottom: 0; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

const FORM = `
label { display: block; font-weight: 600; }
input, select { width: 100%; min-height: 2.5rem; margin: .25rem 0; padding: .4rem .75rem; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--line-strong); border-radius: .5rem; }
input[aria-invalid] { border-color: var(--bad); }
.hint { color: var(--soft); font-size: .875rem; }
.error { padding: .5rem .75rem; background: var(--bad-soft); color: var(--bad); border-radius: .5rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; }
button { flex: 1 1 8rem; min-height: 2.5rem; padding: 0 1rem; font: inherit; font-weight: 600; color: var(--text); cursor: pointer;
  background: var(--surface); border: 1px solid var(--line-strong); border-radius: .5rem; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.primary:hover { background: var(--accent-strong); }
`;

const STYLE = pageStyle(COLOURS + LAYOUT + FORM);

/** A page of a sign-in: one card in the middle. */
export const page = (title: string, body: Html): string =>
  htmlPage({
    title,
    style: STYLE,
    body: html`<main>
<p class="brand">${MARK}Toolyard</p>
${body}
</main>`,
  });

/** The headers of a sign-in page; `formTargets` are the addresses its forms may lead to. */
export const headersOfPage = (formTargets: readonly string[] = []): Record<string, string> =>
  pageHeaders(STYLE, { formTargets });
