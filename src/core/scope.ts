import type { Actor, Scope, UserActor } from './actor.ts';
import { AppError } from './errors.ts';
import type { AccountId } from './ids.ts';

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
 * Requires the scope `keys:write`, for what decides who may use the account: its people and keys.
 * @throws forbidden with `message`
 */
export function requireKeysWrite(actor: Actor, message: string): void {
  if (!mayWriteKeys(actor)) throw new AppError('forbidden', message);
}

/** Whether the actor may make and revoke API keys. */
export const mayWriteKeys = (actor: Actor): boolean => mayGrant(actor, ['keys:write']);

/** True when the actor has all of these scopes itself: nobody can give away a scope that they lack. */
export const mayGrant = (actor: Actor, scopes: readonly Scope[]): boolean =>
  actor.kind === 'operator' || ('scopes' in actor && scopes.every((scope) => actor.scopes.includes(scope)));
