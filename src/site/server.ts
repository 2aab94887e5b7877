import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { JsonObject } from '../core/json.ts';
import type { Edge } from '../wire/edge.ts';
import { indexText, readDocuments } from './documents.ts';
import { referencePage } from './reference.ts';
import { STYLE } from './referenceStyle.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';
const CACHE = 'public, max-age=300';

// The page has no script, loads nothing and sends nothing.
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What can be read without a key: the documents, their index, and the REST reference made of `openApi`. */
export function registerSite(app: FastifyInstance, edge: Pick<Edge, 'publicUrl'>, openApi: JsonObject): void {
  const documents = readDocuments();
  // Read once by name: no path of a request reaches the file system.
  const texts = new Map(documents.map(({ name, text }) => [name, text]));
  const page = referencePage(openApi);
  const send = (reply: FastifyReply, type: string, text: string): FastifyReply =>
    reply.type(type).header('cache-control', CACHE).send(text);

  app.get('/llms.txt', (_request, reply) =>
    send(reply, 'text/plain; charset=utf-8', indexText(documents, edge.publicUrl())),
  );
  app.get('/docs', (_request, reply) => reply.redirect('/llms.txt'));
  app.get<{ Params: { name: string } }>('/docs/:name', (request, reply) => {
    const text = texts.get(request.params.name);
    return text === undefined ? reply.callNotFound() : send(reply, MARKDOWN, text);
  });
  app.get('/reference', (_request, reply) => {
    reply.header('content-security-policy', POLICY);
    return send(reply, 'text/html; charset=utf-8', page);
  });
}
