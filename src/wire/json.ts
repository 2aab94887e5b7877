import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { isTooDeep } from '../core/lib/jsonDepth.ts';
import { JSON_TYPE, mediaTypeOf } from '../core/lib/mediaType.ts';

const BOM = '\ufeff';

/**
 * The JSON value of a body in UTF-8 (RFC 8259, section 8.1); undefined for bytes that are none, which no value is, and
 * for one of more than 128 levels (`isTooDeep`): every edge refuses both with its text for a body that it cannot read.
 */
export function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes) || isTooDeep(bytes)) return undefined;
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text.startsWith(BOM) ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

/** Whether a request says that its body is JSON: `application/json` and no other type, as every edge asks of its callers. */
export const isJsonRequest = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  mediaTypeOf(headers['content-type']) === JSON_TYPE;
