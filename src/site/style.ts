const TEXT = `
* { box-sizing: border-box; }
html { font: 1rem/1.6 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; background: var(--canvas); color: var(--text);
  scroll-padding-top: 1rem; text-size-adjust: 100%; }
body { margin: 0; overflow-wrap: break-word; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
h1, h2, h3, h4 { line-height: 1.3; letter-spacing: -.01em; }
h1 { margin: 0 0 1rem; font-size: 1.9rem; }
h2 { margin: 2.5rem 0 .75rem; padding-top: 1.5rem; border-top: 1px solid var(--line); font-size: 1.35rem; }
h3 { margin: 1.75rem 0 .5rem; font-size: 1.1rem; }
h4 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
p, ul, ol { margin: 0 0 1rem; }
ul, ol { padding-left: 1.4rem; }
li { margin: .25rem 0; }
code, pre { font-family: var(--mono); font-size: .85em; }
:where(:not(pre)) > code { padding: .1em .35em; background: var(--sunken); border-radius: .25rem; overflow-wrap: anywhere; }
pre { overflow: auto; margin: 0 0 1rem; padding: .8rem 1rem; line-height: 1.55; background: var(--surface);
  border: 1px solid var(--line); border-radius: .5rem; }
pre code { font-size: 1em; }
.example { border-left: 3px solid var(--accent); }
.frame { overflow-x: auto; margin: 0 0 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: .5rem; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .5rem .8rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; font-size: .8125rem; color: var(--soft); }
td { min-width: 6rem; }
td:nth-child(3) { min-width: 11rem; }
td:nth-child(n + 3):last-child { min-width: 14rem; }
.right { text-align: right; }
`;

/** Code colours, by the classes of `highlight.ts`; each is readable (WCAG AA) on `--surface`, light and dark. */
const CODE = `
:root { --code-word: light-dark(#6d28d9, #c4b5fd); --code-text: light-dark(#116329, #86efac);
  --code-value: light-dark(#0550ae, #7dd3fc); --code-name: light-dark(#8a3b00, #fdba74); }
.h-comment, .h-quote, .h-meta { color: var(--soft); }
.h-keyword, .h-literal, .h-section { color: var(--code-word); }
.h-string, .h-regexp { color: var(--code-text); }
.h-number, .h-built_in, .h-type, .h-symbol { color: var(--code-value); }
.h-attr, .h-attribute, .h-variable, .h-template-variable, .h-name { color: var(--code-name); }
.h-title { color: var(--accent); }
.block { position: relative; margin: 0 0 1rem; }
.block pre { margin: 0; }
.copy { position: absolute; top: .4rem; right: .4rem; padding: .2rem .6rem; }
/* Room at the end of each line for the button, which covers the corner. */
@media (scripting: enabled) { .block code { display: block; width: max-content; min-width: 100%; padding-right: 4.5rem; } }
@media (scripting: enabled) and (max-width: 40rem) { .block pre { padding-top: 2.6rem; } }
`;

const LAYOUT = `
.skip { position: absolute; left: 1rem; top: -4rem; padding: .5rem 1rem; background: var(--surface); z-index: 1; }
.skip:focus { top: .5rem; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.5rem; padding: .6rem max(1.25rem, (100% - 84rem) / 2 + 1.25rem);
  background: var(--surface); border-bottom: 1px solid var(--line); }
.bar ul { display: flex; flex-wrap: wrap; gap: 0 1.1rem; margin: 0; padding: 0; list-style: none; }
.bar li { margin: 0; }
.bar a { display: inline-block; padding: .25rem 0; color: var(--soft); text-decoration: none; font-size: .9375rem; }
.bar a:hover { color: var(--accent); text-decoration: underline; }
.bar a[aria-current] { color: var(--text); font-weight: 600; }
.bar .brand { display: flex; align-items: center; gap: .5rem; color: var(--text); font-weight: 700; font-size: 1.05rem; }
.page { margin: 0 auto; max-width: 84rem; }
main { min-width: 0; max-width: 50rem; padding: 1.25rem 1.25rem 4rem; }
main:focus { outline: 0; }
.list { padding: .5rem 1.25rem; border-bottom: 1px solid var(--line); font-size: .9375rem; }
.list summary { padding: .3rem 0; cursor: pointer; font-weight: 600; }
.list p { margin: .75rem .6rem .25rem; color: var(--soft); font-size: .8125rem; font-weight: 600; }
.list ul { margin: 0; padding: 0; list-style: none; }
.list li { margin: 0; }
.list a { display: block; padding: .3rem .6rem; border-radius: .375rem; color: var(--text); text-decoration: none; line-height: 1.4; }
.list a:hover { background: var(--sunken); text-decoration: underline; }
.list p a { padding: 0; color: inherit; }
.list a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
.list .label { display: none; }
@media (min-width: 60rem) {
  .page { display: grid; grid-template: "list text" auto / 17rem minmax(0, 1fr); }
  .side { grid-area: list; } .toc { grid-area: list; } main { grid-area: text; padding: 2rem 2.5rem 6rem; }
  .list { border: 0; padding: 1.5rem 1.25rem; }
  .side { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; }
  .page:has(.toc) { grid-template: "list toc" auto "list text" 1fr / 17rem minmax(0, 1fr); }
  .toc { grid-area: toc; padding: 1.25rem 2.5rem 0; }
}
@media (min-width: 60rem) { @supports selector(::details-content) {
  .side details::details-content { content-visibility: visible; block-size: auto; }
  .side summary { display: none; }
} }
@media (min-width: 80rem) {
  .page:has(.toc) { grid-template: "list text toc" auto / 17rem minmax(0, 1fr) 16rem; }
  .toc { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 2rem 1.25rem; }
  @supports selector(::details-content) {
    .toc details::details-content { content-visibility: visible; block-size: auto; }
    .toc summary { display: none; }
    .toc .label { display: block; margin-top: 0; }
  }
}
`;

/** Elements added by the page's script. */
const CONTROLS = `
button { font: inherit; font-size: .8125rem; line-height: 1.4; color: var(--text); background: var(--canvas);
  border: 1px solid var(--line-strong); border-radius: .375rem; cursor: pointer; }
button:hover { border-color: var(--accent); color: var(--accent); }
input, textarea, select { font: inherit; font-size: .875rem; line-height: 1.4; padding: .3rem .6rem; color: var(--text);
  background: var(--canvas); border: 1px solid var(--line-strong); border-radius: .375rem; }
input::placeholder { color: var(--soft); opacity: 1; }
.find { position: relative; margin-left: auto; width: 17rem; min-height: 2.1rem; }
.find:empty { visibility: hidden; }
@media (scripting: none) { .find { display: none; } }
@media (max-width: 48rem) { .find { width: 100%; } }
.find input { width: 100%; }
.found { position: absolute; z-index: 2; top: calc(100% + .3rem); right: 0; width: min(38rem, 100vw - 2.5rem); max-height: 70vh;
  overflow-y: auto; padding: .4rem; background: var(--surface); border: 1px solid var(--line-strong); border-radius: .5rem; }
.found[hidden] { display: none; }
.found-count { margin: .4rem .6rem; color: var(--soft); font-size: .875rem; }
.bar .found a { display: block; padding: .45rem .6rem; color: var(--text); border-radius: .375rem; text-decoration: none; line-height: 1.4; }
.found a[aria-selected="true"] { background: var(--accent-soft); }
.found small { margin-left: .5rem; color: var(--soft); }
.found span { display: block; color: var(--soft); font-size: .8125rem; }
.found a[aria-selected="true"] :is(small, span) { color: var(--text); }
mark { color: inherit; background: none; font-weight: 700; text-decoration: underline; text-decoration-color: var(--accent); }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

const PARTS = `
.tools { float: right; margin: .35rem 0 .5rem 1rem; font-size: .875rem; }
.tools a, .steps a { display: inline-block; padding: .15rem 0; }
.steps { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; margin-top: 3rem; padding-top: 1.25rem;
  border-top: 1px solid var(--line); }
.steps span { display: block; color: var(--soft); font-size: .8125rem; }
.steps .next { margin-left: auto; text-align: right; }
.cards { padding: 0; list-style: none; }
.cards li { margin: 0; padding: 1rem 0; border-top: 1px solid var(--line); }
.cards h2 { margin: 0 0 .25rem; padding: 0; border: 0; font-size: 1.1rem; }
.cards p { margin: 0; color: var(--soft); }
.index { padding: 0; list-style: none; }
.index li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
article { padding: 1rem 0; border-top: 1px solid var(--line); }
h2 + article { border: 0; padding-top: 0; }
article h3 { margin-top: .5rem; }
.line b { color: var(--accent); }
form label { display: block; margin: .5rem 0; font-size: .875rem; }
form :is(input, textarea) { display: block; width: 100%; }
form textarea { font-family: var(--mono); font-size: .8125rem; }
form button { padding: .35rem .9rem; }
.try { margin-bottom: 1rem; }
.yours { font-size: .9375rem; color: var(--soft); }
.yours :is(select, input) { max-width: 100%; margin-left: .35rem; }
.yours button { padding: .15rem .6rem; }
details.answer summary { cursor: pointer; padding: .3rem 0; }
`;

export const CSS = TEXT + CODE + LAYOUT + CONTROLS + PARTS;
