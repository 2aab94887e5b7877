import { createHash } from 'node:crypto';
import { type Html, html } from './html.ts';
import { STYLE } from './style.ts';

// Nothing runs in these pages, they send nothing, and load nothing but the icon of the tab.
export const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

const SECTIONS = [
  { href: '/', name: 'Dashboard' },
  { href: '/docs', name: 'Documentation' },
  { href: '/reference', name: 'REST reference' },
  { href: '/graphiql', name: 'GraphiQL' },
] as const;

const MARK: Html = {
  html: '<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0f766e"/><path d="M8 10h16M16 10v13M10 23h12" stroke="#fff" stroke-width="3" stroke-linecap="round" fill="none"/></svg>',
};

type ListName = { readonly name: string; readonly className: 'side' | 'toc' };

/** A list of links beside the text; on a narrow screen it is folded up above the text. */
export const linkList = ({ name, className }: ListName, links: Html | readonly Html[]): Html =>
  html`<nav class="list ${className}" aria-label="${name}"><details><summary>${name}</summary>
<p class="label">${name}</p>${links}</details></nav>
`;

type Page = {
  readonly title: string;
  /** The address of the section, and of the page, that the reader is in. */
  readonly section: (typeof SECTIONS)[number]['href'];
  readonly path: string;
  /** Where the same is as Markdown. */
  readonly source?: string;
  readonly lists: readonly Html[];
  readonly main: Html;
};

/** A page without a script, for people. */
export const sitePage = ({ title, section, path, source, lists, main }: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg">
${source === undefined ? null : html`<link rel="alternate" type="text/markdown" href="${source}">\n`}<style>${{ html: STYLE }}</style>
</head>
<body>
<a class="skip" href="#main-text">Skip to the text</a>
<header class="bar"><a class="brand" href="/">${MARK}Toolyard</a>
<nav aria-label="Sections"><ul>${SECTIONS.map(
    ({ href, name }) => html`<li><a href="${href}"${href === section ? current(href === path) : null}>${name}</a></li>`,
  )}</ul></nav></header>
<div class="page">
${lists}<main id="main-text" tabindex="-1">
${main}</main>
</div>
</body>
</html>
`.html;

/** Marks a link as the one to this page itself, or to what this page is in. */
export const current = (isPage: boolean): Html => ({ html: ` aria-current="${isPage ? 'page' : 'true'}"` });
