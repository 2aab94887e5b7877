import { timingSafeEqual } from 'node:crypto';
import type { VaultKey } from '../../../generated/prisma/client.ts';
import type { Bytes } from '../audit/chain.ts';
import type { Db, Tx } from '../context.ts';
import type { Vault } from './vault.ts';

/** The master key does not belong to this database. The message names key ids, which reveal nothing. */
export class KeyCheckError extends Error {
  override readonly name = 'KeyCheckError';
}

/** Key of the advisory lock for changes to the set of keys. An arbitrary constant that must never change. */
const VAULT_KEYS_LOCK = 0x746f_6f6c;

/** Locks changes to the set of keys until the transaction ends. */
export async function lockVaultKeys(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${VAULT_KEYS_LOCK}::bigint)`;
}

/**
 * Runs at startup, before anything is encrypted. The first master key is recorded; later sets of keys must be able to
 * decrypt everything in the database, except the values of a `lost` key (`abandonKey.ts`). If two instances start first
 * with different keys, one is refused. Tested by `test/core/kernel/vault/keyCheck.test.ts`.
 * @throws KeyCheckError for a wrong or incomplete set of keys
 */
export function ensureKeyCheck(db: Db, vault: Vault, lost: string | null = null): Promise<void> {
  return db.$transaction(async (tx) => {
    await lockVaultKeys(tx);
    const known = await tx.vaultKey.findMany();
    const missing = [...known.map((key) => key.keyId), ...(await keyIdsInUse(tx))].find(
      (keyId) => keyId !== lost && !vault.keyIds.includes(keyId),
    );
    if (missing !== undefined)
      throw new KeyCheckError(
        `The database is sealed with master key ${missing}, which is not among the given ones (${vault.keyIds.join(', ')}). ` +
          'Configure that key, or add it as a previous key. If it is lost, see toolyard vault abandon-key --help.',
      );
    const stages = known.filter(({ keyId }) => keyId !== lost).map((key) => stageOf(vault, key));
    if (known.some(({ keyId }) => keyId === vault.currentKeyId)) return;
    // A new database has no record. In any other database, chains are keyed unless the record says otherwise.
    const isNew = known.length === 0 && (await tx.auditEvent.count()) === 0;
    const stage = isNew || stages.includes('unkeyed') ? 'unkeyed' : 'keyed';
    await tx.vaultKey.create({
      data: { keyId: vault.currentKeyId, checkValue: checkValueOf(vault, vault.currentKeyId, stage) },
    });
  });
}

/** Whether audit chains are already tied to the master key. */
type Stage = 'unkeyed' | 'keyed';

// The check value encodes the stage, since producing it requires the master key.
const CHECKS: Readonly<Record<Stage, string>> = { unkeyed: 'key-check', keyed: 'key-check/2' };

const checkValueOf = (vault: Vault, keyId: string, stage: Stage): Bytes =>
  new Uint8Array(vault.deriveKey(CHECKS[stage], keyId));

/** Whether a stored check value was made with its key. The vault must have that key. */
export const isIntactCheckValue = (vault: Vault, keyId: string, value: Uint8Array): boolean =>
  stageIn(vault, keyId, value) !== null;

/** The stage that a record states; null if the record was not made with the key. */
function stageIn(vault: Vault, keyId: string, value: Uint8Array): Stage | null {
  if (isSame(value, checkValueOf(vault, keyId, 'keyed'))) return 'keyed';
  return isSame(value, checkValueOf(vault, keyId, 'unkeyed')) ? 'unkeyed' : null;
}

/** @throws KeyCheckError for a value that was not made with the key */
function stageOf(vault: Vault, { keyId, checkValue }: VaultKey): Stage {
  const stage = stageIn(vault, keyId, checkValue);
  if (stage === null)
    throw new KeyCheckError(`The check value of master key ${keyId} in the database is damaged; restore the database.`);
  return stage;
}

/** True until `markChainsKeyed` is called, if the database is new or from before audit chains were keyed. */
export async function needsKeyedChains(db: Db, vault: Vault): Promise<boolean> {
  const known = await db.vaultKey.findMany({ where: { keyId: { in: [...vault.keyIds] } } });
  return known.some((key) => stageOf(vault, key) === 'unkeyed');
}

/** Records in the check value of every known key that the audit chains are now keyed. */
export function markChainsKeyed(db: Db, vault: Vault): Promise<void> {
  return db.$transaction(async (tx) => {
    await lockVaultKeys(tx);
    for (const { keyId } of await tx.vaultKey.findMany()) {
      await tx.vaultKey.update({ where: { keyId }, data: { checkValue: checkValueOf(vault, keyId, 'keyed') } });
    }
  });
}

/** The ids of keys that wrap at least one stored value. */
export async function keyIdsInUse(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<{ key_id: string }[]>`
    SELECT key_id FROM credential UNION SELECT key_id FROM signing_key UNION SELECT key_id FROM oauth_registration
    UNION SELECT key_id FROM audit_key UNION SELECT key_id FROM call_content
    UNION SELECT key_id FROM webhook UNION SELECT key_id FROM chat_model WHERE key_id IS NOT NULL`;
  return rows.map((row) => row.key_id);
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
