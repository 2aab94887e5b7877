import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Vault, VaultError } from './vault.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals a short-lived text under a key of its own purpose (AES-256-GCM): IV 12 | ciphertext | tag 16. It opens only for
 * the same purpose and row, and not under another master key: unlike a credential it is not rotated.
 * `test/core/results/storedResult.test.ts` tears it down.
 */
export const sealText = (vault: Vault, purpose: string, row: string, text: string): Uint8Array<ArrayBuffer> =>
  sealBytes(vault, purpose, row, Buffer.from(text));

/** Bytes sealed between pauses: about a millisecond. */
const TURN_BYTES = 262_144;

/** As `sealBytes`, with pauses, so that other requests go on while megabytes are sealed. */
export async function sealInTurns(vault: Vault, purpose: string, row: string, bytes: Uint8Array): Promise<Uint8Array> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, vault.deriveKey(purpose), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(row));
  const sealed = Buffer.allocUnsafe(bytes.length + SEAL_BYTES);
  iv.copy(sealed);
  for (let at = 0; at < bytes.length; at += TURN_BYTES) {
    if (at > 0) await nextTurn();
    cipher.update(bytes.subarray(at, at + TURN_BYTES)).copy(sealed, IV_BYTES + at);
  }
  cipher.final();
  cipher.getAuthTag().copy(sealed, sealed.length - TAG_BYTES);
  return sealed;
}

/** Bytes by which sealed text is longer. */
export const SEAL_BYTES = IV_BYTES + TAG_BYTES;

/** As `sealText`, for bytes. */
export function sealBytes(vault: Vault, purpose: string, row: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, vault.deriveKey(purpose), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(row));
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Opens what `sealText` sealed. @throws VaultError, without saying what is wrong */
export const openText = (vault: Vault, purpose: string, row: string, sealed: Uint8Array): string =>
  openBytes(vault, purpose, row, sealed).toString('utf8');

/** Opens what `sealBytes` sealed. @throws VaultError, without saying what is wrong */
export function openBytes(vault: Vault, purpose: string, row: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed);
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new VaultError();
  const key = vault.deriveKey(purpose);
  // Without `authTagLength` Node accepts a tag cut to 4 bytes.
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(row)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const parts = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()];
    return Buffer.concat(parts);
  } catch {
    throw new VaultError();
  }
}
