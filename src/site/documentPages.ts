import { type Html, html, prose } from '../wire/html.ts';
import { type Document, pagePath, withoutBackticks } from './documents.ts';
import { inlineHtml, renderMarkdown } from './markdown.ts';
import { current, linkList, sitePage } from './page.ts';

const INDEX = '/docs';
/** The document whose examples are about other installations, so that the reader's address would be wrong in them. */
const OTHER_INSTALLATIONS = 'deploy.md';
/** The service's address in the documents' examples. */
const EXAMPLE_ADDRESS = /\b(?:http:\/\/127\.0\.0\.1:4000|(?:https|wss):\/\/tools\.example\.com)(?![\w.:-])/g;

const list = (documents: readonly Document[], here: string): Html =>
  linkList(
    { name: 'All documents', className: 'side' },
    html`<ul>${documents.map((document) => {
      const path = pagePath(document);
      return html`<li><a href="${path}"${path === here ? current(true) : null}>${withoutBackticks(document.title)}</a></li>`;
    })}</ul>`,
  );

const step = (document: Document | undefined, rel: 'prev' | 'next'): Html | null =>
  document === undefined
    ? null
    : html`<a class="${rel}" rel="${rel}" href="${pagePath(document)}"><span>${rel === 'prev' ? 'Previous' : 'Next'}</span>${withoutBackticks(document.title)}</a>`;

/**
 * A document as a page, with the reader's address in its examples. markdown-it renders it inside our own page.
 * Generators (VitePress, Starlight) add scripts and styles that the Content-Security-Policy (`PAGE_HEADERS`) forbids,
 * and build a separate site. These pages share look and links with the reference and `llms.txt`. Tested by
 * `test/site/`.
 */
export function documentPage(documents: readonly Document[], document: Document, address: string): string {
  const path = pagePath(document);
  const at = documents.indexOf(document);
  const { body, contents } = renderMarkdown(document.text, (code) =>
    document.name === OTHER_INSTALLATIONS
      ? code
      : // WebSocket examples get the WebSocket address.
        code.replace(EXAMPLE_ADDRESS, (match) => (match.startsWith('wss:') ? address.replace(/^http/, 'ws') : address)),
  );
  const parts = html`<ul>${contents.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>`;
  return sitePage({
    title: `${withoutBackticks(document.title)} – Toolyard`,
    section: INDEX,
    path,
    source: `${path}.md`,
    lists: [
      list(documents, path),
      ...(contents.length > 0 ? [linkList({ name: 'On this page', className: 'toc' }, parts)] : []),
    ],
    main: html`<p class="tools"><a href="${path}.md">Markdown</a></p>
${body}
<nav class="steps" aria-label="Reading order">${step(documents[at - 1], 'prev')}${step(documents[at + 1], 'next')}</nav>
`,
  });
}

/** The list of documents, each with its first paragraph. */
export const documentIndexPage = (documents: readonly Document[]): string =>
  sitePage({
    title: 'Documentation – Toolyard',
    section: INDEX,
    path: INDEX,
    lists: [list(documents, INDEX)],
    main: html`<h1>Documentation</h1>
<p>Start at the top if you’re new. For programs, see <a href="/llms.txt">llms.txt</a>.</p>
<ul class="cards">${documents.map(
      (document) => html`<li><h2><a href="${pagePath(document)}">${prose(document.title)}</a></h2>
<p>${inlineHtml(document.about)}</p></li>
`,
    )}</ul>
`,
  });

/** The page for an unknown address. */
export const missingDocumentPage = (documents: readonly Document[]): string =>
  sitePage({
    title: 'Document not found – Toolyard',
    section: INDEX,
    path: '',
    lists: [list(documents, '')],
    main: html`<h1>Document not found</h1>
<p><a href="${INDEX}">All documents</a></p>
`,
  });
