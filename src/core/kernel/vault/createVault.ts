import { openEnvelope, rewrapEnvelope, sealEnvelope, type ValueKeys } from './envelope.ts';
import { createKeyRing, derive, keyIdOf, type MasterKeys } from './keyRing.ts';
import { type Vault, VaultError } from './vault.ts';

/**
 * A vault with the given keys. Tested by `test/core/kernel/vault/vault.test.ts`.
 * @throws RangeError for a master key that is not 32 bytes (see `parseMasterKey`)
 */
export function createVault(keys: MasterKeys): Vault {
  const ring = createKeyRing(keys);
  const others = [...ring.byId.keys()].filter((id) => id !== ring.current.id);
  const masters = new Map([...keys.previous, keys.current].map((key) => [keyIdOf(key), key]));
  const valueKeys: ValueKeys = new WeakMap();
  // Derived keys by key id and purpose. There are few, and every audited write uses one of them twice.
  const derived = new Map<string, Uint8Array>();
  return {
    currentKeyId: ring.current.id,
    keyIds: [ring.current.id, ...others],
    seal: (plaintext, binding) => sealEnvelope(ring, plaintext, binding),
    open: (bytes, binding) => openEnvelope(ring, valueKeys, bytes, binding),
    rewrap: (bytes) => rewrapEnvelope(ring, bytes),
    deriveKey(purpose, keyId = ring.current.id) {
      const known = derived.get(`${keyId} ${purpose}`);
      if (known) return known;
      const master = masters.get(keyId);
      if (!master) throw new VaultError();
      const key = new Uint8Array(derive(master, `purpose/${purpose}`, 32));
      derived.set(`${keyId} ${purpose}`, key);
      return key;
    },
  };
}
