import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, requesterOf } from '../core/kernel/context.ts';
import { acceptedEncoding, compress, compressStream } from './compression.ts';
import { type Answer, JSON_UTF8, wholeBody } from './toolCall.ts';

const ACCEPT_ENCODING = 'accept-encoding';

/** The response's `Vary` header with `Accept-Encoding`. */
function varyWithEncoding(response: ServerResponse): string {
  const known = response.getHeader('vary');
  return known === undefined ? ACCEPT_ENCODING : `${String(known)}, ${ACCEPT_ENCODING}`;
}

/**
 * Sends a body that contains no secret, compressed if the caller accepts that. Everything else is sent uncompressed:
 * next to text that an attacker chooses, the length of a compressed secret reveals it (BREACH). `docs/security.md`
 * lists which responses are compressed.
 */
export async function sendOpen(
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: Pick<Ctx, 'actor' | 'signal'>,
  body: string | Buffer | Readable,
): Promise<FastifyReply> {
  reply.raw.setHeader('vary', varyWithEncoding(reply.raw));
  const encoding = acceptedEncoding(request.headers[ACCEPT_ENCODING]);
  const isStream = body instanceof Readable;
  const bytes =
    encoding && (isStream ? compressStream(body, encoding) : await compress(body, encoding, requesterOf(ctx)));
  return encoding && bytes ? reply.header('content-encoding', encoding).send(bytes) : reply.send(body);
}

/** Compresses a response that contains no secret, if the caller accepts that. Adds `Accept-Encoding` to its `Vary`. */
export function compressOpen(
  answer: Answer,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
  ctx: Pick<Ctx, 'actor' | 'signal'>,
): Answer | Promise<Answer> {
  if (!answer.isOpen) return answer;
  // Not set on the response: Node then writes all headers at once.
  const open = { ...answer, headers: { ...answer.headers, vary: varyWithEncoding(response) } };
  const encoding = acceptedEncoding(headers[ACCEPT_ENCODING]);
  if (!encoding) return open;
  return compress(answer.body, encoding, requesterOf(ctx)).then((bytes) => {
    if (!bytes) return open;
    const { etag, ...others }: Readonly<Record<string, string>> = open.headers;
    // In another encoding, the tag becomes weak (RFC 9110, section 8.8.1).
    const ownTag = etag !== undefined && { etag: `W/${etag}` };
    return { ...answer, body: bytes, headers: { ...others, ...ownTag, 'content-encoding': encoding } };
  });
}

/** Sends a response through the framework, as `direct.ts` sends it without. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: Pick<Ctx, 'actor' | 'signal'>,
  answer: Answer,
): Promise<FastifyReply> {
  const { status, headers = {}, body } = await compressOpen(answer, request.headers, reply.raw, ctx);
  reply.code(status).headers(headers);
  return status === 304 ? reply.send() : reply.type(JSON_UTF8).send(wholeBody(body));
}
