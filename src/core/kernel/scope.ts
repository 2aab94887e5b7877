import { AppError } from '../lib/errors.ts';
import type { Actor, UserActor } from './actor.ts';
import type { AccountId, StackId } from './ids.ts';
import {
  grantedRights,
  mayDo,
  mayDoIn,
  missingRightText,
  type Permissions,
  type Right,
  type Role,
  stacksWith,
} from './roles.ts';

/** Selects the rows of one account, or all rows, as a Prisma `where` fragment. */
type AccountWhere = { readonly accountId?: AccountId };

const forbidden = (): AppError => new AppError('forbidden', 'This credential has no permission for this operation');

/**
 * Tenant filter for the `where` of every query: rows of the actor's account, or all rows for the operator outside an
 * account. Rows that belong to a stack use `{ stack: accountWhere(actor) }`. Tested by
 * `test/isolation/isolation.test.ts`.
 * @throws forbidden without the right `read`; for agents, whose tokens only list and call tools; for connect link
 * holders and visitors
 */
export function accountWhere(actor: Actor): AccountWhere {
  switch (actor.kind) {
    case 'apiKey':
    case 'user':
      requireRight(actor, 'read');
      return { accountId: actor.accountId };
    case 'operator':
      return actor.accountId === null ? {} : { accountId: actor.accountId };
    case 'agent':
    case 'link':
    case 'visitor':
      throw forbidden();
  }
}

/** Stack filter: a Prisma `where` fragment that can be combined with a condition on `id`. */
type StackWhere = AccountWhere & { readonly AND?: { readonly id: { readonly in: StackId[] } } };

/** The same error for an unknown stack and for another account's, so that callers cannot distinguish them. */
export const noSuchStack = (): AppError => new AppError('not_found', 'Stack not found');

/**
 * The stacks in which the actor has a right, for the `where` of every query: all stacks of its account, or those in
 * which it has a role. Rows that belong to a stack use `{ stack: stackWhere(actor) }`. All other stacks appear not to
 * exist. Tested by `test/graphql/stackRoles.test.ts`.
 * @throws forbidden if the actor can't have the right in any stack; as `accountWhere`
 */
export function stackWhere(actor: Actor, right: Right = 'read'): StackWhere {
  const ids = singleStacks(actor, right);
  return ids === null ? accountWhere(actor) : { accountId: ownAccountId(actor), AND: { id: { in: ids } } };
}

/** As `stackWhere`, for rows with their own account and stack columns. */
export function inStackWhere(actor: Actor, right: Right = 'read') {
  const ids = singleStacks(actor, right);
  return ids === null ? accountWhere(actor) : { accountId: ownAccountId(actor), AND: { stackId: { in: ids } } };
}

/**
 * The stacks that the actor's right is limited to; null for the whole account and for the operator.
 * @throws forbidden for a person or key that has the right in no stack
 */
export function singleStacks(actor: Actor, right: Right = 'read'): StackId[] | null {
  if ((actor.kind !== 'apiKey' && actor.kind !== 'user') || mayDo(actor, right)) return null;
  const ids = stacksWith(actor, right);
  if (ids.length === 0) requireRight(actor, right);
  return ids;
}

/**
 * Requires an actor that may see an account, one of its stacks or the installation, for queries without an account
 * column.
 * @throws forbidden as `stackWhere` does
 */
export function requireManagement(actor: Actor): void {
  stackWhere(actor);
}

/** The account of a new row. @throws forbidden for an agent, and for the operator outside any account */
export function accountIdOf(actor: Actor): AccountId {
  const { accountId } = accountWhere(actor);
  if (accountId === undefined) throw new AppError('forbidden', 'Specify the account');
  return accountId;
}

/** The actor's account, regardless of rights. @throws forbidden as `accountIdOf` */
export function ownAccountId(actor: Actor): AccountId {
  return actor.kind === 'apiKey' || actor.kind === 'user' ? actor.accountId : accountIdOf(actor);
}

/**
 * Selects the rows of the account that the actor belongs to, as `ownAccountId`; all rows for the operator outside any
 * account.
 */
export const ownAccountWhere = (actor: Actor): AccountWhere =>
  actor.kind === 'operator' && actor.accountId === null ? {} : { accountId: ownAccountId(actor) };

/**
 * Requires the operator, for installation-wide data: accounts, their limits, vault keys.
 * @throws forbidden
 */
export function requireOperator(actor: Actor): void {
  if (actor.kind !== 'operator' || actor.accountId !== null) throw forbidden();
}

/** Requires a signed-in person, for verbs on their own sign-in. @throws forbidden */
export function requireUser(actor: Actor): UserActor {
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only a signed-in user can do this');
  return actor;
}

/**
 * Requires a right in the whole account, before any read or write. The operator has all rights; an agent's token can
 * only call tools.
 * @throws forbidden, naming the right and the role
 */
export function requireRight(actor: Actor, right: Right): void {
  if (hasRight(actor, right)) return;
  if (actor.kind !== 'apiKey' && actor.kind !== 'user') throw forbidden();
  throw new AppError('forbidden', missingRightText(right, actor));
}

/**
 * Requires a right in one stack, before any read or write. Passes for an invisible stack if the actor has the right in
 * another one: a later query with `stackWhere` then does not find the stack.
 * @throws forbidden, naming the right and the role
 */
export function requireRightIn(actor: Actor, right: Right, stackId: StackId): void {
  if (hasRight(actor, right, stackId)) return;
  if (actor.kind !== 'apiKey' && actor.kind !== 'user') throw forbidden();
  if (!mayDoIn(actor, 'read', stackId) && hasRightSomewhere(actor, right)) return;
  throw new AppError('forbidden', missingRightText(right, actor, stackId));
}

/**
 * Requires a right in the account or any of its stacks, before any read. For resources whose stack must be found first;
 * `requireRightIn` must follow.
 * @throws forbidden, naming the right and the role
 */
export function requireRightSomewhere(actor: Actor, right: Right): void {
  if (!hasRightSomewhere(actor, right)) requireRight(actor, right);
}

/** Whether the actor has a right in the account, or in one of its stacks. */
export const hasRightSomewhere = (actor: Actor, right: Right): boolean =>
  hasRight(actor, right) || ((actor.kind === 'apiKey' || actor.kind === 'user') && stacksWith(actor, right).length > 0);

/** Whether the actor has a right in its whole account, or in the given stack. */
export function hasRight(actor: Actor, right: Right, stackId: StackId | null = null): boolean {
  switch (actor.kind) {
    case 'apiKey':
    case 'user':
      return stackId === null ? mayDo(actor, right) : mayDoIn(actor, right, stackId);
    case 'operator':
      return true;
    case 'agent':
      return right === 'invoke';
    case 'link':
    case 'visitor':
      return false;
  }
}

/**
 * Requires all rights of a role, or all that a person has, so that no actor can grant rights it lacks or revoke them
 * from others.
 * @throws forbidden
 */
export function requireRightsOf(actor: Actor, roleOrPermissions: Role | Permissions): void {
  const standing = typeof roleOrPermissions === 'string' ? { role: roleOrPermissions } : roleOrPermissions;
  for (const right of grantedRights(standing)) requireRight(actor, right);
  for (const role of standing.stackRoles?.values() ?? [])
    for (const right of grantedRights({ ...standing, role })) requireRight(actor, right);
}

/** Whether the actor is an API key restricted to tools, networks or calls. */
const isHeld = (actor: Actor): boolean =>
  actor.kind === 'apiKey' && (actor.reach !== undefined || actor.networks !== undefined);

/**
 * Requires an actor that may grant access to others. API keys restricted to tools, networks or calls may not, since
 * their grants would exceed the key's restrictions.
 * @throws forbidden
 */
export function requireUnrestrictedKey(actor: Actor): void {
  if (!isHeld(actor)) return;
  const message = 'This API key is restricted to tools, networks or calls and cannot create unrestricted access';
  throw new AppError('forbidden', message);
}

/**
 * True if the actor may create credentials that call tools. False for API keys that are restricted or lack the scope
 * `invoke`, since they could bypass their limits through the new credential.
 */
export const mayLetAgentsIn = (actor: Actor): boolean =>
  !isHeld(actor) && (actor.kind !== 'apiKey' || actor.scopes?.includes('invoke') !== false);

/**
 * Requires an actor that may create credentials for agents, in addition to the right that the change itself needs.
 * Tested by `test/core/accounts/keyLimits.test.ts`.
 * @throws forbidden
 */
export function requireMayLetAgentsIn(actor: Actor): void {
  requireUnrestrictedKey(actor);
  if (mayLetAgentsIn(actor)) return;
  const message = 'This API key lacks the scope “invoke” and cannot create access that calls tools';
  throw new AppError('forbidden', message);
}

/** The actor's own role, which it may give to others; the operator has every right. */
export const ownRole = (actor: Actor): Role =>
  actor.kind === 'apiKey' || actor.kind === 'user' ? actor.role : 'owner';

/** Selects active rows, as a fragment of a Prisma `where`. */
export const inForce = (now: Date) => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] });
