import { createHash } from 'node:crypto';

/** Text that is HTML already; everything else is escaped when it is put into a page. */
export type Html = { readonly html: string };

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** HTML with values in it: `html\`<p>${name}</p>\``. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
  const written = values.map((value) => (typeof value === 'string' ? escaped(value) : value.html));
  return { html: parts.map((part, index) => part + (written[index] ?? '')).join('') };
}

export const NOTHING: Html = { html: '' };

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 34rem; padding: 1.5rem 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; line-height: 1.3; }
dt { font-weight: 600; } dd { margin: 0 0 .75rem; }
label { display: block; font-weight: 600; }
input { box-sizing: border-box; font: inherit; margin: .25rem 0; padding: .6rem; width: 100%; }
.hint { margin: 0 0 1rem; }
.error { border-left: .3rem solid #b3261e; margin: 0 0 1rem; padding: .25rem .75rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; }
button { flex: 1 1 8rem; font: inherit; padding: .7rem 1rem; }
button.primary { font-weight: 600; }
:focus-visible { outline: .2rem solid #1a73e8; outline-offset: .15rem; }
`;
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

export const page = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.html;

/**
 * Headers of a page that runs nothing, loads nothing and stands in no frame. `formTargets` are where its forms may
 * lead, redirects included: browsers hold the whole way of a form to the policy.
 */
export const pageHeaders = (formTargets: readonly string[] = []): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${STYLE_HASH}`,
    `form-action ${formTargets.length > 0 ? ["'self'", ...formTargets].join(' ') : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  // With `no-referrer` a browser would send its form with the origin `null`.
  'referrer-policy': 'same-origin',
});
