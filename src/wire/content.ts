import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoded, encodedOf } from './compression.ts';
import { etagOf, isKnown } from './etag.ts';

/** A response that is the same for everyone and fixed while the process runs: its text, plain and compressed. */
export type Content = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly etag: string;
  /** Null if it is sent uncompressed. */
  readonly encoded: Encoded | null;
};

export const toContent = (headers: Readonly<Record<string, string>>, body: string): Content => ({
  headers,
  body,
  etag: etagOf(body),
  encoded: encodedOf(body),
});

/**
 * Sends the content, compressed if the client accepts that, or 304 for a cached copy. Each encoding has its own tag.
 */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, body, etag, encoded }: Content,
): Promise<FastifyReply> {
  reply.headers(headers);
  if (encoded) reply.header('vary', 'accept-encoding');
  const encoding = encoded && acceptedEncoding(request.headers['accept-encoding']);
  if (!encoded || !encoding) return isKnown(request, reply, etag) ? reply.code(304).send() : reply.send(body);
  const bytes = await encoded[encoding]();
  reply.header('content-encoding', encoding);
  return isKnown(request, reply, etagOf(bytes)) ? reply.code(304).send() : reply.send(bytes);
}
