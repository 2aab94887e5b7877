import type { IncomingHttpHeaders } from 'node:http';
import type { AnswerHeaders } from './types.ts';

/** The head of an answer, and what decides how its body is read. */
export type Head = {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Where a redirect leads; null for any other answer. */
  readonly redirect: string | null;
  /** Empty for a body that needs no decoding. */
  readonly encoding: string;
  /** A `text/event-stream` with status 200. */
  readonly isEventStream: boolean;
};

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Reads the head of the answer to a request of `method`, as undici gives it.
 * `test/connectors/egress/egressConnections.test.ts` tears it down.
 */
export const headOf = (method: string, status: number, given: IncomingHttpHeaders): Head => {
  const { 'set-cookie': _cookies, 'content-encoding': encoded = '', 'content-length': length, ...others } = given;
  const { location, 'content-type': type = '' } = given;
  const encoding = method === 'HEAD' ? '' : String(encoded);
  // The announced length is that of the encoded body, so it is dropped with the encoding.
  const headers: Record<string, string> =
    length === undefined || encoding !== '' ? {} : { 'content-length': String(length) };
  for (const [name, value] of Object.entries(others))
    headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  return {
    status,
    headers,
    redirect: location !== undefined && REDIRECTS.has(status) ? location : null,
    encoding,
    isEventStream: status === 200 && type.startsWith('text/event-stream'),
  };
};
