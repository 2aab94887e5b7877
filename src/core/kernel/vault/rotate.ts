import type {
  AuditKey,
  CallContent,
  ChatModel,
  Credential,
  OAuthRegistration,
  SigningKey,
  Webhook,
} from '../../../generated/prisma/client.ts';
import { storeAuditKeys } from '../audit/key.ts';
import type { Ctx, Tx } from '../context.ts';
import { toAccountId } from '../ids.ts';
import { requireOperator } from '../scope.ts';
import { write } from '../write.ts';
import { ensureKeyCheck, keyIdsInUse, lockVaultKeys } from './keyCheck.ts';
import { openedOrNull, type Vault } from './vault.ts';

/**
 * Result of a rotation. `unreadable`: the number of rows that no key decrypts, which stay unchanged. `droppedKeyIds`:
 * keys that are no longer needed. `keptKeyIds`: old keys that still wrap some row.
 */
type VaultRotation = {
  readonly keyId: string;
  readonly rewrapped: number;
  readonly unreadable: number;
  readonly droppedKeyIds: readonly string[];
  readonly keptKeyIds: readonly string[];
};

type Batch = { readonly rewrapped: number; readonly unreadable: number; readonly lastId: string | null };
type SealedRow = { readonly id: string; readonly sealed: Uint8Array };

/** A kind of rows with encrypted values: finds those under another key, and replaces them. */
type SealedRows<Row extends SealedRow> = {
  /** Name for the audit event. */
  readonly name: string;
  /** The next rows after `afterId`, in order of their ids. */
  find(tx: Tx, currentKeyId: string, afterId: string): Promise<readonly Row[]>;
  /**
   * Replaces a row only if it is unchanged since it was read, since its owner may store a new value in the meantime.
   * Returns the number replaced.
   */
  replace(tx: Tx, row: Row, next: SealedColumns): Promise<number>;
};

type SealedColumns = { readonly sealed: Uint8Array<ArrayBuffer>; readonly keyId: string };

const ROWS_PER_BATCH = 200;

const CREDENTIALS: SealedRows<Pick<Credential, 'id' | 'revision' | 'keyId' | 'sealed'>> = {
  name: 'credentials',
  find: (tx, keyId, afterId) => tx.credential.findMany(nextRows(keyId, afterId)),
  replace: async (tx, { id, revision, keyId }, data) =>
    (await tx.credential.updateMany({ where: { id, revision, keyId }, data })).count,
};

const OAUTH_CLIENTS: SealedRows<Pick<OAuthRegistration, 'id' | 'keyId' | 'sealed'>> = {
  name: 'oauth_clients',
  find: (tx, keyId, afterId) => tx.oAuthRegistration.findMany(nextRows(keyId, afterId)),
  replace: async (tx, { id, keyId }, data) =>
    (await tx.oAuthRegistration.updateMany({ where: { id, keyId }, data })).count,
};

const CALL_CONTENTS: SealedRows<Pick<CallContent, 'id' | 'keyId' | 'sealed'>> = {
  name: 'call_contents',
  find: (tx, keyId, afterId) => tx.callContent.findMany(nextRows(keyId, afterId)),
  replace: async (tx, { id, keyId }, data) => (await tx.callContent.updateMany({ where: { id, keyId }, data })).count,
};

const WEBHOOKS: SealedRows<Pick<Webhook, 'id' | 'keyId' | 'sealed'>> = {
  name: 'webhooks',
  find: (tx, keyId, afterId) => tx.webhook.findMany(nextRows(keyId, afterId)),
  replace: async (tx, { id, keyId }, data) => (await tx.webhook.updateMany({ where: { id, keyId }, data })).count,
};

const CHAT_MODELS: SealedRows<SealedRow & Pick<ChatModel, 'keyId' | 'revision'>> = {
  name: 'chat_models',
  async find(tx, currentKeyId, afterId) {
    const where = { keyId: { not: currentKeyId }, sealed: { not: null }, accountId: { gt: toAccountId(afterId) } };
    const rows = await tx.chatModel.findMany({ where, orderBy: { accountId: 'asc' }, take: ROWS_PER_BATCH });
    return rows.flatMap(({ accountId: id, sealed, ...row }) => (sealed ? [{ ...row, id, sealed }] : []));
  },
  replace: async (tx, { id, revision, keyId }, data) =>
    (await tx.chatModel.updateMany({ where: { accountId: toAccountId(id), revision, keyId }, data })).count,
};

const AUDIT_KEYS: SealedRows<AuditKey> = {
  name: 'audit_keys',
  find: (tx, keyId, afterId) => tx.auditKey.findMany(nextRows(keyId, afterId)),
  replace: async (tx, { id, keyId }, data) => (await tx.auditKey.updateMany({ where: { id, keyId }, data })).count,
};

const SIGNING_KEYS: SealedRows<SealedRow & Pick<SigningKey, 'keyId'>> = {
  name: 'signing_keys',
  async find(tx, currentKeyId, afterId) {
    const where = { keyId: { not: currentKeyId }, kid: { gt: afterId } };
    const rows = await tx.signingKey.findMany({ where, orderBy: { kid: 'asc' }, take: ROWS_PER_BATCH });
    return rows.map(({ kid, keyId, sealed }) => ({ id: kid, keyId, sealed }));
  },
  replace: async (tx, { id, keyId }, data) =>
    (await tx.signingKey.updateMany({ where: { kid: id, keyId }, data })).count,
};

const nextRows = (currentKeyId: string, afterId: string) =>
  ({
    where: { keyId: { not: currentKeyId }, id: { gt: afterId } },
    orderBy: { id: 'asc' },
    take: ROWS_PER_BATCH,
  }) as const;

/**
 * Rewraps every stored value's data key with the current master key while the service is running. Safe to rerun after
 * an interruption: it changes only rows under another key, and drops an old key only once no row references it. Tested
 * by `test/core/kernel/vault/vaultKeys.test.ts`.
 * @throws forbidden
 */
export async function rotateVault(ctx: Ctx): Promise<VaultRotation> {
  requireOperator(ctx.actor);
  await ensureKeyCheck(ctx.db, ctx.vault);
  const credentials = await rewrapAll(ctx, CREDENTIALS);
  const signingKeys = await rewrapAll(ctx, SIGNING_KEYS);
  const clients = await rewrapAll(ctx, OAUTH_CLIENTS);
  const auditKeys = await rewrapAll(ctx, AUDIT_KEYS);
  const contents = await rewrapAll(ctx, CALL_CONTENTS);
  const webhooks = await rewrapAll(ctx, WEBHOOKS);
  const models = await rewrapAll(ctx, CHAT_MODELS);
  const all = [credentials, signingKeys, clients, auditKeys, contents, webhooks, models];
  return {
    keyId: ctx.vault.currentKeyId,
    rewrapped: all.reduce((sum, { rewrapped }) => sum + rewrapped, 0),
    unreadable: all.reduce((sum, { unreadable }) => sum + unreadable, 0),
    ...(await dropUnusedKeys(ctx)),
  };
}

type Totals = Pick<Batch, 'rewrapped' | 'unreadable'>;

async function rewrapAll<Row extends SealedRow>(ctx: Ctx, rows: SealedRows<Row>): Promise<Totals> {
  const total = { rewrapped: 0, unreadable: 0 };
  let afterId: string | null = '';
  while (afterId !== null) {
    ctx.signal.throwIfAborted();
    const batch: Batch = await rewrapOneBatch(ctx, rows, afterId);
    total.rewrapped += batch.rewrapped;
    total.unreadable += batch.unreadable;
    afterId = batch.lastId;
  }
  return total;
}

function rewrapOneBatch<Row extends SealedRow>(ctx: Ctx, rows: SealedRows<Row>, afterId: string): Promise<Batch> {
  return write(ctx, async (tx) => {
    await lockVaultKeys(tx);
    const batch = await rewrapBatch(tx, ctx.vault, rows, afterId);
    return {
      value: batch,
      audit: {
        action: 'vault.rotate',
        target: { kind: 'vault', id: ctx.vault.currentKeyId },
        details: { rows: rows.name, rewrapped: batch.rewrapped, unreadable: batch.unreadable },
      },
    };
  });
}

async function rewrapBatch<Row extends SealedRow>(
  tx: Tx,
  vault: Vault,
  { find, replace }: SealedRows<Row>,
  afterId: string,
): Promise<Batch> {
  const rows = await find(tx, vault.currentKeyId, afterId);
  let rewrapped = 0;
  let unreadable = 0;
  for (const row of rows) {
    // One damaged row must not stop the rotation of all others.
    const next = openedOrNull(() => vault.rewrap(row.sealed));
    if (next === null) unreadable += 1;
    else rewrapped += await replace(tx, row, { sealed: next.bytes, keyId: next.keyId });
  }
  return { rewrapped, unreadable, lastId: rows.at(ROWS_PER_BATCH - 1)?.id ?? null };
}

function dropUnusedKeys(ctx: Ctx): Promise<Pick<VaultRotation, 'droppedKeyIds' | 'keptKeyIds'>> {
  return write(ctx, async (tx) => {
    await lockVaultKeys(tx);
    await storeAuditKeys(tx, ctx.vault);
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
