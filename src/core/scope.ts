import type { Actor } from './actor.ts';
import { AppError } from './errors.ts';

/** The rows of one account, or of all: a fragment of a Prisma `where`. */
export type AccountWhere = { readonly accountId?: string };

const forbidden = (): AppError => new AppError('forbidden', 'This credential may not do that');

/**
 * What the actor may see and change, for the `where` of every query: its own account's rows, for the operator outside
 * any account all rows. Rows below a stack use it as `{ stack: accountWhere(actor) }`.
 * @throws forbidden for an agent, whose token only lists and calls tools, and for the holder of a connect link.
 */
export function accountWhere(actor: Actor): AccountWhere {
  switch (actor.kind) {
    case 'apiKey':
      return { accountId: actor.accountId };
    case 'operator':
      return actor.accountId === null ? {} : { accountId: actor.accountId };
    case 'agent':
    case 'link':
      throw forbidden();
  }
}

/** The account that a new row belongs to. @throws forbidden for an agent, and for the operator outside any account. */
export function accountIdOf(actor: Actor): string {
  const { accountId } = accountWhere(actor);
  if (accountId === undefined) throw new AppError('forbidden', 'Say which account this is for');
  return accountId;
}

/** For what concerns the whole installation: accounts, their limits, keys of the vault. @throws forbidden */
export function requireOperator(actor: Actor): void {
  if (actor.kind !== 'operator' || actor.accountId !== null) throw forbidden();
}
