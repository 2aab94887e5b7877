/** The page's only style; the content security policy names its hash. */
export const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#ddd, #444); --soft: light-dark(#f5f5f2, #1d1f21); --accent: light-dark(#1a56a8, #8ab8f5); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 17rem minmax(0, 60rem); gap: 2rem; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); }
nav p { margin: 1rem 0 0; font-weight: 600; }
nav ul { margin: 0; padding: 0; list-style: none; }
main { padding: 1.5rem 1rem 6rem 0; }
a { color: var(--accent); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
article { padding: 1rem 0; border-top: 1px solid var(--line); }
h3, h4 { margin: 1rem 0 0.25rem; }
.line b { color: var(--accent); }
pre { overflow: auto; margin: 0.5rem 0; padding: 0.75rem; background: var(--soft); border: 1px solid var(--line); border-radius: 4px; }
.example { border-left: 3px solid var(--accent); }
table { border-collapse: collapse; }
td { padding: 0.25rem 1rem 0.25rem 0; vertical-align: top; }
summary { cursor: pointer; padding: 0.15rem 0; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; max-height: none; border: 0; } main { padding: 1rem; } }
`;
