import { z } from 'zod';
import type { Account, Prisma } from '../../generated/prisma/client.ts';
import type { LimitOverrides } from '../kernel/actor.ts';
import { appendAudit } from '../kernel/audit/audit.ts';
import { BOUNDS, boundNames } from '../kernel/bounds.ts';
import type { Ctx } from '../kernel/context.ts';
import { type AccountId, newAccountId } from '../kernel/ids.ts';
import { ADJUSTABLE_CLASSES } from '../kernel/limitClasses.ts';
import { pageAmong, pageById, type Window } from '../kernel/page.ts';
import { accountWhere, ownAccountId, requireOperator } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { nameSchema } from '../lib/text.ts';
import { type CreatedApiKey, newApiKey } from './apiKey.ts';
import { roleLimits } from './keyLimits.ts';

/** The relations and columns that `listAccounts` loads, and the page that it returns. */
type AccountLoad = Pick<Prisma.AccountFindManyArgs, 'include' | 'select'> & Window;

const createInput = z.object({ name: nameSchema });

const ADJUSTABLE = boundNames.filter((name) => BOUNDS[name].isAdjustable);
const perMinute = z.int().min(1).max(1_000_000).optional();
const atMost = z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional();
/** Limits that can be set for one account. Excludes `failed_auth`, which counts per network address. */
const limitsSchema = z.strictObject({
  ...Object.fromEntries(ADJUSTABLE_CLASSES.map((name) => [name, perMinute])),
  ...Object.fromEntries(ADJUSTABLE.map((name) => [name, atMost])),
});

/** Creates an account from `{ name }`, with a first API key that may create others. @throws forbidden, invalid_input */
export async function createAccount(ctx: Ctx, input: unknown): Promise<{ account: Account } & CreatedApiKey> {
  requireOperator(ctx.actor);
  const { name } = parseInput(createInput, input, 'Invalid request parameters');
  const id = newAccountId();
  const first = newApiKey(ctx, { accountId: id, name: 'First key', ...roleLimits('owner', null) });
  return write(ctx, async (tx) => {
    const account = await tx.account.create({ data: { id, name, createdAt: ctx.now() } });
    await appendAudit(ctx, tx, {
      action: 'account.create',
      target: { kind: 'account', id },
      chain: id,
      details: { name },
    });
    return {
      value: { account, apiKey: await tx.apiKey.create({ data: first.data }), key: first.key },
      audit: { action: 'api_key.create', target: { kind: 'api_key', id: first.data.id }, chain: id },
    };
  });
}

/** All accounts, oldest first. @throws forbidden */
export async function listAccounts(ctx: Ctx, load: AccountLoad = {}): Promise<Account[]> {
  requireOperator(ctx.actor);
  return ctx.db.account.findMany(pageById('asc', pageAmong('acct', load)));
}

/**
 * Replaces the limit overrides of one account. The input is `{ limits: { [class]: requests per minute, [bound]: number
 * } }`; an empty `limits` restores all defaults.
 * @throws forbidden, not_found, invalid_input
 */
export async function setAccountLimits(ctx: Ctx, id: AccountId, input: unknown): Promise<Account> {
  requireOperator(ctx.actor);
  if (!(await ctx.db.account.findUnique({ where: { id } }))) throw new AppError('not_found', 'Account not found');
  const { limits } = parseInput(z.object({ limits: limitsSchema }), input, 'Invalid request parameters');
  return write(ctx, async (tx) => ({
    value: await tx.account.update({ where: { id }, data: { rateLimits: limits } }),
    audit: { action: 'account.set_limits', target: { kind: 'account', id }, chain: id, details: toDetails(limits) },
    changes: [{ kind: 'account', id }],
  }));
}

const toDetails = (limits: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(Object.entries(limits).flatMap(([name, limit]) => (limit === undefined ? [] : [[name, limit]])));

/** The limits set for one account, from its `rateLimits` column; `{}` if the column has no valid value. */
export function limitsOf(rateLimits: unknown): LimitOverrides {
  const parsed = limitsSchema.safeParse(rateLimits);
  if (!parsed.success) return {};
  return toDetails(parsed.data);
}

/** The account that the caller acts for. @throws forbidden for an agent, and for the operator outside any account */
export async function getOwnAccount(
  ctx: Ctx,
  load?: Pick<Prisma.AccountFindManyArgs, 'include' | 'select'>,
): Promise<Account> {
  const account = await ctx.db.account.findUnique({ ...load, where: { id: ownAccountId(ctx.actor) } });
  if (!account) throw new AppError('not_found', 'Account not found');
  return account;
}

/** The actor's own account, if it has this id; otherwise null. @throws forbidden */
export async function findOwnAccount(ctx: Ctx, id: AccountId): Promise<Account | null> {
  return accountWhere(ctx.actor).accountId === id ? ctx.db.account.findUnique({ where: { id } }) : null;
}
