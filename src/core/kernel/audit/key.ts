import type { AuditChain } from '../../../generated/prisma/client.ts';
import type { Tx } from '../context.ts';
import { type Binding, openedOrNull, type Vault } from '../vault/vault.ts';
import { headMac, isSameHash } from './chain.ts';

const PURPOSE = 'audit';

/** HMAC key for new events: 32 bytes of HKDF-SHA-256 (RFC 5869) from the current master key. */
export const currentAuditKey = (vault: Vault): Uint8Array => vault.deriveKey(PURPOSE);

/**
 * Key that verifies events of the master key with this id. For a retired master key, it is decrypted from the copy that
 * was stored at its retirement. Null for an unknown master key, or if the copy cannot be decrypted.
 */
export async function findAuditKey(tx: Tx, vault: Vault, keyId: string): Promise<Uint8Array | null> {
  if (vault.keyIds.includes(keyId)) return vault.deriveKey(PURPOSE, keyId);
  const stored = await tx.auditKey.findUnique({ where: { id: keyId } });
  const key = stored && openedOrNull(() => vault.open(stored.sealed, bindingOf(keyId)));
  return key === null ? null : Buffer.from(key, 'base64');
}

/** Whether the head's MAC was made with the master key named by its event, which proves that the service wrote it. */
export async function isHeadSigned(tx: Tx, vault: Vault, head: AuditChain): Promise<boolean> {
  const { id: chain, seq, keyId } = head;
  if (keyId !== vault.currentKeyId && (await tx.auditEvent.count({ where: { chain, seq, keyId } })) === 0) return false;
  const key = head.keyId === null ? null : await findAuditKey(tx, vault, head.keyId);
  return key !== null && head.mac !== null && isSameHash(head.mac, headMac(head, key));
}

/** Encrypts the audit keys of old master keys with the current one, so that their events can still be verified. */
export async function storeAuditKeys(tx: Tx, vault: Vault): Promise<void> {
  for (const id of vault.keyIds.filter((keyId) => keyId !== vault.currentKeyId)) {
    const key = Buffer.from(vault.deriveKey(PURPOSE, id)).toString('base64');
    const { bytes: sealed, keyId } = vault.seal(key, bindingOf(id));
    await tx.auditKey.upsert({ where: { id }, update: { sealed, keyId }, create: { id, sealed, keyId } });
  }
}

const bindingOf = (keyId: string): Binding => ({
  accountId: 'operator',
  stackId: '',
  serverId: '',
  endUser: '',
  fieldId: `audit-key/${keyId}`,
  revision: 1,
  destination: null,
});
