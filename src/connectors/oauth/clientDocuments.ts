import { LRUCache } from 'lru-cache';
import type { ClientDocuments } from '../../core/authorization/clientDocument.ts';
import { OAuthError } from '../../core/authorization/oauthError.ts';
import { EgressError } from '../egress/error.ts';
import type { Egress } from '../egress/types.ts';

// What the specification recommends is 5 KB; a logo as a data URL is longer.
const DOCUMENT_BYTES_MAX = 65_536;
const READ_TIMEOUT_MS = 5_000;
const KEPT_MS = 10 * 60_000;
const FAILURE_KEPT_MS = 30_000;
const DOCUMENTS_MAX = 500;

/** Documents that clients publish, read through the egress rules and kept for a while, as are failures to read them. */
export function createClientDocuments({ request }: Pick<Egress, 'request'>): ClientDocuments {
  const kept = new LRUCache<string, Promise<unknown>>({ max: DOCUMENTS_MAX, ttl: KEPT_MS });
  return {
    read(url) {
      const known = kept.get(url);
      if (known) return known;
      const reading = readDocument(request, url);
      kept.set(url, reading);
      reading.catch(() => kept.set(url, reading, { ttl: FAILURE_KEPT_MS }));
      return reading;
    },
  };
}

async function readDocument(request: Egress['request'], url: string): Promise<unknown> {
  try {
    const answer = await request({
      url,
      headers: { accept: 'application/json' },
      maxBytes: DOCUMENT_BYTES_MAX,
      signal: AbortSignal.timeout(READ_TIMEOUT_MS),
    });
    if (answer.status !== 200) throw unreadable(`answered ${answer.status}`);
    return JSON.parse(answer.body.toString('utf8'));
  } catch (error) {
    if (error instanceof EgressError) throw unreadable('cannot be fetched', error);
    if (error instanceof SyntaxError) throw unreadable('is not JSON', error);
    throw error;
  }
}

const unreadable = (why: string, cause?: unknown): OAuthError =>
  new OAuthError('invalid_client', `The client's metadata document ${why}`, cause);
