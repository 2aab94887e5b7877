import type { Actor } from '../actor.ts';
import type { NewAuditEvent } from '../audit/audit.ts';
import type { Ctx, Tx } from '../context.ts';
import { AppError } from '../errors.ts';
import { inForce } from '../limits/countedBounds.ts';
import { lacksRightsOf, type Role, rightsOf, roleOfKey, toRole } from '../roles.ts';
import { toStackRoles } from './stackRoles.ts';

/**
 * The actor with the role that is stored for them now.
 * @throws forbidden for a person who was removed, and for a key that was revoked or has expired
 */
export async function storedActor({ actor, now }: Pick<Ctx, 'actor' | 'now'>, tx: Tx): Promise<Actor> {
  if (actor.kind === 'user') {
    const user = await tx.user.findUnique({ where: { id: actor.userId }, select: { role: true, stackRoles: true } });
    if (!user) throw new AppError('forbidden', 'You were removed from this account');
    return { ...actor, role: toRole(user.role), stackRoles: toStackRoles(user.stackRoles) };
  }
  if (actor.kind !== 'apiKey') return actor;
  const select = { role: true, scopes: true, userId: true, stackRoles: true };
  const key = await tx.apiKey.findFirst({ where: { id: actor.keyId, ...inForce(now()) }, select });
  // A query of its own: most keys belong to no person, and Prisma would query the person of a relation even so.
  const id = key?.userId ?? null;
  const user =
    id === null ? null : await tx.user.findUnique({ where: { id }, select: { role: true, stackRoles: true } });
  if (!key || (user && hasFewerRights(toRole(user.role), roleOfKey(key))))
    throw new AppError('forbidden', 'This API key was revoked, or has expired');
  return { ...actor, role: roleOfKey(key), stackRoles: toStackRoles(stackRolesOfKey(key, user)) };
}

/**
 * Requires that a person or key still has all rights that it had when it was authenticated, since the change may have
 * waited for seconds. Call it when the change's event is in its chain: the chain's head stays locked until the
 * transaction ends, and roles are taken away in the same chain, so that the removal of a role either comes after this
 * change or is seen here. Not for what actors change of themselves or their own sessions: that takes no right.
 * `test/core/people/roles.test.ts` tears it down.
 * @throws forbidden
 */
export async function requireRoleStillHeld(ctx: Ctx, tx: Tx, { target }: NewAuditEvent): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== 'user' && actor.kind !== 'apiKey') return;
  if (target.kind === 'session' || target.id === (actor.kind === 'user' ? actor.userId : actor.keyId)) return;
  const stored = await storedActor(ctx, tx);
  if ('role' in stored && lacksRightsOf(stored, actor)) {
    throw new AppError('forbidden', `Your role was changed to “${stored.role}” meanwhile: try again`);
  }
}

/**
 * The roles in single stacks of a key, as they are stored: its own, or for a login of a person with all of their role
 * those that the person has now.
 */
export const stackRolesOfKey = (
  key: { readonly role: string | null; readonly stackRoles: readonly string[] },
  user: { readonly role: string; readonly stackRoles: readonly string[] } | null,
): readonly string[] => (user && key.role === user.role ? user.stackRoles : key.stackRoles);

/** Whether a role lacks a right that another one has. */
export const hasFewerRights = (role: Role, than: Role): boolean =>
  rightsOf(than).some((right) => !rightsOf(role).includes(right));
