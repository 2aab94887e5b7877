import { openEnvelope, rewrapEnvelope, sealEnvelope } from './envelope.ts';
import { createKeyRing, derive, type MasterKeys } from './keyRing.ts';
import type { Vault } from './vault.ts';

/** @throws RangeError for a master key that is not 32 bytes (see `parseMasterKey`) */
export function createVault(keys: MasterKeys): Vault {
  const ring = createKeyRing(keys);
  const others = [...ring.byId.keys()].filter((id) => id !== ring.current.id);
  return {
    currentKeyId: ring.current.id,
    keyIds: [ring.current.id, ...others],
    seal: (plaintext, binding) => sealEnvelope(ring, plaintext, binding),
    open: (bytes, binding) => openEnvelope(ring, bytes, binding),
    rewrap: (bytes) => rewrapEnvelope(ring, bytes),
    deriveKey: (purpose) => new Uint8Array(derive(keys.current, `purpose/${purpose}`, 32)),
  };
}
