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
 * Looks values up by the SHA-256 of a credential, in hex, computed once while the credential comes again and again: a
 * digest costs as much as checking a request. Remembers at most 10,000 credentials that `find` knows, none for more
 * than half a minute, and none that it does not know.
 */
export function byDigest<T>(find: (digest: string) => T | null): (text: string) => T | null {
  const digests = new Map<string, string>();
  return (text) => {
    const known = digests.get(text);
    if (known !== undefined) return find(known);
    const digest = sha256Text(text, 'hex');
    const found = find(digest);
    if (found === null) return null;
    if (digests.size >= KNOWN_MAX) digests.clear();
    if (digests.size === 0) setTimeout(() => digests.clear(), KNOWN_MS).unref();
    // A copy: a part of a header would keep all of it in memory.
    digests.set(Buffer.from(text).toString(), digest);
    return found;
  };
}
