import { Prisma } from '../../generated/prisma/client.ts';
import type { AccountId, StackId } from '../kernel/ids.ts';

/** The stacks that a review applies to: all of an account, or single ones. */
export type ReviewedStacks = { readonly accountId: AccountId; readonly stackIds: readonly StackId[] | null };

/** Selects these stacks, as an SQL condition on the rows of `stack`. */
export const isReviewedStack = ({ accountId, stackIds }: ReviewedStacks): Prisma.Sql => Prisma.sql`
  stack.account_id = ${accountId} AND (${stackIds === null} OR stack.id = ANY(${[...(stackIds ?? [])]}::text[]))`;

/** SQL for the stack id to record for a reviewed row of `stack`; null for a review of the whole account. */
export const settledStack = ({ stackIds }: ReviewedStacks): Prisma.Sql =>
  stackIds === null ? Prisma.sql`NULL::text` : Prisma.sql`stack.id`;
