import type { User } from '../../generated/prisma/client.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { isEmailAddress, type UserId, type UserRef } from '../kernel/ids.ts';
import { type Permissions, toRole } from '../kernel/roles.ts';
import { accountWhere } from '../kernel/scope.ts';
import { stackRolesIn } from '../kernel/stackRoles.ts';
import { AppError } from '../lib/errors.ts';
import { isStorable } from '../lib/text.ts';
import { normalEmail } from './fields.ts';

/**
 * A person's current permissions.
 * Tested by `test/core/people/roles.test.ts`.
 * @throws not_found for a person removed in the meantime
 */
export async function permissionsOf(tx: Tx, id: UserId): Promise<Permissions> {
  const user = await tx.user.findUnique({ where: { id }, select: { role: true, stackRoles: true } });
  if (!user) throw userNotFound();
  return { role: toRole(user.role), ...stackRolesIn(user.stackRoles) };
}

/** A person of the caller's account by id or email address. @throws not_found, also for another account's person */
export async function getUser(ctx: Ctx, ref: UserRef): Promise<User> {
  const named = isEmailAddress(ref) ? { email: normalEmail(isStorable(ref) ? ref : '') } : { id: ref };
  const user = await ctx.db.user.findFirst({ where: { ...named, ...accountWhere(ctx.actor) } });
  if (!user) throw userNotFound();
  return user;
}

/** The same error for an unknown person and for another account's. */
export const userNotFound = (): AppError => new AppError('not_found', 'User not found');

/**
 * The people of the caller's account with these ids, keyed by id.
 * @throws forbidden
 */
export async function listUsersById(ctx: Ctx, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, User>> {
  const users = await ctx.db.user.findMany({ where: { id: { in: [...ids] }, ...accountWhere(ctx.actor) } });
  return new Map(users.map((user) => [user.id, user]));
}
