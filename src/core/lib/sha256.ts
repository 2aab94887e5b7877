import { hash } from 'node:crypto';

/** The SHA-256 (FIPS 180-4) of bytes, or of a text in UTF-8: 32 bytes, as a column takes them. */
export const sha256 = (data: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hash('sha256', data, 'buffer'));

/** The same as text: 64 digits of `hex`, 44 characters of `base64`, 43 of `base64url`. */
export const sha256Text = (data: string | Uint8Array, encoding: 'hex' | 'base64' | 'base64url'): string =>
  hash('sha256', data, encoding);

const KNOWN_MAX = 10_000;
const KNOWN_MS = 30_000;

/**
 * The SHA-256 of credentials in hex, each computed once while it comes again and again: a digest costs as much as
 * checking a request. Keeps at most 10,000 texts in memory, none for more than half a minute.
 */
export function createDigests(): (text: string) => string {
  const known = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;
  const forget = (): void => {
    known.clear();
    timer = null;
  };
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= KNOWN_MAX) known.clear();
    if (timer === null) timer = setTimeout(forget, KNOWN_MS).unref();
    const digest = sha256Text(text, 'hex');
    known.set(text, digest);
    return digest;
  };
}
