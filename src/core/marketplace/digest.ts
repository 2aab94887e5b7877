import { createHash } from 'node:crypto';
import type { ServerDocument } from './document.ts';

/** SHA-256 of a document as it was parsed, in hex: equal digests are the same document. */
export const digestOf = (document: ServerDocument): string =>
  createHash('sha256').update(JSON.stringify(document)).digest('hex');
