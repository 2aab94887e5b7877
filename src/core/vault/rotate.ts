import type { Ctx, Tx } from '../context.ts';
import { requireOperator } from '../scope.ts';
import { write } from '../write.ts';
import { ensureKeyCheck, keyIdsInUse, lockVaultKeys } from './keyCheck.ts';
import { type Sealed, type Vault, VaultError } from './vault.ts';

/**
 * What a rotation did. `unreadable` rows do not open with any given key and stay as they are; `droppedKeyIds` are
 * needed no more, `keptKeyIds` still wrap some row.
 */
export type VaultRotation = {
  readonly keyId: string;
  readonly rewrapped: number;
  readonly unreadable: number;
  readonly droppedKeyIds: readonly string[];
  readonly keptKeyIds: readonly string[];
};

type Batch = { readonly rewrapped: number; readonly unreadable: number; readonly lastId: string | null };
type RewrapBatch = (tx: Tx, vault: Vault, afterId: string) => Promise<Batch>;

const ROWS_PER_BATCH = 200;

/**
 * Wraps every stored value's data key with the current master key, while the service runs. Interrupted, it is simply
 * run again: only rows under another key are touched, and an old key is dropped only when no row names it.
 * @throws forbidden
 */
export async function rotateVault(ctx: Ctx): Promise<VaultRotation> {
  requireOperator(ctx.actor);
  await ensureKeyCheck(ctx.db, ctx.vault);
  const credentials = await rewrapAll(ctx, 'credentials', rewrapCredentials);
  const signingKeys = await rewrapAll(ctx, 'signing_keys', rewrapSigningKeys);
  const clients = await rewrapAll(ctx, 'oauth_clients', rewrapOAuthClients);
  const all = [credentials, signingKeys, clients];
  return {
    keyId: ctx.vault.currentKeyId,
    rewrapped: all.reduce((sum, { rewrapped }) => sum + rewrapped, 0),
    unreadable: all.reduce((sum, { unreadable }) => sum + unreadable, 0),
    ...(await dropUnusedKeys(ctx)),
  };
}

type Totals = Pick<Batch, 'rewrapped' | 'unreadable'>;

async function rewrapAll(ctx: Ctx, rows: string, rewrapBatch: RewrapBatch): Promise<Totals> {
  const total = { rewrapped: 0, unreadable: 0 };
  let afterId: string | null = '';
  while (afterId !== null) {
    ctx.signal.throwIfAborted();
    const batch: Batch = await rewrapOneBatch(ctx, rows, rewrapBatch, afterId);
    total.rewrapped += batch.rewrapped;
    total.unreadable += batch.unreadable;
    afterId = batch.lastId;
  }
  return total;
}

function rewrapOneBatch(ctx: Ctx, rows: string, rewrapBatch: RewrapBatch, afterId: string): Promise<Batch> {
  return write(ctx, async (tx) => {
    await lockVaultKeys(tx);
    const batch = await rewrapBatch(tx, ctx.vault, afterId);
    return {
      value: batch,
      audit: {
        action: 'vault.rotate',
        target: { kind: 'vault', id: ctx.vault.currentKeyId },
        details: { rows, rewrapped: batch.rewrapped, unreadable: batch.unreadable },
      },
    };
  });
}

async function rewrapCredentials(tx: Tx, vault: Vault, afterId: string): Promise<Batch> {
  const rows = await tx.credential.findMany({
    where: { keyId: { not: vault.currentKeyId }, id: { gt: afterId } },
    orderBy: { id: 'asc' },
    take: ROWS_PER_BATCH,
  });
  let rewrapped = 0;
  let unreadable = 0;
  for (const { id, revision, keyId, sealed } of rows) {
    const next = rewrapOrNull(vault, sealed);
    if (next === null) unreadable += 1;
    // Only what was read is replaced: the owner may store a new value at this moment.
    else rewrapped += (await tx.credential.updateMany({ where: { id, revision, keyId }, data: toColumns(next) })).count;
  }
  return { rewrapped, unreadable, lastId: rows.at(ROWS_PER_BATCH - 1)?.id ?? null };
}

async function rewrapSigningKeys(tx: Tx, vault: Vault, afterId: string): Promise<Batch> {
  const rows = await tx.signingKey.findMany({
    where: { keyId: { not: vault.currentKeyId }, kid: { gt: afterId } },
    orderBy: { kid: 'asc' },
    take: ROWS_PER_BATCH,
  });
  let rewrapped = 0;
  let unreadable = 0;
  for (const { kid, keyId, sealed } of rows) {
    const next = rewrapOrNull(vault, sealed);
    if (next === null) unreadable += 1;
    else rewrapped += (await tx.signingKey.updateMany({ where: { kid, keyId }, data: toColumns(next) })).count;
  }
  return { rewrapped, unreadable, lastId: rows.at(ROWS_PER_BATCH - 1)?.kid ?? null };
}

async function rewrapOAuthClients(tx: Tx, vault: Vault, afterId: string): Promise<Batch> {
  const rows = await tx.oAuthRegistration.findMany({
    where: { keyId: { not: vault.currentKeyId }, id: { gt: afterId } },
    orderBy: { id: 'asc' },
    take: ROWS_PER_BATCH,
  });
  let rewrapped = 0;
  let unreadable = 0;
  for (const { id, keyId, sealed } of rows) {
    const next = rewrapOrNull(vault, sealed);
    if (next === null) unreadable += 1;
    else rewrapped += (await tx.oAuthRegistration.updateMany({ where: { id, keyId }, data: toColumns(next) })).count;
  }
  return { rewrapped, unreadable, lastId: rows.at(ROWS_PER_BATCH - 1)?.id ?? null };
}

const toColumns = ({ bytes, keyId }: Sealed): { sealed: Uint8Array<ArrayBuffer>; keyId: string } => ({
  sealed: bytes,
  keyId,
});

// One damaged row must not keep all others under the old key.
function rewrapOrNull(vault: Vault, sealed: Uint8Array): Sealed | null {
  try {
    return vault.rewrap(sealed);
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}

function dropUnusedKeys(ctx: Ctx): Promise<Pick<VaultRotation, 'droppedKeyIds' | 'keptKeyIds'>> {
  return write(ctx, async (tx) => {
    await lockVaultKeys(tx);
    const used = await keyIdsInUse(tx);
    const previous = await tx.vaultKey.findMany({ where: { keyId: { not: ctx.vault.currentKeyId } } });
    const keyIds = previous.map((key) => key.keyId);
    const droppedKeyIds = keyIds.filter((keyId) => !used.includes(keyId));
    await tx.vaultKey.deleteMany({ where: { keyId: { in: droppedKeyIds } } });
    return {
      value: { droppedKeyIds, keptKeyIds: keyIds.filter((keyId) => used.includes(keyId)) },
      audit: {
        action: 'vault.rotate',
        target: { kind: 'vault', id: ctx.vault.currentKeyId },
        details: { droppedKeyIds },
      },
    };
  });
}
