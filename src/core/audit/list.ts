import type { AuditEvent, Prisma } from '../../generated/prisma/client.ts';
import { chainOf } from '../kernel/audit/audit.ts';
import type { Ctx, Db, Tx } from '../kernel/context.ts';
import { type AuditEventId, type StackId, toAuditEventId } from '../kernel/ids.ts';
import { reversedPage } from '../kernel/order.ts';
import {
  COUNTED_ROWS_MAX,
  cursorId,
  type IdOrder,
  invalidCursor,
  LIST_ROWS_DEFAULT,
  type RowCount,
} from '../kernel/page.ts';
import { accountWhere, requireManagement, singleStacks } from '../kernel/scope.ts';
import { withoutWildcards } from '../lib/search.ts';
import { isStorable } from '../lib/text.ts';
import { readHistory } from '../limits/heavyReads.ts';
import { actionsMatching } from './summary.ts';

type AuditLoad = Pick<Prisma.AuditEventFindManyArgs, 'select' | 'take' | 'skip' | 'cursor'>;

/** Which events to list; a filter that is absent or null does not apply. */
type AuditFilter = {
  /** Text within the action, its summary, the target's kind or id, or the actor's kind, id or name. */
  readonly search?: string | null | undefined;
  readonly stackId?: StackId | null | undefined;
  /** Inclusive. */
  readonly since?: Date | null | undefined;
  /** Exclusive. */
  readonly until?: Date | null | undefined;
};

type Where = Prisma.AuditEventWhereInput;

/**
 * The audit events of the actor's account, newest first by default. For the operator outside any account, those of the
 * installation.
 * @throws as `readHistory`
 */
export const listAuditEvents = (
  ctx: Ctx,
  load: AuditLoad = {},
  filter: AuditFilter = {},
  direction: IdOrder = 'desc',
): Promise<AuditEvent[]> => {
  const read = (page: AuditLoad) => listNewest(ctx, page, filter);
  return direction === 'desc' ? read(load) : reversedPage(load, read);
};

/**
 * Number of events that `listAuditEvents` returns for a filter. Counts without a filter use sequence numbers. With a
 * filter, reads the 10,000 newest events; if there are more, the result is a lower bound.
 * @throws as `listAuditEvents`
 */
export async function countAuditEvents(ctx: Ctx, filter: AuditFilter = {}): Promise<RowCount> {
  const chain = ownChain(ctx);
  if (!isStorable(filter.search ?? '') || !isStorable(filter.stackId ?? '')) return { count: 0, isExact: true };
  const isWhole = Object.values(filter).every((value) => !value) && singleStacks(ctx.actor) === null;
  if (!isWhole) return readHistory(ctx, (tx) => countNewest(ctx, tx, chain, filter));
  const ends = { _min: { seq: true }, _max: { seq: true } } as const;
  const { _min, _max } = await ctx.db.auditEvent.aggregate({ where: { chain }, ...ends });
  return { count: _max.seq === null ? 0 : _max.seq - (_min.seq ?? 0) + 1, isExact: true };
}

async function countNewest(ctx: Ctx, tx: Tx, chain: string, filter: AuditFilter): Promise<RowCount> {
  // The part of the filter that uses an index.
  const near = {
    AND: [await nearTimes(tx, chain, filter), seenBy(ctx), filter.stackId ? { stackId: filter.stackId } : {}],
  };
  const rest = await tx.auditEvent.findFirst({
    where: { ...near, chain },
    orderBy: { seq: 'desc' },
    skip: COUNTED_ROWS_MAX,
    select: { seq: true },
  });
  const counted = rest ? { seq: { gt: rest.seq } } : {};
  const where = { AND: [near, counted, ...(await conditionsOf(ctx, tx, filter))], chain };
  return { count: await tx.auditEvent.count({ where }), isExact: rest === null };
}

async function listNewest(ctx: Ctx, load: AuditLoad, filter: AuditFilter): Promise<AuditEvent[]> {
  const chain = ownChain(ctx);
  const { cursor, skip: _cursorRow, take = LIST_ROWS_DEFAULT, ...selection } = load;
  const own = cursor && { chain, id: toAuditEventId(cursorId(cursor.id)), ...seenBy(ctx) };
  const from = own && (await ctx.db.auditEvent.findFirst({ where: own, select: { seq: true } }));
  if (from === null) throw invalidCursor();
  if (!isStorable(filter.search ?? '') || !isStorable(filter.stackId ?? '')) return [];
  const read = async (db: Db | Tx) =>
    db.auditEvent.findMany({
      ...selection,
      take,
      orderBy: { seq: 'desc' },
      where: {
        AND: [...(await conditionsOf(ctx, db, filter)), await nearTimes(db, chain, filter), seenBy(ctx)],
        chain,
        ...(from && { seq: take < 0 ? { gt: from.seq } : { lt: from.seq } }),
      },
    });
  // With a search, finding enough matches may read many events.
  return filter.search || filter.stackId || singleStacks(ctx.actor) ? readHistory(ctx, read) : read(ctx.db);
}

/** One audit event of the actor's account, or null; also null for another account's. */
export async function findAuditEvent(
  ctx: Ctx,
  id: AuditEventId,
  load: Pick<AuditLoad, 'select'> = {},
): Promise<AuditEvent | null> {
  const chain = ownChain(ctx);
  return ctx.db.auditEvent.findFirst({ ...load, where: { chain, id, ...seenBy(ctx) } });
}

function ownChain(ctx: Ctx): string {
  requireManagement(ctx.actor);
  return chainOf(ctx.actor);
}

/** A caller with roles in single stacks only sees the events of those stacks. */
function seenBy({ actor }: Ctx): Where {
  const stacks = singleStacks(actor);
  return stacks === null ? {} : { stackId: { in: stacks } };
}

async function conditionsOf(ctx: Ctx, db: Db | Tx, { search, stackId, since, until }: AuditFilter): Promise<Where[]> {
  return [
    since ? { at: { gte: since } } : {},
    until ? { at: { lt: until } } : {},
    stackId ? { stackId } : {},
    search ? await searchWhere(ctx, db, search) : {},
  ];
}

async function searchWhere(ctx: Ctx, db: Db | Tx, search: string): Promise<Where> {
  const text = withoutWildcards(search);
  // Let PostgreSQL convert the text as it converted `said`: lower case depends on the database's locale.
  const rows = await db.$queryRaw<{ text: string }[]>`SELECT lower(${text}) AS text`;
  return {
    OR: [
      { said: { contains: rows[0]?.text ?? text } },
      { action: { in: [...actionsMatching(search)] } },
      { actorId: { in: await actorsCalled(ctx, db, { contains: text, mode: 'insensitive' }) } },
    ],
  };
}

/** Maximum keys that a search matches, newest first, since an account may create and revoke any number of keys. */
const ACTORS_MAX = 1_000;

/** Ids of the account's people and keys whose name or e-mail contains the text. */
async function actorsCalled(ctx: Ctx, db: Db | Tx, contains: Prisma.StringFilter): Promise<string[]> {
  if (singleStacks(ctx.actor) !== null) return [];
  const inAccount = accountWhere(ctx.actor);
  const [people, keys] = [
    await db.user.findMany({ where: { ...inAccount, email: contains }, select: { id: true } }),
    await db.apiKey.findMany({
      where: { ...inAccount, name: contains },
      select: { id: true },
      orderBy: { id: 'desc' },
      take: ACTORS_MAX,
    }),
  ];
  return [...people, ...keys].map(({ id }) => id);
}

/** The maximum clock difference between instances (`doctor` checks it). */
const CLOCKS_MS = 60 * 60_000;

/** Later than any event. */
const FAR_MS = Date.UTC(9999, 0);

/**
 * Condition for the part of a chain that contains all events of a period. Events have no time index, but sequence
 * numbers are almost in time order.
 */
async function nearTimes(db: Db | Tx, chain: string, { since, until }: AuditFilter): Promise<Where> {
  // Clamp extreme times, which PostgreSQL could not represent after the shift.
  const near = (time: Date, byMs: number) => new Date(Math.min(Math.max(time.getTime(), 0) + byMs, FAR_MS));
  const from = since && since.getTime() > CLOCKS_MS ? await firstAt(db, chain, near(since, -CLOCKS_MS)) : null;
  const to = until ? await firstAt(db, chain, near(until, CLOCKS_MS)) : null;
  return { seq: { ...(from !== null && { gte: from }), ...(to !== null && { lt: to }) } };
}

/**
 * Sequence number of the first event at or after a time, by binary search. If there is none, the number after the last
 * event. Null if the search meets a missing event.
 */
async function firstAt(db: Db | Tx, chain: string, time: Date): Promise<number | null> {
  const steps = await db.$queryRaw<{ low: number; isFound: boolean }[]>`
    WITH RECURSIVE step AS (
      SELECT min(seq) AS low, max(seq) + 1 AS high FROM audit_event WHERE chain = ${chain}
      UNION ALL
      SELECT CASE WHEN at < ${time} THEN seq + 1 ELSE low END, CASE WHEN at < ${time} THEN high ELSE seq END
      FROM step JOIN audit_event ON chain = ${chain} AND seq = (low + high) / 2 WHERE low < high
    )
    SELECT low, low = high AS "isFound" FROM step WHERE low IS NOT NULL ORDER BY high - low LIMIT 1`;
  const [last] = steps;
  return last?.isFound ? last.low : null;
}
