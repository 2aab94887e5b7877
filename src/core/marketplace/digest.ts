import { sha256Text } from '../lib/sha256.ts';
import type { ServerDocument } from './document.ts';

/** SHA-256 of a document as it was parsed, in hex, and its length: equal digests are the same document. */
export function canonicalOf(document: ServerDocument): { readonly digest: string; readonly bytes: number } {
  const text = JSON.stringify(document);
  return { digest: sha256Text(text, 'hex'), bytes: Buffer.byteLength(text) };
}

export const digestOf = (document: ServerDocument): string => canonicalOf(document).digest;
