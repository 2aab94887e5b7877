import { z } from 'zod';
import type { User } from '../../generated/prisma/client.ts';
import { revokedDetails } from '../accounts/apiKey.ts';
import { requireMayMakePermanent } from '../accounts/keyEnd.ts';
import { lockAdmin } from '../accounts/lockAdmin.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { STACK_ITSELF } from '../kernel/endUser.ts';
import type { AccountId, UserId, UserRef } from '../kernel/ids.ts';
import { lacksRightsOf, type Permissions, type Role, roleNames, toRole } from '../kernel/roles.ts';
import {
  accountWhere,
  requireOperator,
  requireRight,
  requireRightsOf,
  requireUnrestrictedKey,
  requireUser,
} from '../kernel/scope.ts';
import { readStackRoles, roleDetails, stackRolesInput, storedStackRoles, toStackRoles } from '../kernel/stackRoles.ts';
import { write, writeUnlessDone } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { newPasswordSchema } from './fields.ts';
import { endGreaterLogins, endLogins } from './logins.ts';
import { requireOwnPassword, wrongPassword } from './ownPassword.ts';
import { getUser, permissionsOf, userNotFound } from './storedUser.ts';
import { requireUnlikeEmail } from './weakPassword.ts';

const roleInput = z.object({ role: z.enum(roleNames).optional(), stackRoles: stackRolesInput });
const changeInput = z.object({ currentPassword: z.string(), newPassword: newPasswordSchema });

/** The calling person; null if the actor is not a signed-in person. Tested by `test/core/people/user.test.ts`. */
export async function findOwnUser({ actor, db }: Ctx): Promise<User | null> {
  return actor.kind === 'user' ? db.user.findUnique({ where: { id: actor.userId } }) : null;
}

/** The people of the caller's account, or of all accounts for the operator, oldest first. @throws forbidden */
export async function listUsers(ctx: Ctx): Promise<User[]> {
  return ctx.db.user.findMany({ where: accountWhere(ctx.actor), orderBy: { id: 'asc' } });
}

/** One person of the caller's account; null if unknown or another account's. @throws forbidden */
export async function findUser(ctx: Ctx, id: UserId): Promise<User | null> {
  return ctx.db.user.findFirst({ where: { id, ...accountWhere(ctx.actor) } });
}

/** Whether any user exists; if not, the dashboard and the start message explain how to begin. */
export const hasUsers = async ({ db }: Pick<Ctx, 'db'>): Promise<boolean> => (await db.user.findFirst()) !== null;

/**
 * Changes the caller's password. The input is `{ currentPassword, newPassword }`. Ends all their other sessions and
 * command-line logins; passkeys stay.
 * @throws forbidden for a person without a password; invalid_input; rate_limited; unavailable
 */
export async function changePassword(ctx: Ctx, input: unknown): Promise<User> {
  const { userId: id, sessionId } = requireUser(ctx.actor);
  const { currentPassword, newPassword } = parseInput(changeInput, input, 'Invalid request parameters');
  const { passwordHash: current, email } = await ctx.db.user.findUniqueOrThrow({ where: { id } });
  requireUnlikeEmail(email, newPassword, '/newPassword');
  if (current === null) throw new AppError('forbidden', 'You have no password to change: you sign in without one');
  await requireOwnPassword(ctx, { id, passwordHash: current }, currentPassword);
  const passwordHash = await ctx.passwords.hash(newPassword);
  return write(ctx, async (tx) => {
    // Match the verified hash, so that only one of two concurrent changes succeeds.
    const [user] = await tx.user.updateManyAndReturn({ where: { id, passwordHash: current }, data: { passwordHash } });
    if (!user) throw wrongPassword();
    await tx.session.deleteMany({ where: { userId: id, id: { not: sessionId } } });
    const details = revokedDetails(await endLogins(tx, id, ctx.now()));
    return {
      value: user,
      audit: { action: 'user.change_password', target: { kind: 'user', id }, details },
      changes: [{ kind: 'user', id }],
    };
  });
}

/**
 * Sets a user's password and ends all their sessions and command-line logins. For the operator.
 * @throws forbidden, not_found, invalid_input
 */
export async function setPassword(ctx: Ctx, ref: UserRef, password: string): Promise<User> {
  requireOperator(ctx.actor);
  const { id, accountId, email } = await getUser(ctx, ref);
  const chosen = parseInput(z.object({ password: newPasswordSchema }), { password }, 'Invalid password').password;
  requireUnlikeEmail(email, chosen, '/password');
  const passwordHash = await ctx.passwords.hash(chosen);
  return write(ctx, async (tx) => {
    await tx.session.deleteMany({ where: { userId: id } });
    const details = revokedDetails(await endLogins(tx, id, ctx.now()));
    return {
      value: await tx.user.update({ where: { id }, data: { passwordHash } }),
      audit: { action: 'user.set_password', target: { kind: 'user', id }, chain: accountId, details },
      changes: [{ kind: 'user', id }],
    };
  });
}

/**
 * Ends all of the caller's sessions, including this one, and all their command-line logins. Independent credentials
 * stay: password, passkeys, other API keys, tokens.
 * @throws forbidden for a caller that is not a person
 */
export async function signOutEverywhere(ctx: Ctx): Promise<void> {
  const { userId: id, accountId } = requireUser(ctx.actor);
  await endSignIns(ctx, { id, accountId });
}

/**
 * Signs out a person of the caller's account, as `signOutEverywhere` does.
 * @throws forbidden without the right `admin`, and for a person with more rights than the caller
 * @throws not_found, also for another account's user
 */
export async function signOutUser(ctx: Ctx, ref: UserRef): Promise<User> {
  requireRight(ctx.actor, 'admin');
  const user = await getUser(ctx, ref);
  await endSignIns(ctx, user, async (tx) =>
    requireRightsOf(await lockAdmin(ctx, tx), await permissionsOf(tx, user.id)),
  );
  return user;
}

/**
 * Ends a person's sessions and logins. Writes no audit event if there are none, which works even if the chain is full.
 */
const endSignIns = (
  ctx: Ctx,
  { id, accountId: chain }: Pick<User, 'id' | 'accountId'>,
  requireAllowed: (tx: Tx) => Promise<void> = () => Promise.resolve(),
): Promise<unknown> =>
  writeUnlessDone(ctx, async (tx) => {
    await requireAllowed(tx);
    const { count } = await tx.session.deleteMany({ where: { userId: id } });
    const keys = await endLogins(tx, id, ctx.now());
    const audit = { action: 'user.end_logins', target: { kind: 'user', id }, chain } as const;
    if (count + keys.length === 0) return null;
    const details = { sessions: count, ...revokedDetails(keys) };
    return { value: undefined, audit: { ...audit, details }, changes: [{ kind: 'user', id }] };
  });

/**
 * Removes a person, ends their sessions immediately, and withdraws any access they may have prepared for later: open
 * invitations, unused consents, and connect links for a stack itself. API keys and tokens belong to the account and
 * stay, except for keys from the person's command-line logins.
 * @throws forbidden for the caller, for the last person or owner of an account, without the right `admin`, and for a
 * person with more rights than the caller
 * @throws not_found, also for another account's user
 */
export async function removeUser(ctx: Ctx, ref: UserRef): Promise<User> {
  requireRight(ctx.actor, 'admin');
  const user = await getUser(ctx, ref);
  const { id, accountId, email } = user;
  if (ctx.actor.kind === 'user' && ctx.actor.userId === id) {
    throw new AppError('forbidden', 'You cannot remove yourself: ask another user of the account');
  }
  return write(ctx, async (tx) => {
    if ((await lockPeople(tx, accountId)) <= 1) {
      throw new AppError('forbidden', 'The last user of an account cannot be removed: invite another user first');
    }
    await requireReplaceable(await lockAdmin(ctx, tx), tx, user);
    // The keys' rows are deleted with the person. The event names their ids, so that their actions remain traceable.
    const details = { email, ...revokedDetails(await endLogins(tx, id, ctx.now())) };
    await tx.user.deleteMany({ where: { id } });
    await revokeInvitations(tx, accountId);
    return {
      value: user,
      audit: { action: 'user.remove', target: { kind: 'user', id }, chain: accountId, details },
      changes: [{ kind: 'user', id }],
    };
  });
}

/**
 * Changes a person's role, from `{ role, stackRoles? }`, with immediate effect on every instance. Stack roles are
 * unchanged unless given. If the person loses rights, the account's open invitations, consents and links are withdrawn
 * as in `removeUser`, since the person could use one to regain the rights. Keys of their command-line logins with more
 * rights than the new role are revoked.
 * @throws forbidden without the right `admin`, for a person or a role with more rights than the caller, and for the
 * last owner of an account
 * @throws not_found, also for another account's user; invalid_input
 */
export async function updateUserRole(ctx: Ctx, ref: UserRef, input: unknown): Promise<User> {
  requireRight(ctx.actor, 'admin');
  requireUnrestrictedKey(ctx.actor);
  requireMayMakePermanent(ctx.actor);
  const { role: requestedRole, stackRoles: named } = parseInput(roleInput, input, 'Invalid request parameters');
  if (requestedRole !== undefined) requireRightsOf(ctx.actor, requestedRole);
  const { id, accountId, stackRoles: currentStackRoles, role: currentRole } = await getUser(ctx, ref);
  const role = requestedRole ?? toRole(currentRole);
  const stackRoles =
    named === undefined ? toStackRoles(currentStackRoles) : await readStackRoles(ctx.db, accountId, named);
  const next = { role, stackRoles };
  requireRightsOf(ctx.actor, next);
  return write(ctx, async (tx) => {
    await lockPeople(tx, accountId);
    const actor = await lockAdmin(ctx, tx);
    requireRightsOf(actor, next);
    const before = await requireReplaceable(actor, tx, { id, accountId }, role);
    const stored = storedStackRoles(stackRoles);
    const [user] = await tx.user.updateManyAndReturn({ where: { id }, data: { role, stackRoles: stored } });
    if (!user) throw userNotFound();
    if (lacksRightsOf(next, before)) await revokeInvitations(tx, accountId);
    const ended = await endGreaterLogins(tx, id, role, ctx.now());
    const details = {
      before: before.role,
      ...roleDetails(role, stored),
      ...revokedDetails(ended),
    };
    return {
      value: user,
      audit: { action: 'user.change_role', target: { kind: 'user', id }, chain: accountId, details },
      // This also drops their cached logins, which refer to the person.
      changes: [{ kind: 'user', id }],
    };
  });
}

/**
 * Requires that the actor has all of the person's rights, and that the account keeps an owner. The account must be
 * locked. Returns the person's rights.
 * @throws forbidden, not_found
 */
async function requireReplaceable(
  actor: Actor,
  tx: Tx,
  { id, accountId }: Pick<User, 'id' | 'accountId'>,
  next: Role | null = null,
): Promise<Permissions> {
  const standing = await permissionsOf(tx, id);
  const { role } = standing;
  requireRightsOf(actor, standing);
  const isLast = role === 'owner' && (await tx.user.count({ where: { accountId, role: 'owner' } })) === 1;
  if (isLast && next !== 'owner') {
    throw new AppError('forbidden', 'An account needs an owner: give another user the owner role first');
  }
  return standing;
}

/**
 * Withdraws access that a person may have prepared for later: open invitations, consents that no client has exchanged
 * yet, and connect links for a stack itself, even during a sign-in. Call it with the account locked, after writing the
 * person's row. Concurrent grants by the person are then either deleted here or refused.
 */
async function revokeInvitations(tx: Tx, accountId: AccountId): Promise<void> {
  await tx.invitation.deleteMany({ where: { accountId, usedAt: null } });
  await tx.authorizationCode.deleteMany({ where: { endpoint: { stack: { accountId } }, usedAt: null } });
  await tx.connectLink.deleteMany({ where: { endUser: STACK_ITSELF, stackServer: { stack: { accountId } } } });
}

/**
 * Locks an account's row and counts its people, so that two people cannot remove each other and leave the account
 * empty.
 */
async function lockPeople(tx: Tx, accountId: AccountId): Promise<number> {
  await tx.$queryRaw`SELECT id FROM account WHERE id = ${accountId} FOR NO KEY UPDATE`;
  return tx.user.count({ where: { accountId } });
}
