import type { Actor, UserActor } from './actor.ts';
import { AppError } from './errors.ts';
import type { AccountId } from './ids.ts';
import { lackOf, type Right, type Role, rightsOf } from './roles.ts';

/** Selects the rows of one account, or all rows: a fragment of a Prisma `where`. */
export type AccountWhere = { readonly accountId?: AccountId };

const forbidden = (): AppError => new AppError('forbidden', 'This credential may not do that');

/**
 * What the actor may see and change, for the `where` of every query: the rows of its own account, or for the operator
 * outside any account all rows. Rows below a stack use `{ stack: accountWhere(actor) }`.
 * `test/isolation/isolation.test.ts` tears it down.
 * @throws forbidden for an agent, whose token only lists and calls tools, for the holder of a connect link, and for a
 * visitor
 */
export function accountWhere(actor: Actor): AccountWhere {
  switch (actor.kind) {
    case 'apiKey':
    case 'user':
      return { accountId: actor.accountId };
    case 'operator':
      return actor.accountId === null ? {} : { accountId: actor.accountId };
    case 'agent':
    case 'link':
    case 'visitor':
      throw forbidden();
  }
}

/**
 * Requires an actor that manages an account or the installation, for queries that no account column narrows.
 * @throws forbidden as `accountWhere` does
 */
export function requireManagement(actor: Actor): void {
  accountWhere(actor);
}

/** The account that a new row belongs to. @throws forbidden for an agent, and for the operator outside any account */
export function accountIdOf(actor: Actor): AccountId {
  const { accountId } = accountWhere(actor);
  if (accountId === undefined) throw new AppError('forbidden', 'Say which account this is for');
  return accountId;
}

/**
 * Requires the operator, for what concerns the whole installation: accounts, their limits, the vault's keys.
 * @throws forbidden
 */
export function requireOperator(actor: Actor): void {
  if (actor.kind !== 'operator' || actor.accountId !== null) throw forbidden();
}

/** Requires a signed-in person, for what concerns their own sign-in. @throws forbidden */
export function requireUser(actor: Actor): UserActor {
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only a person who is signed in can do this');
  return actor;
}

/**
 * Requires a right of the caller's role, before anything is read or written. The operator has all; an agent's token
 * calls tools and nothing else.
 * @throws forbidden, which names the right and the role
 */
export function requireRight(actor: Actor, right: Right): void {
  if (hasRight(actor, right)) return;
  if (actor.kind !== 'apiKey' && actor.kind !== 'user') throw forbidden();
  throw new AppError('forbidden', lackOf(right, actor.role));
}

/** Whether the actor has a right. */
export function hasRight(actor: Actor, right: Right): boolean {
  switch (actor.kind) {
    case 'apiKey':
    case 'user':
      return rightsOf(actor.role).includes(right);
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
 * Requires all rights of a role: nobody gives away what they lack, or takes it from somebody who has it.
 * @throws forbidden
 */
export function requireRightsOf(actor: Actor, role: Role): void {
  for (const right of rightsOf(role)) requireRight(actor, right);
}

/** The actor's own role, which it may give to others; the operator's is every right. */
export const ownRole = (actor: Actor): Role =>
  actor.kind === 'apiKey' || actor.kind === 'user' ? actor.role : 'owner';
