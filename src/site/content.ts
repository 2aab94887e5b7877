import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, isKnown } from '../wire/etag.ts';

/** What the site answers at one address, for as long as the process runs. */
export type Content = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly etag: string;
};

const CACHE = 'public, max-age=300';

export const toContent = (headers: Readonly<Record<string, string>>, body: string): Content => ({
  headers: { ...headers, 'cache-control': CACHE },
  body,
  etag: etagOf(body),
});

/** Sends it; 304 to whoever says that it is already there. */
export function sendContent(request: FastifyRequest, reply: FastifyReply, content: Content): FastifyReply {
  reply.headers(content.headers);
  return isKnown(request, reply, content.etag) ? reply.code(304).send() : reply.send(content.body);
}
