import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Html, html } from '../wire/html.ts';
import { COLOURS, htmlPage, MARK, pageHeaders, pageStyle } from '../wire/page.ts';
import { CSS } from './style.ts';

const ASSETS_DIR = join(import.meta.dirname, '../../dist/web/assets');
const NAME = /^site-[\w-]+\.js$/;

/**
 * The address of these pages' script, built with the dashboard from `web/src/site`; null if it isn't built. Pages work
 * without it; it adds copying and search.
 */
function scriptPath(): string | null {
  if (!existsSync(ASSETS_DIR)) return null;
  const name = readdirSync(ASSETS_DIR).find((each) => NAME.test(each));
  return name === undefined ? null : `/assets/${name}`;
}

const STYLE = pageStyle(COLOURS + CSS);

export const PAGE_HEADERS = pageHeaders(STYLE, { scripts: true });

const SCRIPT_PATH = scriptPath();
const SCRIPT = SCRIPT_PATH === null ? null : html`<script type="module" src="${SCRIPT_PATH}"></script>\n`;

const SECTIONS = [
  { href: '/', name: 'Dashboard' },
  { href: '/docs', name: 'Documentation' },
  { href: '/reference', name: 'REST reference' },
  { href: '/graphiql', name: 'GraphiQL' },
] as const;

/** The element that the script adds the search to. */
const FIND = SCRIPT_PATH === null ? null : html`<div class="find" role="search"></div>`;

type ListName = { readonly name: string; readonly className: 'side' | 'toc' };

/** A list of links next to the text; collapsed above it on a narrow screen. */
export const linkList = ({ name, className }: ListName, links: Html | readonly Html[]): Html =>
  // Focusable, because on a wide screen it scrolls if it's longer than the page.
  html`<nav class="list ${className}" tabindex="0" aria-label="${name}"><details><summary>${name}</summary>
<p class="label">${name}</p>${links}</details></nav>
`;

type Page = {
  readonly title: string;
  /** The section, or page, that the reader is in. */
  readonly section: (typeof SECTIONS)[number]['href'];
  readonly path: string;
  /** The address of the page's Markdown. */
  readonly source?: string;
  readonly lists: readonly Html[];
  readonly main: Html;
};

export const sitePage = ({ title, section, path, source, lists, main }: Page): string =>
  htmlPage({
    title,
    style: STYLE,
    head: html`${source === undefined ? null : html`<link rel="alternate" type="text/markdown" href="${source}">\n`}${SCRIPT}`,
    body: html`<a class="skip" href="#main-text">Skip to content</a>
<header class="bar"><a class="brand" href="/">${MARK}Toolyard</a>
<nav aria-label="Sections"><ul>${SECTIONS.map(
      ({ href, name }) =>
        html`<li><a href="${href}"${href === section ? current(href === path) : null}>${name}</a></li>`,
    )}</ul></nav>${FIND}</header>
<div class="page">
${lists}<main id="main-text" tabindex="-1">
${main}</main>
</div>`,
  });

/** Marks a link to this page, or to its section. */
export const current = (isPage: boolean): Html => ({ html: ` aria-current="${isPage ? 'page' : 'true'}"` });
