import { AppError } from '../lib/errors.ts';
import type { Actor } from './actor.ts';
import type { NewAuditEvent } from './audit/audit.ts';
import type { Ctx, Tx } from './context.ts';
import { lacksRightsOf, type Role, rightsOf, roleOfKey, toRole } from './roles.ts';
import { inForce } from './scope.ts';
import { toStackRoles } from './stackRoles.ts';

/**
 * Loads the actor with its currently stored role.
 * @throws forbidden for a removed person, and for a revoked or expired key
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
  // Query the person separately, since most keys have none and Prisma would still query the relation.
  const id = key?.userId ?? null;
  const user =
    id === null ? null : await tx.user.findUnique({ where: { id }, select: { role: true, stackRoles: true } });
  if (!key || (user && hasFewerRights(toRole(user.role), roleOfKey(key))))
    throw new AppError('forbidden', 'This API key is revoked or expired');
  return { ...actor, role: roleOfKey(key), stackRoles: toStackRoles(stackRolesOfKey(key, user)) };
}

/**
 * Requires that a person or key still has the rights it had at authentication, since the change may have waited for
 * seconds. Call it after appending the audit event, which locks the chain head until commit. Changes of roles lock it
 * too, so they are either visible here or happen later. Does not check actors that change themselves or their own
 * sessions, which requires no right. Tested by `test/core/people/roles.test.ts`.
 * @throws forbidden
 */
export async function requireCurrentRole(ctx: Ctx, tx: Tx, { target }: NewAuditEvent): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== 'user' && actor.kind !== 'apiKey') return;
  if (target.kind === 'session' || target.id === (actor.kind === 'user' ? actor.userId : actor.keyId)) return;
  const stored = await storedActor(ctx, tx);
  if ('role' in stored && lacksRightsOf(stored, actor)) {
    throw new AppError('forbidden', `Your role changed to “${stored.role}”: try again`);
  }
}

/** Stored stack roles of a key. A login with its person's full role has the person's current stack roles. */
export const stackRolesOfKey = (
  key: { readonly role: string | null; readonly stackRoles: readonly string[] },
  user: { readonly role: string; readonly stackRoles: readonly string[] } | null,
): readonly string[] => (user && key.role === user.role ? user.stackRoles : key.stackRoles);

/** Whether a role lacks a right that another one has. */
export const hasFewerRights = (role: Role, than: Role): boolean =>
  rightsOf(than).some((right) => !rightsOf(role).includes(right));
