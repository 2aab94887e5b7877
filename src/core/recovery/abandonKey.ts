import { CLOCK_SKEW_MS, RESIGNED_MS_MAX } from '../endpoints/signingKey.ts';
import { type NewAuditEvent, OPERATOR_CHAIN } from '../kernel/audit/audit.ts';
import { anchorMac } from '../kernel/audit/chain.ts';
import { currentAuditKey, findAuditKey } from '../kernel/audit/key.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { type AccountId, toAccountId } from '../kernel/ids.ts';
import { requireOperator } from '../kernel/scope.ts';
import { keyIdsInUse, lockVaultKeys } from '../kernel/vault/keyCheck.ts';
import { write, writeUnlessDone } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { newWebhookSecret } from '../webhooks/signature.ts';
import { webhookBinding } from '../webhooks/webhook.ts';

/** The numbers of rows that a lost key sealed. */
type Lost = {
  /** Deleted: the credentials are missing and can be entered again. */
  credentials: number;
  /** Deleted. */
  callContents: number;
  /** Disabled, with a new secret that no one knows. */
  webhooks: number;
  /** Lost their key, which a person has to enter again. */
  chatModels: number;
  /** Revoked, because the key that signed them is gone. */
  tokens: number;
};

/**
 * The result of `abandonKey`. `signingKeys` and `oauthClients` were deleted and are created again on first use. The
 * events of `unverifiableChains` audit chains up to now can no longer be verified.
 */
type AbandonedKey = Lost & {
  readonly keyId: string;
  readonly signingKeys: number;
  readonly oauthClients: number;
  readonly unverifiableChains: number;
};

const WEBHOOK_PROBLEM = 'Its secret was lost with a master key: delete this webhook and create a new one';

/**
 * Gives up everything that a lost master key sealed, so that the installation starts with another key. Each account
 * changes in one transaction, and the key is forgotten last, so an interrupted run can be repeated. All instances must
 * be stopped, so no cache is invalidated. Tested by `test/cli/lostKey.test.ts`.
 * @throws forbidden; invalid_input for a configured key; not_found for a key that the database does not know
 */
export async function abandonKey(ctx: Ctx, keyId: string): Promise<AbandonedKey> {
  requireOperator(ctx.actor);
  if (ctx.vault.keyIds.includes(keyId)) {
    throw new AppError(
      'invalid_input',
      `The master key ${keyId} is configured. To replace it, run toolyard vault rotate`,
    );
  }
  const known = await ctx.db.vaultKey.findMany({ select: { keyId: true } });
  const used = await ctx.db.$transaction(keyIdsInUse);
  const lost = new Set([...known.map((key) => key.keyId), ...used].filter((id) => !ctx.vault.keyIds.includes(id)));
  if (!lost.has(keyId)) {
    throw new AppError(
      'not_found',
      `No value is sealed with master key ${keyId}. Lost keys: ${[...lost].join(', ') || 'none'}`,
    );
  }
  const total = { credentials: 0, callContents: 0, webhooks: 0, chatModels: 0, tokens: 0 };
  let unverifiableChains = 0;
  const accounts = await ctx.db.account.findMany({ select: { id: true } });
  for (const { id } of accounts) {
    ctx.signal.throwIfAborted();
    const done = await abandonInAccount(ctx, keyId, toAccountId(id));
    if (!done) continue;
    for (const kind of LOST_KINDS) total[kind] += done.lost[kind];
    if (done.isUnverifiable) unverifiableChains += 1;
  }
  const last = await forgetKey(ctx, keyId);
  return { keyId, ...total, ...last.deleted, unverifiableChains: unverifiableChains + (last.isUnverifiable ? 1 : 0) };
}

const LOST_KINDS = [
  'credentials',
  'callContents',
  'webhooks',
  'chatModels',
  'tokens',
] as const satisfies (keyof Lost)[];

/** Null if the key sealed nothing of the account and did not sign its audit chain. */
function abandonInAccount(ctx: Ctx, keyId: string, accountId: AccountId) {
  return writeUnlessDone(ctx, async (tx) => {
    await lockVaultKeys(tx);
    const inAccount = { stackServer: { stack: { accountId } }, keyId };
    const credentials = await tx.credential.findMany({
      where: inAccount,
      select: { stackServerId: true, endUser: true, fieldId: true },
    });
    await tx.credential.deleteMany({ where: inAccount });
    const { count: callContents } = await tx.callContent.deleteMany({ where: { accountId, keyId } });
    const noKey = { sealed: null, keyId: null };
    const { count: chatModels } = await tx.chatModel.updateMany({ where: { accountId, keyId }, data: noKey });
    const webhooks = await disableWebhooks(ctx, tx, keyId, accountId);
    const tokens = await revokeTokens(ctx, tx, keyId, accountId);
    const lost: Lost = { credentials: credentials.length, callContents, webhooks, chatModels, tokens };
    const chain = await acceptChain(ctx, tx, accountId);
    if (!chain && LOST_KINDS.every((kind) => lost[kind] === 0)) return null;
    return {
      value: { lost, isUnverifiable: chain !== null },
      audit: { ...auditOf(keyId, accountId, { ...lost, ...chain }), credentials },
    };
  });
}

const auditOf = (keyId: string, chain: string, details: NewAuditEvent['details'] & object): NewAuditEvent => ({
  action: 'vault.abandon_key',
  target: { kind: 'vault', id: keyId },
  chain,
  details,
});

async function disableWebhooks(ctx: Ctx, tx: Tx, keyId: string, accountId: AccountId): Promise<number> {
  const webhooks = await tx.webhook.findMany({ where: { accountId, keyId } });
  for (const webhook of webhooks) {
    const { bytes: sealed, keyId: newKeyId } = ctx.vault.seal(newWebhookSecret(), webhookBinding(webhook));
    const state = { disabledAt: ctx.now(), problem: WEBHOOK_PROBLEM };
    await tx.webhook.update({ where: { id: webhook.id }, data: { sealed, keyId: newKeyId, ...state } });
  }
  return webhooks.length;
}

/** Revokes the account's tokens that a lost signing key may have signed. */
async function revokeTokens(ctx: Ctx, tx: Tx, keyId: string, accountId: AccountId): Promise<number> {
  const keys = await tx.signingKey.findMany({ where: { keyId }, select: { createdAt: true, retiredAt: true } });
  const periods = keys.map(({ createdAt, retiredAt }) => ({
    createdAt: {
      gte: new Date(createdAt.getTime() - CLOCK_SKEW_MS - RESIGNED_MS_MAX),
      ...(retiredAt && { lte: new Date(retiredAt.getTime() + CLOCK_SKEW_MS) }),
    },
  }));
  const where = { revokedAt: null, endpoint: { stack: { accountId } }, OR: periods };
  return (await tx.stackToken.updateMany({ where, data: { revokedAt: ctx.now() } })).count;
}

/**
 * The details with which `audit verify` accepts that a chain's events so far can't be verified; null if the head's key
 * is known. Signs the start of a pruned chain again.
 */
async function acceptChain({ vault }: Ctx, tx: Tx, id: string) {
  const head = await tx.auditChain.findUnique({ where: { id } });
  if (!head?.keyId || (await findAuditKey(tx, vault, head.keyId))) return null;
  const { prunedSeq: seq, prunedHash } = head;
  if (seq > 0 && prunedHash) {
    const prunedMac = anchorMac({ id, seq, hash: new Uint8Array(prunedHash) }, currentAuditKey(vault));
    await tx.auditChain.update({ where: { id }, data: { prunedMac, prunedKeyId: vault.currentKeyId } });
  }
  return { unverifiableThrough: head.seq };
}

/** Deletes the installation's rows of the key, and the key. */
function forgetKey(ctx: Ctx, keyId: string) {
  return write(ctx, async (tx) => {
    await lockVaultKeys(tx);
    const { count: signingKeys } = await tx.signingKey.deleteMany({ where: { keyId } });
    const { count: oauthClients } = await tx.oAuthRegistration.deleteMany({ where: { keyId } });
    const { count: auditKeys } = await tx.auditKey.deleteMany({ where: { keyId } });
    await tx.vaultKey.deleteMany({ where: { keyId } });
    const chain = await acceptChain(ctx, tx, OPERATOR_CHAIN);
    const deleted = { signingKeys, oauthClients };
    return {
      value: { deleted, isUnverifiable: chain !== null },
      audit: auditOf(keyId, OPERATOR_CHAIN, { ...deleted, auditKeys, ...chain }),
    };
  });
}
