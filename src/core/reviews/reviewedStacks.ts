import { Prisma } from '../../generated/prisma/client.ts';
import type { Actor } from '../actor.ts';
import type { AccountId, StackId } from '../ids.ts';
import { ownAccountId, singleStacks } from '../scope.ts';

/** The stacks for which a review answers: all of an account, or single ones. */
export type ReviewedStacks = { readonly accountId: AccountId; readonly stackIds: readonly StackId[] | null };

/**
 * Stacks in which the actor may enable tools and therefore review server changes.
 * @throws forbidden for an actor without such a stack
 */
export const reviewedStacks = (actor: Actor): ReviewedStacks => ({
  accountId: ownAccountId(actor),
  stackIds: singleStacks(actor, 'write'),
});

/** Selects them, as a condition on the rows of `stack`. */
export const isReviewedStack = ({ accountId, stackIds }: ReviewedStacks): Prisma.Sql => Prisma.sql`
  stack.account_id = ${accountId} AND (${stackIds === null} OR stack.id = ANY(${[...(stackIds ?? [])]}::text[]))`;

/** The stack that a settled row of `stack` is recorded with; null for a review of all of an account. */
export const settledStack = ({ stackIds }: ReviewedStacks): Prisma.Sql =>
  stackIds === null ? Prisma.sql`NULL::text` : Prisma.sql`stack.id`;
