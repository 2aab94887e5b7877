import { z } from 'zod';
import type { Account, Server } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import type { ServerId } from '../kernel/ids.ts';
import { accountIdOf, requireRight } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { listUpTo, parseInput } from '../lib/parse.ts';
import { findServer, lockServer } from '../servers/server.ts';
import { CHANGE_KINDS, type ChangeKind } from './change.ts';

const BAD_INPUT = 'Invalid request parameters';
/** The kinds of changes that an account can review. Cosmetic changes are always applied. */
const HOLDABLE = CHANGE_KINDS.filter((kind) => kind !== 'cosmetic');
const kindsInput = listUpTo(z.enum(HOLDABLE), HOLDABLE.length);
const heldInput = z.object({ kinds: kindsInput.nullish() });
/** The kinds of changes that a new account reviews. */
const DEFAULT_KINDS = ['reworded', 'widening', 'removed'] as const;

const inOrder = (kinds: readonly ChangeKind[]): ChangeKind[] => HOLDABLE.filter((kind) => kinds.includes(kind));

/**
 * Sets which kinds of changes await review in the account. The input is `{ kinds? }`, with any kinds except `cosmetic`;
 * null restores the default. Applies to servers without an override. Changes that already await review stay pending.
 * @throws forbidden without the right `admin`; invalid_input
 */
export async function updateHeldChanges(ctx: Ctx, input: unknown): Promise<Account> {
  requireRight(ctx.actor, 'admin');
  const id = accountIdOf(ctx.actor);
  const { kinds } = parseInput(heldInput, input, BAD_INPUT);
  const data = kinds === undefined ? {} : { heldChanges: inOrder(kinds ?? DEFAULT_KINDS) };
  return write(ctx, async (tx) => {
    const value = await tx.account.update({ where: { id }, data });
    const target = { kind: 'account' as const, id };
    const details = { kinds: value.heldChanges };
    return { value, audit: { action: 'account.hold_changes', target, chain: id, details } };
  });
}

/**
 * Sets which kinds of tool changes await review for one private or marketplace server in the account. The input is as
 * for `updateHeldChanges`; null uses the account's setting.
 * @throws not_found; forbidden without the right `admin`; invalid_input
 */
export async function updateServerHeldChanges(ctx: Ctx, slug: ServerId, input: unknown): Promise<Server> {
  requireRight(ctx.actor, 'admin');
  const accountId = accountIdOf(ctx.actor);
  const { kinds: requestedKinds } = parseInput(heldInput, input, BAD_INPUT);
  const server = await findServer(ctx, slug);
  const notFound = new AppError('not_found', `Server ${slug} not found`);
  if (!server) throw notFound;
  if (requestedKinds === undefined) return server;
  const kinds = requestedKinds && inOrder(requestedKinds);
  const key = { accountId, serverId: server.id };
  return write(ctx, async (tx) => {
    if (!(await lockServer(tx, server.id))) throw notFound;
    if (kinds) {
      const where = { accountId_serverId: key };
      await tx.reviewSetting.upsert({ where, update: { kinds }, create: { ...key, kinds } });
    } else await tx.reviewSetting.deleteMany({ where: key });
    return {
      value: server,
      audit: { action: 'server.hold_changes', target: { kind: 'server', id: slug }, details: kinds ? { kinds } : {} },
    };
  });
}
