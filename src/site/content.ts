import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, isKnown } from '../wire/etag.ts';

/** The site's answer at one address, fixed while the process runs. */
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

/** Sends it, or 304 to a client that has it. */
export function sendContent(request: FastifyRequest, reply: FastifyReply, content: Content): FastifyReply {
  reply.headers(content.headers);
  return isKnown(request, reply, content.etag) ? reply.code(304).send() : reply.send(content.body);
}
