import type { Actor, UserActor } from './actor.ts';
import { AppError } from './errors.ts';
import type { AccountId } from './ids.ts';
import { lackOf, mayDo, type Right, type Role, type Standing, rightsHeld } from './roles.ts';

/** Selects the rows of one account, or all rows: a fragment of a Prisma `where`. */
export type AccountWhere = { readonly accountId?: AccountId };

const forbidden = (): AppError => new AppError('forbidden', 'This credential may not do that');

/**
 * What the actor may see and change, for the `where` of every query: the rows of its own account, or for the operator
 * outside any account all rows. Rows below a stack use `{ stack: accountWhere(actor) }`.
 * `test/isolation/isolation.test.ts` tears it down.
 * @throws forbidden without the right `read`; for an agent, whose token only lists and calls tools, for the holder of a
 * connect link, and for a visitor
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

/** The account that the actor belongs to, whatever they may do in it. @throws forbidden as `accountIdOf` */
export function ownAccountId(actor: Actor): AccountId {
  return actor.kind === 'apiKey' || actor.kind === 'user' ? actor.accountId : accountIdOf(actor);
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
  throw new AppError('forbidden', lackOf(right, actor));
}

/** Whether the actor has a right. */
export function hasRight(actor: Actor, right: Right): boolean {
  switch (actor.kind) {
    case 'apiKey':
    case 'user':
      return mayDo(actor, right);
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
 * Requires all rights of a role, or of a key's standing: nobody gives away what they lack, or takes it from somebody who
 * has it.
 * @throws forbidden
 */
export function requireRightsOf(actor: Actor, given: Role | Standing): void {
  for (const right of rightsHeld(typeof given === 'string' ? { role: given } : given)) requireRight(actor, right);
}

/** Whether the actor is an API key that is held to some tools, networks or calls. */
export const isHeld = (actor: Actor): boolean =>
  actor.kind === 'apiKey' && (actor.reach !== undefined || actor.networks !== undefined);

/**
 * Requires an actor that may let others in: an API key that is held to some tools, networks or calls may not, since
 * what it made would reach further than the key.
 * @throws forbidden
 */
export function requireUnheld(actor: Actor): void {
  if (!isHeld(actor)) return;
  const message = 'This API key is held to some tools, networks or calls, and lets nobody in who would not be';
  throw new AppError('forbidden', message);
}

/** The actor's own role, which it may give to others; the operator's is every right. */
export const ownRole = (actor: Actor): Role =>
  actor.kind === 'apiKey' || actor.kind === 'user' ? actor.role : 'owner';
