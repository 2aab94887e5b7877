/** Length of a master key. */
export const MASTER_KEY_BYTES = 32;

/** A rejected master key. The message says why, but never shows the key. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

/**
 * Reads a master key: exactly 32 bytes as 64 hex digits or base64 (also base64url, with or without padding).
 * Surrounding white space is ignored, because files end in a newline. Tested by
 * `test/core/kernel/vault/masterKey.test.ts`.
 * @throws MasterKeyError for any other text, and for keys that are obviously not random
 */
export function parseMasterKey(text: string): Buffer {
  const trimmed = text.trim();
  const key = /^[0-9a-fA-F]{64}$/.test(trimmed) ? Buffer.from(trimmed, 'hex') : decodeBase64(trimmed);
  if (key === null) throw new MasterKeyError('The master key must be exactly 32 bytes, written as base64 or hex');
  if (isExampleKey(key)) throw new MasterKeyError('The master key is an example or a pattern; generate a random one');
  return key;
}

function decodeBase64(text: string): Buffer | null {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=$/, '');
  const bytes = Buffer.from(base64, 'base64');
  // Node ignores undecodable characters, so only text that encodes back to itself is accepted.
  const isExact = bytes.length === MASTER_KEY_BYTES && bytes.toString('base64') === `${base64}=`;
  return isExact ? bytes : null;
}

// A random key matches each rule with a probability below 2^-40.
function isExampleKey(key: Buffer): boolean {
  const steps = new Set([...key.subarray(1)].map((byte, index) => (byte - key.readUInt8(index)) & 0xff));
  return (
    new Set(key).size < 16 ||
    key.every((byte) => byte >= 0x20 && byte < 0x7f) ||
    key.subarray(0, 16).equals(key.subarray(16)) ||
    // All bytes differ from their predecessor by the same amount, such as 0, 1, 2 … 31.
    steps.size === 1
  );
}
