import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { MASTER_KEY_BYTES } from './masterKey.ts';

/** Length of a key id. */
export const KEY_ID_BYTES = 8;

/** The master keys, each 32 bytes: `current` encrypts; `previous` only decrypt values that they encrypted. */
export type MasterKeys = { readonly current: Buffer; readonly previous: readonly Buffer[] };

/** A key-encryption key. `id` is the hex of 8 bytes derived from the master key, without revealing it. */
export type RingKey = { readonly id: string; readonly wrapKey: KeyObject };

/** The derived keys by id. */
export type KeyRing = { readonly current: RingKey; readonly byId: ReadonlyMap<string, RingKey> };

const NO_SALT = Buffer.alloc(0);

/** HKDF-SHA-256 (RFC 5869); each purpose gives an independent key. */
export const derive = (key: Buffer, purpose: string, byteLength: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, NO_SALT, `toolyard/${purpose}`, byteLength));

/** The id of a master key: the hex of 8 bytes derived from it. */
export const keyIdOf = (masterKey: Buffer): string => derive(masterKey, 'vault/key-id', KEY_ID_BYTES).toString('hex');

/**
 * Derives the key-encryption keys.
 * Tested by `test/core/kernel/vault/vaultKeys.test.ts`.
 * @throws RangeError for a master key that is not 32 bytes
 */
export function createKeyRing({ current, previous }: MasterKeys): KeyRing {
  const ringKey = toRingKey(current);
  const keys = [ringKey, ...previous.map(toRingKey)];
  return { current: ringKey, byId: new Map(keys.map((key) => [key.id, key])) };
}

function toRingKey(masterKey: Buffer): RingKey {
  if (masterKey.length !== MASTER_KEY_BYTES) throw new RangeError(`A master key has ${MASTER_KEY_BYTES} bytes`);
  return {
    id: keyIdOf(masterKey),
    wrapKey: createSecretKey(derive(masterKey, 'vault/wrap', 32)),
  };
}
