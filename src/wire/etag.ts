import type { FastifyReply, FastifyRequest } from 'fastify';
import { sha256Text } from '../core/lib/sha256.ts';

/** A strong entity tag (RFC 9110, section 8.8.3): equal for equal bytes only. */
export const etagOf = (content: string | Buffer): string => `"${sha256Text(content, 'base64url')}"`;

/** Sets the tag; true when the caller already has this version, so that the response is only 304. */
export function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  return isListed(request.headers['if-none-match'], etag);
}

/** Whether `If-None-Match` names the tag (RFC 9110, section 13.1.2): weak comparison with each listed tag. */
export function isListed(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag);
}
