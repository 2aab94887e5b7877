import type { FastifyInstance } from 'fastify';
import { type Content, sendContent, toContent } from './content.ts';
import { documentIndexPage, documentPages, missingDocumentPage } from './documentPages.ts';
import type { Document } from './documents.ts';
import { sendMissing } from './missing.ts';
import { PAGE_HEADERS } from './page.ts';

const MARKDOWN = { 'content-type': 'text/markdown; charset=utf-8' };

/** Each document twice: as the Markdown it is written in, and as a page for people. */
export function registerDocuments(app: FastifyInstance, documents: readonly Document[]): void {
  // Made once, by address: no path of a request reaches the file system.
  const contents = new Map<string, Content>([
    ...documents.map(({ name, text }) => [`/docs/${name}`, toContent(MARKDOWN, text)] as const),
    ...[...documentPages(documents)].map(([path, page]) => [path, toContent(PAGE_HEADERS, page)] as const),
  ]);
  const index = toContent(PAGE_HEADERS, documentIndexPage(documents));
  const missing = missingDocumentPage(documents);
  app.get('/docs', (request, reply) => sendContent(request, reply, index));
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    const name = request.params['*'];
    const content = contents.get(`/docs/${name}`);
    if (content !== undefined) return sendContent(request, reply, content);
    return sendMissing(request, reply, missing);
  });
}
