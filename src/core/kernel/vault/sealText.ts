import { createCipheriv, createDecipheriv, type DecipherGCM, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Vault, VaultError } from './vault.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives the key of a purpose. */
export type DerivedKeys = Pick<Vault, 'deriveKey'>;

/**
 * Encrypts a short-lived text under a purpose-specific key (AES-256-GCM). Format: IV 12 | ciphertext | tag 16. It
 * decrypts only for the same purpose, row and master key; unlike credentials, it is not rotated. Tested by
 * `test/core/results/storedResult.test.ts`.
 */
export const sealText = (vault: Vault, purpose: string, row: string, text: string): Uint8Array<ArrayBuffer> =>
  sealBytes(vault, purpose, row, Buffer.from(text));

/** Bytes encrypted before yielding, which takes about a millisecond. */
const TURN_BYTES = 262_144;

/** As `sealBytes`, for bytes in pieces. Yields to other requests while it encrypts megabytes. */
export async function sealInChunks(
  vault: Vault,
  purpose: string,
  row: string,
  pieces: readonly Uint8Array[],
): Promise<Uint8Array> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, vault.deriveKey(purpose), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(row));
  const sealed = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, SEAL_BYTES));
  let end = iv.copy(sealed);
  for await (const part of partsOf(pieces)) end += cipher.update(part).copy(sealed, end);
  cipher.final();
  cipher.getAuthTag().copy(sealed, end);
  return sealed;
}

/**
 * Decrypts the output of `sealInChunks` or `sealText`, yielding in the same way.
 * @throws VaultError
 */
export async function openInChunks(vault: Vault, purpose: string, row: string, sealed: Uint8Array): Promise<Buffer> {
  const decipher = decipherOf(vault, purpose, row, sealed);
  const opened = Buffer.allocUnsafeSlow(sealed.length - SEAL_BYTES);
  let end = 0;
  for await (const part of partsOf([sealed.subarray(IV_BYTES, -TAG_BYTES)])) {
    end += decipher.update(part).copy(opened, end);
  }
  try {
    decipher.final();
    return opened;
  } catch {
    throw new VaultError();
  }
}

/**
 * Splits the bytes into parts that take about a millisecond. Yields to the event loop before each part but the first.
 */
async function* partsOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += TURN_BYTES) {
      if (!isFirst && piece.length > TURN_BYTES) await nextTurn();
      isFirst = false;
      yield piece.subarray(at, at + TURN_BYTES);
    }
  }
}

/** The number of bytes that encryption adds to a text. */
export const SEAL_BYTES = IV_BYTES + TAG_BYTES;

/** As `sealText`, for bytes. */
export const sealBytes = (
  keys: DerivedKeys,
  purpose: string,
  row: string,
  bytes: Uint8Array,
): Uint8Array<ArrayBuffer> => Buffer.concat(sealedPieces(keys, purpose, row, bytes));

/** As `sealBytes`, in pieces, which saves a copy of a large value. */
export function sealedPieces(
  keys: DerivedKeys,
  purpose: string,
  row: string,
  bytes: Uint8Array,
): readonly Buffer<ArrayBuffer>[] {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keys.deriveKey(purpose), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(row));
  const sealed = cipher.update(bytes);
  cipher.final();
  return [iv, sealed, cipher.getAuthTag()];
}

/**
 * Decrypts the output of `sealText`.
 * @throws VaultError, without the reason
 */
export const openText = (vault: Vault, purpose: string, row: string, sealed: Uint8Array): string =>
  openBytes(vault, purpose, row, sealed).toString('utf8');

/**
 * Decrypts the output of `sealBytes`.
 * @throws VaultError, without the reason
 */
export function openBytes(vault: DerivedKeys, purpose: string, row: string, sealed: Uint8Array): Buffer {
  const decipher = decipherOf(vault, purpose, row, sealed);
  try {
    const opened = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES));
    // Checks the tag, and has no more bytes in this mode.
    decipher.final();
    return opened;
  } catch {
    throw new VaultError();
  }
}

function decipherOf(vault: DerivedKeys, purpose: string, row: string, sealed: Uint8Array): DecipherGCM {
  if (sealed.length < SEAL_BYTES) throw new VaultError();
  const key = vault.deriveKey(purpose);
  // Without `authTagLength`, Node accepts a tag truncated to 4 bytes.
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  return decipher.setAAD(Buffer.from(row)).setAuthTag(sealed.subarray(-TAG_BYTES));
}
