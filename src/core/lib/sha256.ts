import { hash } from 'node:crypto';

/** The SHA-256 (FIPS 180-4) of bytes, or of a text in UTF-8: 32 bytes, as stored in columns. */
export const sha256 = (data: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hash('sha256', data, 'buffer'));

/** The SHA-256 as text: 64 digits of `hex`, 44 characters of `base64`, 43 of `base64url`. */
export const sha256Text = (data: string | Uint8Array, encoding: 'hex' | 'base64' | 'base64url'): string =>
  hash('sha256', data, encoding);
