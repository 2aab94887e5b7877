import type { FastifyInstance } from 'fastify';
import type { JsonObject } from '../core/lib/json.ts';
import { lazily } from '../core/lib/lazily.ts';
import { memoize } from '../core/lib/memoize.ts';
import { sendContent } from '../wire/content.ts';
import { contentByAddress } from '../wire/contentByAddress.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import { redirectFromSlash } from '../wire/routes.ts';
import { siteContent } from './content.ts';
import { registerDocuments } from './documentServer.ts';
import { fullText, indexText, readDocuments } from './documents.ts';
import { sendMissing } from './missing.ts';
import { PAGE_HEADERS } from './page.ts';

const JSON_TEXT = { 'content-type': 'application/json; charset=utf-8' };
const TEXT = { 'content-type': 'text/plain; charset=utf-8' };

/** Serves public pages: the documents, their index, and the REST reference. */
export function registerSite(app: FastifyInstance, edge: Pick<HttpDeps, 'publicUrl'>, openApi: () => JsonObject): void {
  const documents = readDocuments();
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
  registerReference(app, edge, openApi);
}

/** Serves a page per tag of `openApi`, and their index. */
function registerReference(app: FastifyInstance, edge: Pick<HttpDeps, 'publicUrl'>, openApi: () => JsonObject): void {
  const index = lazily(async () => {
    const { referencePage } = await import('./reference.ts');
    return siteContent(PAGE_HEADERS, referencePage(openApi()));
  });
  const sections = lazily(async () => {
    const { referenceSections, referenceSectionPage } = await import('./reference.ts');
    const pages = referenceSections(openApi()).map((section) => {
      const make = async (address: string) =>
        siteContent(PAGE_HEADERS, referenceSectionPage(openApi(), section, address));
      return [section.path, contentByAddress(edge.publicUrl, make)] as const;
    });
    return new Map(pages);
  });
  app.get('/reference', async (request, reply) => sendContent(request, reply, await index()));
  app.get<{ Params: { section: string } }>('/reference/:section', async (request, reply) => {
    const content = (await sections()).get(`/reference/${request.params.section}`);
    if (content !== undefined) return sendContent(request, reply, await content(request));
    return redirectFromSlash(request, reply) ?? sendMissing(request, reply);
  });
}
