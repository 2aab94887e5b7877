import { type ApiKey, Prisma } from '../../generated/prisma/client.ts';
import type { NewAuditEvent } from '../kernel/audit/audit.ts';
import { childPages, childRows, columnsOf, orderedChildren } from '../kernel/childPages.ts';
import type { Ctx } from '../kernel/context.ts';
import { type AccountId, type ApiKeyId, newApiKeyId, toApiKeyId } from '../kernel/ids.ts';
import { type ListOrder, NEWEST_FIRST, pageInOrder } from '../kernel/order.ts';
import { type IdOrder, pageAmong, type Window } from '../kernel/page.ts';
import { accountIdOf, accountWhere, inForce, ownAccountWhere, requireRight, requireRightsOf } from '../kernel/scope.ts';
import { permissionsOfKey, readStackRoles } from '../kernel/stackRoles.ts';
import { writeUnlessDone } from '../kernel/write.ts';
import { writeIdempotent } from '../kernel/writeIdempotent.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { containsText, flagCondition, inForceCondition, type Search, textCondition } from '../lib/search.ts';
import { deletableBefore, requireCapacity } from '../limits/countedBounds.ts';
import { requireFuture } from './keyEnd.ts';
import { displayOf, hashApiKey, newApiKeyText } from './keyFormat.ts';
import { type KeyLimits, keyDetails, keyInput, limitsOfKey } from './keyLimits.ts';
import { lockAdmin } from './lockAdmin.ts';
import { makerOf } from './maker.ts';

/** The relations and columns that `listApiKeys` loads, and the page that it returns. */
type ApiKeyLoad = Pick<Prisma.ApiKeyFindManyArgs, 'include' | 'select'> & Window;

/** A new key: `key` is the credential itself. It isn't stored and is shown once. */
export type CreatedApiKey = { readonly apiKey: ApiKey; readonly key: string };

const RETRY_AFTER_SECONDS = 5;

type NewApiKey = KeyLimits & { accountId: AccountId; name: string };

/** Creates a key and the row to store for it. */
export function newApiKey(ctx: Ctx, input: NewApiKey): { data: Prisma.ApiKeyUncheckedCreateInput; key: string } {
  const key = newApiKeyText();
  const data = {
    ...input,
    id: newApiKeyId(),
    hash: hashApiKey(key),
    display: displayOf(key),
    createdAt: ctx.now(),
  };
  return { data, key };
}

/**
 * Creates a key of the caller's account from `{ name, expiresAt?: Date, role?, scopes?, stackRoles?, tools?, networks?,
 * callsMax? }`. Tested by `test/core/accounts/keyLimits.test.ts`.
 * @throws forbidden without the right `admin`, or for a key that exceeds the caller's rights
 * @throws not_found (stack); invalid_input; unavailable while limits are degraded
 */
export async function createApiKey(ctx: Ctx, input: unknown): Promise<CreatedApiKey> {
  requireRight(ctx.actor, 'admin');
  const accountId = accountIdOf(ctx.actor);
  // Without shared counters, one key could create an unlimited number of keys, each with its own limits.
  if (ctx.limiter.isDegraded())
    throw new AppError('unavailable', 'API keys cannot be created right now', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  const { name, stackRoles: named, ...rest } = parseInput(keyInput, input, 'Invalid request parameters');
  requireFuture(ctx, rest.expiresAt);
  const limits = limitsOfKey(ctx.actor, rest, await readStackRoles(ctx.db, accountId, named));
  const standing = permissionsOfKey(limits);
  requireRightsOf(ctx.actor, standing);
  const { data, key } = newApiKey(ctx, { accountId, name, ...limits });
  const makerId = await makerOf(ctx.db, ctx.actor);
  return writeIdempotent(ctx, async (tx) => {
    requireRightsOf(await lockAdmin(ctx, tx), standing);
    await requireCapacity(ctx, tx, 'max_api_keys');
    await tx.apiKey.deleteMany({ where: { accountId, revokedAt: { lt: deletableBefore(ctx.now()) } } });
    return {
      value: { apiKey: await tx.apiKey.create({ data: { ...data, makerId } }), key },
      audit: { ...auditOf('api_key.create', accountId, data.id), details: { name, ...keyDetails(limits) } },
    };
  });
}

/** Filter for key lists; all conditions apply. */
type ApiKeyFilter = {
  /** Text in the name, ignoring case. */
  readonly search?: Search;
  /** Selects keys that are neither revoked nor expired. */
  readonly isInForce?: boolean | null | undefined;
};

/** The filter as a Prisma `where` fragment. */
function whereOf({ search, isInForce }: ApiKeyFilter, now: Date): Prisma.ApiKeyWhereInput {
  const state = typeof isInForce === 'boolean' ? [isInForce ? inForce(now) : { NOT: inForce(now) }] : [];
  return { AND: [...state, search ? { name: containsText(search) } : {}] };
}

type ApiKeyOrder = ListOrder<'createdAt' | 'name' | 'lastUsedAt'>;

/** The keys of the caller's account, newest first unless another order is given, revoked ones included. */
export async function listApiKeys(
  ctx: Ctx,
  load: ApiKeyLoad = {},
  { field, direction }: ApiKeyOrder = NEWEST_FIRST,
  filter: ApiKeyFilter = {},
): Promise<ApiKey[]> {
  const { db, actor, now } = ctx;
  if (field === 'lastUsedAt') return listByLastUse(ctx, load, filter, direction);
  const page = await pageInOrder({ field, direction }, pageAmong('key', load), (id) =>
    db.apiKey.findFirst({ where: { id: toApiKeyId(id), ...accountWhere(actor) }, select: { name: true } }),
  );
  return db.apiKey.findMany({ ...page, where: { AND: [page.where, whereOf(filter, now()), accountWhere(actor)] } });
}

/** Lists keys by last use; unused keys come first. A cursor that isn't a key of the account gives an empty page. */
async function listByLastUse(
  { db, actor, now }: Ctx,
  load: ApiKeyLoad,
  filter: ApiKeyFilter,
  direction: IdOrder,
): Promise<ApiKey[]> {
  const account = accountIdOf(actor);
  const { search, isInForce } = filter;
  const condition = Prisma.sql`${textCondition(search, Prisma.sql`name`)} ${flagCondition(isInForce, inForceCondition(now()))}`;
  const keys = childRows('api_key', 'account_id', condition);
  const pages = await childPages(
    db,
    orderedChildren(keys, { field: 'lastUsedAt', direction }),
    [account],
    pageAmong('key', load),
    (ids) => db.apiKey.findMany({ ...columnsOf(load), where: { id: { in: ids }, ...accountWhere(actor) } }),
  );
  return [...(pages.get(account) ?? [])];
}

/** One key of the caller's account, revoked or not; null if unknown or another account's. @throws forbidden */
export async function findApiKey(ctx: Ctx, id: ApiKeyId): Promise<ApiKey | null> {
  return ctx.db.apiKey.findFirst({ where: { id, ...accountWhere(ctx.actor) } });
}

/** The calling key, which may always see itself; null if the caller is not a key. */
export async function findOwnKey({ db, actor }: Ctx): Promise<ApiKey | null> {
  if (actor.kind !== 'apiKey') return null;
  return db.apiKey.findFirst({ where: { id: actor.keyId, accountId: actor.accountId } });
}

const keyNotFound = (): AppError => new AppError('not_found', 'API key not found');

/** As `findApiKey`. @throws forbidden; not_found */
export async function getApiKey(ctx: Ctx, id: ApiKeyId): Promise<ApiKey> {
  const apiKey = await findApiKey(ctx, id);
  if (!apiKey) throw keyNotFound();
  return apiKey;
}

/** Number of the account's keys that match a filter, revoked ones included. @throws forbidden */
export async function countApiKeys({ db, actor, now }: Ctx, filter: ApiKeyFilter = {}): Promise<number> {
  return db.apiKey.count({ where: { AND: [whereOf(filter, now()), accountWhere(actor)] } });
}

/**
 * Revokes a key immediately and permanently; idempotent. A key may always revoke itself, and a person may revoke the
 * keys of their logins.
 * @throws not_found for an unknown key or one of another account
 * @throws forbidden without the right `admin`, or for a key with more rights than the caller
 */
export async function revokeApiKey(ctx: Ctx, id: ApiKeyId): Promise<ApiKey> {
  // A caller without the right to manage keys may still revoke its own key.
  const { actor } = ctx;
  const where = { id, ...ownAccountWhere(actor) };
  const row = await ctx.db.apiKey.findFirst({ where });
  const isOwn =
    row !== null &&
    ((actor.kind === 'apiKey' && actor.keyId === row.id) || (actor.kind === 'user' && actor.userId === row.userId));
  if (!isOwn) requireRight(actor, 'admin');
  if (!row) throw keyNotFound();
  if (!isOwn) requireRightsOf(actor, permissionsOfKey(row));
  if (row.revokedAt) return row;
  const revoked = await writeUnlessDone(ctx, async (tx) => {
    const where = { id, revokedAt: null };
    const [value] = await tx.apiKey.updateManyAndReturn({ where, data: { revokedAt: ctx.now() } });
    const audit = { ...auditOf('api_key.revoke', row.accountId, id), details: { name: row.name } };
    return value ? { value, audit, changes: [{ kind: 'apiKey', id }] } : null;
  });
  return revoked ?? (await ctx.db.apiKey.findFirst({ where })) ?? row;
}

/** Audit details that name the keys revoked by another action; empty if none. */
export const revokedDetails = (ids: readonly ApiKeyId[]): { readonly revokedApiKeys?: readonly ApiKeyId[] } =>
  ids.length === 0 ? {} : { revokedApiKeys: ids };

// Writes to the chain of the account that owns the key, even if the operator acts for it.
const auditOf = (action: 'api_key.create' | 'api_key.revoke', chain: string, id: string): NewAuditEvent => ({
  action,
  target: { kind: 'api_key', id },
  chain,
});
