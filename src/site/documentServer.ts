import type { FastifyInstance, FastifyRequest } from 'fastify';
import { lazily } from '../core/lib/lazily.ts';
import { type Content, sendContent } from '../wire/content.ts';
import { contentByAddress } from '../wire/contentByAddress.ts';
import { redirectFromSlash } from '../wire/routes.ts';
import { siteContent } from './content.ts';
import { type Document, pagePath } from './documents.ts';
import { sendMissing } from './missing.ts';
import { PAGE_HEADERS } from './page.ts';

type Pages = typeof import('./documentPages.ts');

const MARKDOWN = { 'content-type': 'text/markdown; charset=utf-8' };

/** Serves each document twice: as its Markdown source, and as a page for people, with the address they use. */
export function registerDocuments(app: FastifyInstance, documents: readonly Document[], publicUrl: () => string): void {
  // Loaded with the first page, because Markdown and highlighting are slow to load.
  const loadPages = lazily(() => import('./documentPages.ts'));
  const page = (write: (pages: Pages) => string) => async (): Promise<Content> =>
    siteContent(PAGE_HEADERS, write(await loadPages()));
  // Content by address, built on first request. No request's path reaches the file system.
  const contents = new Map<string, (request: FastifyRequest) => Promise<Content>>([
    ...documents.map(({ name, text }) => [`/docs/${name}`, lazily(async () => siteContent(MARKDOWN, text))] as const),
    ...documents.map((document) => {
      const make = (address: string) => page(({ documentPage }) => documentPage(documents, document, address))();
      return [pagePath(document), contentByAddress(publicUrl, make)] as const;
    }),
  ]);
  const index = lazily(page(({ documentIndexPage }) => documentIndexPage(documents)));
  const missing = lazily(page(({ missingDocumentPage }) => missingDocumentPage(documents)));
  app.get('/docs', async (request, reply) => sendContent(request, reply, await index()));
  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    const name = request.params['*'];
    const content = contents.get(`/docs/${name}`);
    if (content !== undefined) return sendContent(request, reply, await content(request));
    const isKnown = name === '' || contents.has(`/docs/${name}`.slice(0, -1));
    const redirected = isKnown ? redirectFromSlash(request, reply) : null;
    if (redirected) return redirected;
    return sendMissing(request, reply, (await missing()).body);
  });
}
