import { createHash } from 'node:crypto';

/** The digest of a text in UTF-8: 32 bytes, as a column takes them. */
export const sha256 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(text).digest());
