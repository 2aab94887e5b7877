import { LRUCache } from 'lru-cache';
import { type ClientDocuments, unusableDocument } from '../../core/authorization/clientDocument.ts';
import { createEgress } from '../egress/egress.ts';
import { EgressError } from '../egress/error.ts';
import type { Egress, EgressOptions } from '../egress/types.ts';

// Maximum bytes of a document. The specification recommends 5 KB, but a logo as a data URL takes more.
const DOCUMENT_BYTES_MAX = 65_536;
const READ_TIMEOUT_MS = 5_000;
const KEPT_MS = 10 * 60_000;
const FAILURE_KEPT_MS = 30_000;
const DOCUMENTS_MAX = 500;

/**
 * Cache of documents that clients publish, and of failed reads. Addresses are untrusted: only public ones are dialled,
 * regardless of the operator's allowances for tools. Redirects stay within the origin. All failures look identical
 * (tested by `test/oauth/clients.test.ts`).
 */
export function createClientDocuments(options: Partial<EgressOptions> = {}): ClientDocuments & {
  close(): Promise<void>;
} {
  const egress = createEgress({ allow: [], ...options });
  const cache = new LRUCache<string, Promise<unknown>>({ max: DOCUMENTS_MAX, ttl: KEPT_MS });
  return {
    read(url) {
      const known = cache.get(url);
      if (known) return known;
      const reading = readDocument(egress.request, url);
      cache.set(url, reading);
      reading.catch(() => cache.set(url, reading, { ttl: FAILURE_KEPT_MS }));
      return reading;
    },
    close: () => egress.close(),
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
    if (answer.status !== 200) throw unusableDocument();
    return JSON.parse(answer.body.toString('utf8'));
  } catch (error) {
    if (error instanceof EgressError || error instanceof SyntaxError) throw unusableDocument(error);
    throw error;
  }
}
