import { sha256Text } from '../lib/sha256.ts';
import type { ServerDocument } from './document.ts';

/** SHA-256 (hex) and length of a parsed document's canonical JSON text: equal digests mean equal documents. */
export function canonicalOf(document: ServerDocument): { readonly digest: string; readonly bytes: number } {
  const text = JSON.stringify(document);
  return { digest: sha256Text(text, 'hex'), bytes: Buffer.byteLength(text) };
}

/** The digest of `canonicalOf`. */
export const digestOf = (document: ServerDocument): string => canonicalOf(document).digest;
