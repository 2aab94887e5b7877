import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../core/context.ts';
import type { Tenant } from '../core/lib/fairQueue.ts';
import { acceptedEncoding, compress, compressStream } from './compression.ts';
import type { Answer } from './toolCall.ts';

const ACCEPT_ENCODING = 'accept-encoding';

/** Adds `Accept-Encoding` to the response's `Vary` header. */
function varyByEncoding(response: ServerResponse): void {
  const known = response.getHeader('vary');
  response.setHeader('vary', known === undefined ? ACCEPT_ENCODING : `${String(known)}, ${ACCEPT_ENCODING}`);
}

const tenantOf = ({ actor, signal }: Pick<Ctx, 'actor' | 'signal'>): Tenant => ({ accountId: actor.accountId, signal });

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
  varyByEncoding(reply.raw);
  const encoding = acceptedEncoding(request.headers[ACCEPT_ENCODING]);
  const isStream = body instanceof Readable;
  const bytes = encoding && (isStream ? compressStream(body, encoding) : await compress(body, encoding, tenantOf(ctx)));
  return encoding && bytes ? reply.header('content-encoding', encoding).send(bytes) : reply.send(body);
}

/** Compresses a response that contains no secret, if the caller accepts that. Adds `Accept-Encoding` to its `Vary`. */
export async function compressOpen(
  answer: Answer,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
  ctx: Pick<Ctx, 'actor' | 'signal'>,
): Promise<Answer> {
  if (!answer.isOpen) return answer;
  varyByEncoding(response);
  const encoding = acceptedEncoding(headers[ACCEPT_ENCODING]);
  const bytes = encoding && (await compress(answer.body, encoding, tenantOf(ctx)));
  if (!encoding || !bytes) return answer;
  const { etag, ...others } = answer.headers ?? {};
  // In another encoding, the tag becomes weak (RFC 9110, section 8.8.1).
  return {
    ...answer,
    body: bytes,
    headers: { ...others, ...(etag !== undefined && { etag: `W/${etag}` }), 'content-encoding': encoding },
  };
}
