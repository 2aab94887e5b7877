import { isRecord } from '../../api/isRecord.ts';

/** Where the calls of a server document go; null for one that is a program. */
export function addressOf(document: unknown): string | null {
  const connector = isRecord(document) ? document['connector'] : null;
  if (!isRecord(connector)) return null;
  const address = connector['baseUrl'] ?? connector['url'];
  return typeof address === 'string' ? address : null;
}
