import type { FastifyInstance } from 'fastify';
import type { JsonObject } from '../core/lib/json.ts';
import { lazily } from '../core/lib/lazily.ts';
import { memoize } from '../core/lib/memoize.ts';
import { sendContent } from '../wire/content.ts';
import { contentByAddress } from '../wire/contentByAddress.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import { siteContent } from './content.ts';
import { registerDocuments } from './documentServer.ts';
import { fullText, indexText, readDocuments } from './documents.ts';
import { PAGE_HEADERS } from './page.ts';

const JSON_TEXT = { 'content-type': 'application/json; charset=utf-8' };
const TEXT = { 'content-type': 'text/plain; charset=utf-8' };

/** Serves public pages: the documents, their index, and the REST reference made from `openApi`. */
export function registerSite(app: FastifyInstance, edge: Pick<HttpDeps, 'publicUrl'>, openApi: () => JsonObject): void {
  const documents = readDocuments();
  const reference = contentByAddress(edge.publicUrl, async (address) => {
    const { referencePage } = await import('./reference.ts');
    return siteContent(PAGE_HEADERS, referencePage(openApi(), address));
  });
  const sections = lazily(async () => {
    const { sectionsOf } = await import('./sections.ts');
    return siteContent(JSON_TEXT, JSON.stringify(sectionsOf(documents, openApi())));
  });
  registerDocuments(app, documents, edge.publicUrl);
  app.get('/docs/sections.json', async (request, reply) => sendContent(request, reply, await sections()));
  // Each is built on first request, because the public address is only known once the service listens.
  const index = memoize(() => siteContent(TEXT, indexText(documents, edge.publicUrl())));
  const full = memoize(() => siteContent(TEXT, fullText(documents, edge.publicUrl())));
  app.get('/llms.txt', (request, reply) => sendContent(request, reply, index()));
  app.get('/llms-full.txt', (request, reply) => sendContent(request, reply, full()));
  app.get('/reference', async (request, reply) => sendContent(request, reply, await reference(request)));
}
