import { LRUCache } from 'lru-cache';
import { Prisma } from '../../generated/prisma/client.ts';
import { type BoundName, boundOf, boundReached, storedBound } from '../kernel/bounds.ts';
import type { Ctx, Db, Tx } from '../kernel/context.ts';
import { type AccountId, ofTrustedIssuers } from '../kernel/ids.ts';
import { inForce } from '../kernel/scope.ts';
import { lruOptions } from '../lib/lru.ts';

type CountRows = (db: Db | Tx, accountId: AccountId, now: Date) => Promise<number>;

const sum = async (rows: Promise<readonly { readonly sum: bigint | null }[]>): Promise<number> =>
  Number((await rows)[0]?.sum ?? 0);

/** How long a person's consent is stored after its code has expired: long enough to detect the reuse of a code. */
export const CONSENT_KEPT_MS = 24 * 60 * 60_000;

/** Selects the tokens that were not issued for a trusted issuer. */
const NOT_OF_ISSUERS = { OR: [{ grantId: null }, { NOT: { grantId: ofTrustedIssuers() } }] };

const ofAccount = (accountId: AccountId) => ({ stack: { accountId } });

/** SQL for a figure of the tools enabled in an account’s stacks. */
const enabledTools = (db: Db | Tx, accountId: AccountId, figure: Prisma.Sql) =>
  db.$queryRaw<readonly { readonly sum: bigint | null }[]>`
    SELECT ${figure} AS sum FROM stack JOIN stack_server ON stack_id = stack.id
      JOIN enabled_tool ON stack_server_id = stack_server.id
    WHERE account_id = ${accountId}`;

/** SQL counts of an account's resources, by bound. */
export const COUNTS = {
  max_stacks: (db, accountId) => db.stack.count({ where: { accountId } }),
  max_enabled_tools: (db, accountId) => sum(enabledTools(db, accountId, Prisma.sql`count(*)`)),
  // Reads only the length of each text.
  max_descriptions_bytes: (db, accountId) =>
    sum(enabledTools(db, accountId, Prisma.sql`sum(octet_length(description))`)),
  max_skills: (db, accountId) => db.skill.count({ where: ofAccount(accountId) }),
  max_skills_bytes: (db, accountId) =>
    sum(db.$queryRaw`
      SELECT sum(octet_length(content)) FROM skill JOIN stack ON stack.id = stack_id
      WHERE account_id = ${accountId}`),
  max_servers: (db, owner) => db.server.count({ where: { owner } }),
  // Uses the compressed size of stored documents, since measuring the text would require decompressing it.
  max_servers_bytes: (db, owner) =>
    sum(db.$queryRaw`
      SELECT (SELECT coalesce(sum(bytes), 0) FROM server WHERE owner = ${owner}) +
        (SELECT coalesce(sum(pg_column_size(definition) + pg_column_size(changes)), 0) FROM kept_definition
         JOIN tool ON tool.id = tool_key JOIN server ON server.id = server_id WHERE owner = ${owner}) +
        (SELECT coalesce(sum(pg_column_size(held_instructions) + coalesce(pg_column_size(held_skills), 0)), 0) FROM stack_server
         JOIN server ON server.id = server_id WHERE owner = ${owner}) AS sum`),
  max_credentials: (db, accountId) => db.credential.count({ where: { stackServer: ofAccount(accountId) } }),
  max_connect_links: (db, accountId, now) =>
    db.connectLink.count({ where: { stackServer: ofAccount(accountId), usedAt: null, expiresAt: { gt: now } } }),
  max_endpoints: (db, accountId) => db.clientEndpoint.count({ where: ofAccount(accountId) }),
  // Each trusted issuer has its own limit, because the account does not control how many people an issuer knows.
  max_tokens: (db, accountId, now) =>
    db.stackToken.count({ where: { endpoint: ofAccount(accountId), AND: [inForce(now), NOT_OF_ISSUERS] } }),
  max_attenuated_calls: (db, accountId, now) =>
    db.attenuatedCalls.count({
      where: { token: { endpoint: ofAccount(accountId) }, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    }),
  max_service_accounts: (db, accountId) => db.serviceAccount.count({ where: { endpoint: ofAccount(accountId) } }),
  max_trusted_issuers: (db, accountId) => db.trustedIssuer.count({ where: { endpoint: ofAccount(accountId) } }),
  max_api_keys: (db, accountId, now) => db.apiKey.count({ where: { accountId, ...inForce(now) } }),
  max_rules: (db, accountId) => db.policyRule.count({ where: { accountId } }),
  max_approvals: (db, accountId, now) =>
    db.approval.count({ where: { accountId, state: 'pending', expiresAt: { gt: now } } }),
  max_approvals_bytes: (db, accountId, now) =>
    sum(db.$queryRaw`
      SELECT sum(octet_length(sealed) + coalesce(octet_length(announced::text), 0)) FROM approval WHERE account_id = ${accountId} AND expires_at > ${now}`),
  max_webhooks: (db, accountId) => db.webhook.count({ where: { accountId } }),
  max_users: (db, accountId) => db.user.count({ where: { accountId } }),
  max_invitations: (db, accountId, now) =>
    db.invitation.count({ where: { accountId, usedAt: null, expiresAt: { gt: now } } }),
  max_authorization_codes: (db, accountId, now) =>
    db.authorizationCode.count({
      where: { endpoint: ofAccount(accountId), expiresAt: { gt: new Date(now.getTime() - CONSENT_KEPT_MS) } },
    }),
  max_call_records: (db, accountId) =>
    sum(db.$queryRaw`SELECT sum(calls) FROM call_hour WHERE account_id = ${accountId} AND stack_id = ''`),
  max_contents_bytes: (db, accountId) =>
    sum(db.$queryRaw`SELECT sum(bytes) FROM call_content WHERE account_id = ${accountId}`),
  max_audit_events: async (db, id) => {
    const head = await db.auditChain.findUnique({ where: { id } });
    return head ? head.seq - head.prunedSeq : 0;
  },
  max_audit_bytes: async (db, id) => Number((await db.auditChain.findUnique({ where: { id } }))?.bytes ?? 0n),
  // The brackets of the list of sources don't count.
  max_results_bytes: (db, accountId, now) =>
    sum(db.$queryRaw`
      SELECT sum(octet_length(sealed) + octet_length(sources::text) - 2) FROM stored_result JOIN stack ON stack.id = stack_id
      WHERE account_id = ${accountId} AND expires_at > ${now}`),
  max_files: (db, accountId, now) => db.storedFile.count({ where: { accountId, expiresAt: { gt: now } } }),
  // A file that is still being stored counts with the segments reserved for it.
  max_files_bytes: (db, accountId, now) =>
    sum(db.$queryRaw`
      SELECT sum(CASE WHEN digest IS NULL THEN segments::bigint * 1048576 ELSE bytes END) FROM stored_file
      WHERE account_id = ${accountId} AND expires_at > ${now}`),
  max_idempotency_bytes: (db, accountId, now) =>
    sum(db.$queryRaw`
      SELECT sum(octet_length(sealed)) FROM idempotent_call JOIN stack ON stack.id = stack_id
      WHERE account_id = ${accountId} AND expires_at > ${now}`),
  max_jobs: (db, accountId, now) => db.job.count({ where: { accountId, expiresAt: { gt: now } } }),
  max_jobs_bytes: (db, accountId, now) =>
    sum(db.$queryRaw`
      SELECT sum(octet_length(request) + coalesce(octet_length(sealed), 0) + coalesce(octet_length(question), 0)) FROM job
      WHERE account_id = ${accountId} AND expires_at > ${now}`),
  max_uploads: (db, accountId, now) => db.upload.count({ where: { accountId, expiresAt: { gt: now } } }),
  max_kept_creations: (db, accountId, now) => db.keptCreation.count({ where: { accountId, expiresAt: { gt: now } } }),
} as const satisfies Partial<Record<BoundName, CountRows>>;

/** A bound that is counted in the database. */
export type CountedBound = keyof typeof COUNTS;

const REVOKED_KEPT_MS = 24 * 60 * 60_000;

/**
 * Rows revoked before this time are deleted when the next row of their kind is created, so that they do not accumulate.
 */
export const deletableBefore = (now: Date): Date => new Date(now.getTime() - REVOKED_KEPT_MS);

/** Counting these reads many rows, so a count is cached for this long. */
const COUNTED_MS = 5_000;
const ACCOUNTS_MAX = 10_000;
const counted = new LRUCache<string, Promise<number>>({ ...lruOptions(ACCOUNTS_MAX), ttl: COUNTED_MS });

type StoredBound = 'max_results_bytes' | 'max_jobs_bytes' | 'max_idempotency_bytes' | 'max_attenuated_calls';

/**
 * Refuses when the account's stored rows are at the bound. A count is cached for five seconds, so an account may exceed
 * the bound by the rows that it stores in that time. `already` is the number of rows or bytes that this request stored.
 * @throws rate_limited until some rows have expired
 */
export async function requireStored(
  ctx: Pick<Ctx, 'actor' | 'now'> & { readonly db: Db | Tx },
  name: StoredBound,
  already = 0,
): Promise<void> {
  const { accountId } = ctx.actor;
  if (accountId === null) return;
  const key = `${name} ${accountId}`;
  const used = counted.get(key) ?? COUNTS[name](ctx.db, accountId, ctx.now());
  counted.set(key, used, { noUpdateTTL: true });
  // A failed count must not be reused.
  used.catch(() => counted.delete(key));
  const max = boundOf(ctx.actor, name);
  if ((await used) - already >= max) throw boundReached(name, max, 'rate_limited');
}

/**
 * Refuses if `more` rows would exceed the account's bound. Call it in the transaction that adds them. It locks the
 * account, so that concurrent transactions cannot exceed the bound together. Tested by
 * `test/core/limits/countedBounds.test.ts`.
 * @throws invalid_input at the bound
 */
export const requireCapacity = (ctx: Ctx, tx: Tx, name: CountedBound, more = 1): Promise<void> =>
  requireRoomBy(ctx, tx, { name, count: COUNTS[name], more });

/** A bound on the rows of one resource, and the function that counts them. */
type BoundedCount = { readonly name: BoundName; readonly count: CountRows; readonly more?: number };

/** As `requireCapacity`, if several objects of the account each have their own bound. */
export async function requireRoomBy(ctx: Ctx, tx: Tx, { name, count, more = 1 }: BoundedCount): Promise<void> {
  const { accountId } = ctx.actor;
  // The operator's own rows are not bounded.
  if (accountId === null) return;
  const account = await lockAccount(tx, accountId);
  // Read the limits from the account, because some actors don't have them, such as a person who is signing in.
  const max = storedBound(account?.limits, name);
  const used = await count(tx, accountId, ctx.now());
  if (used + more > max) throw boundReached(name, max);
}

/** Locks the account, so that other transactions that add to it wait for this one. Returns its limits. */
export async function lockAccount(tx: Tx, accountId: AccountId): Promise<{ limits: unknown } | undefined> {
  const [account] = await tx.$queryRaw<{ limits: unknown }[]>`
    SELECT rate_limits AS limits FROM account WHERE id = ${accountId} FOR NO KEY UPDATE`;
  return account;
}
