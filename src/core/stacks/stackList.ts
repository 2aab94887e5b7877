import { Prisma, type Stack } from '../../generated/prisma/client.ts';
import { stacksByLastCall } from '../callRecords/lastCalls.ts';
import { childPages, columnsOf } from '../kernel/childPages.ts';
import type { Ctx } from '../kernel/context.ts';
import type { StackLoad } from '../kernel/findStack.ts';
import { type StackId, toStackId } from '../kernel/ids.ts';
import { type ListOrder, OLDEST_FIRST, pageInOrder } from '../kernel/order.ts';
import { type IdOrder, pageAmong } from '../kernel/page.ts';
import { ownAccountId, stackWhere } from '../kernel/scope.ts';
import { containsText, flagCondition, type Search, textCondition } from '../lib/search.ts';
import { isStorable } from '../lib/text.ts';
import { heavyRead } from '../limits/heavyReads.ts';
import { stacksNeedingAttention } from './attention.ts';

/** Filter for stack lists; all conditions apply. */
type StackFilter = {
  /** Text in the name, ignoring case. */
  readonly search?: Search;
  /** Also searches the stack's id and the names of its servers. */
  readonly isWide?: boolean | null | undefined;
  /** Whether the stack needs attention (`attention.ts`). */
  readonly needsAttention?: boolean | null | undefined;
  /** Whether the stack's calls are recorded. */
  readonly isRecorded?: boolean | null | undefined;
};

/** Sort keys for stacks. */
type StackOrder = ListOrder<'createdAt' | 'name' | 'lastCalledAt'>;

/** A filter with the ids of stacks that need attention. */
type ResolvedFilter = StackFilter & { readonly attended: readonly StackId[] };

async function resolved(ctx: Ctx, filter: StackFilter): Promise<ResolvedFilter> {
  return { ...filter, attended: typeof filter.needsAttention === 'boolean' ? await stacksNeedingAttention(ctx) : [] };
}

/** The filter as a Prisma `where` fragment. */
function whereOf({ search, isWide, needsAttention, attended, isRecorded }: ResolvedFilter): Prisma.StackWhereInput {
  const ids = [...attended];
  const flags = {
    ...(typeof needsAttention === 'boolean' && { id: needsAttention ? { in: ids } : { notIn: ids } }),
    ...(typeof isRecorded === 'boolean' && { recordsCalls: isRecorded }),
  };
  if (!search) return flags;
  const name = containsText(search);
  const wide = [{ id: toStackId(search) }, { servers: { some: { server: { name } } } }];
  return { AND: [flags, { OR: [{ name }, ...(isWide === true && isStorable(search) ? wide : [])] }] };
}

/** The filter as an SQL condition on the row `stack`. */
function conditionOf({ search, isWide, needsAttention, attended, isRecorded }: ResolvedFilter): Prisma.Sql {
  const named = Prisma.sql`true ${textCondition(search, Prisma.sql`stack.name`)}`;
  const isWidely = isWide === true && search && isStorable(search);
  const wide = Prisma.sql`OR stack.id = ${search ?? ''} OR EXISTS (
    SELECT FROM stack_server JOIN server ON server.id = server_id
    WHERE stack_id = stack.id ${textCondition(search, Prisma.sql`server.name`)})`;
  const needing = flagCondition(needsAttention, Prisma.sql`stack.id = ANY(${[...attended]}::text[])`);
  const recorded = flagCondition(isRecorded, Prisma.sql`stack.analytics_enabled`);
  return Prisma.sql`((${named}) ${isWidely ? wide : Prisma.empty}) ${needing} ${recorded}`;
}

/**
 * A page of the caller's stacks, oldest first by default. Filtering by attention or ordering by last call is a heavy
 * read. Tested by `test/graphql/stackLists.test.ts`.
 * @throws forbidden; invalid_input for a cursor from another list; as `heavyRead`
 */
export async function listStacks(
  ctx: Ctx,
  load: StackLoad = {},
  filter: StackFilter = {},
  { field, direction }: StackOrder = OLDEST_FIRST,
): Promise<Stack[]> {
  const { db, actor } = ctx;
  const resolvedFilter = await resolved(ctx, filter);
  if (field === 'lastCalledAt') return listByLastCall(ctx, load, resolvedFilter, direction);
  const page = await pageInOrder({ field, direction }, pageAmong('stack', load), (id) =>
    db.stack.findFirst({ where: { id: toStackId(id), ...stackWhere(actor) }, select: { name: true } }),
  );
  return db.stack.findMany({ ...page, where: { AND: [page.where, whereOf(resolvedFilter), stackWhere(actor)] } });
}

/** Lists stacks by the time of their last call. After a cursor that isn't in the list, the page is empty. */
function listByLastCall(ctx: Ctx, load: StackLoad, filter: ResolvedFilter, direction: IdOrder): Promise<Stack[]> {
  const { actor } = ctx;
  const list = stacksByLastCall(ctx, conditionOf(filter), direction);
  const account = ownAccountId(actor);
  return heavyRead(ctx, async (tx) => {
    const pages = await childPages(tx, list, [account], pageAmong('stack', load), (ids) =>
      tx.stack.findMany({ ...columnsOf(load), where: { id: { in: ids }, ...stackWhere(actor) } }),
    );
    return [...(pages.get(account) ?? [])];
  });
}

/** The caller's stacks with these ids, keyed by id. */
export async function listStacksById(ctx: Ctx, ids: readonly StackId[]): Promise<ReadonlyMap<StackId, Stack>> {
  const stacks = await ctx.db.stack.findMany({ where: { id: { in: [...ids] }, ...stackWhere(ctx.actor) } });
  return new Map(stacks.map((stack) => [stack.id, stack]));
}

/** Number of the caller's stacks that match a filter. @throws forbidden; as `heavyRead` */
export async function countStacks(ctx: Ctx, filter: StackFilter = {}): Promise<number> {
  const where = whereOf(await resolved(ctx, filter));
  return ctx.db.stack.count({ where: { AND: [where, stackWhere(ctx.actor)] } });
}
