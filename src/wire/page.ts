import { sha256Text } from '../core/lib/sha256.ts';
import { type Html, html } from './html.ts';

/** The dashboard's colours, light or dark by the system's preference, because no script can choose here. */
export const COLOURS = `
:root { color-scheme: light dark;
  --canvas: light-dark(#f7f8f8, #0f1413); --surface: light-dark(#fff, #171d1c); --sunken: light-dark(#eef1f0, #0b0f0e);
  --line: light-dark(#d9dfdd, #2c3735); --line-strong: light-dark(#7d8986, #74817e);
  --text: light-dark(#14201e, #e8eeec); --soft: light-dark(#52605d, #a3b0ad);
  --accent: light-dark(#0f766e, #2dd4bf); --accent-strong: light-dark(#115e59, #5eead4);
  --accent-soft: light-dark(#e0f2f0, #12312e); --on-accent: light-dark(#fff, #06201d);
  --bad: light-dark(#b3261e, #fda4a0); --bad-soft: light-dark(#fdeceb, #3b1614);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, monospace; }
`;

/** The product's logo. */
export const MARK: Html = {
  html: '<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0f766e"/><path d="M8 10h16M16 10v13M10 23h12" stroke="#fff" stroke-width="3" stroke-linecap="round" fill="none"/></svg>',
};

/** A page's only style sheet, and its source in the Content-Security-Policy. */
type Style = { readonly css: string; readonly source: string };

export const pageStyle = (css: string): Style => ({
  css,
  source: `'sha256-${sha256Text(css, 'base64')}'`,
});

type PagePermissions = {
  /** The addresses its forms may lead to, including redirects, because browsers also check them. */
  readonly formTargets?: readonly string[];
  /** Whether scripts of this origin may run; they can send requests only to this origin. */
  readonly scripts?: boolean;
};

/** Headers of a page that loads only its icon, runs no scripts unless allowed, and cannot be framed. */
export const pageHeaders = (
  style: Style,
  { formTargets = [], scripts = false }: PagePermissions = {},
): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${style.source}`,
    "img-src 'self'",
    ...(scripts ? ["script-src 'self'", "connect-src 'self'"] : []),
    "base-uri 'none'",
    `form-action ${formTargets.length > 0 ? ["'self'", ...formTargets].join(' ') : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  // With `no-referrer`, browsers would send forms with the origin `null`.
  'referrer-policy': 'same-origin',
});

type Page = { readonly title: string; readonly style: Style; readonly head?: Html; readonly body: Html };

/** A whole page; without a script unless its `head` contains one. */
export const htmlPage = ({ title, style, head, body }: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg">
${head ?? null}<style>${{ html: style.css }}</style>
</head>
<body>
${body}
</body>
</html>
`.html;
