import type { CallRecord, Prisma } from '../../generated/prisma/client.ts';
import type { Ctx, Db, Tx } from '../kernel/context.ts';
import {
  type AccountId,
  type CallId,
  noStackId,
  type ServerId,
  type StackId,
  type ToolId,
  toCallId,
} from '../kernel/ids.ts';
import { reversedPage } from '../kernel/order.ts';
import { cursorId, type IdOrder, invalidCursor, LIST_ROWS_DEFAULT } from '../kernel/page.ts';
import { inStackWhere } from '../kernel/scope.ts';
import { isStorable } from '../lib/text.ts';
import { readHistory } from '../limits/heavyReads.ts';
import { type CallerFilter, hasCaller, ofCaller, spansOfCaller } from './callerCalls.ts';
import { dayAfter, dayOf } from './day.ts';
import { type CallOutcome, SUCCESS } from './outcome.ts';
import { byIndex } from './totals.ts';

type CallLoad = Pick<Prisma.CallRecordFindManyArgs, 'select' | 'take' | 'skip' | 'cursor'>;

/** Which calls to list; a filter that is absent or null does not apply. */
export type CallFilter = CallerFilter & {
  readonly stackId?: StackId | null | undefined;
  readonly toolId?: ToolId | null | undefined;
  readonly serverId?: ServerId | null | undefined;
  readonly outcome?: readonly CallOutcome[] | null | undefined;
  readonly isFailure?: boolean | null | undefined;
  /** Inclusive. */
  readonly since?: Date | null | undefined;
  /** Exclusive. */
  readonly until?: Date | null | undefined;
};

type CallCursor = NonNullable<CallLoad['cursor']>;
type Position = { readonly id: CallId; readonly at: Date };
type Where = Prisma.CallRecordWhereInput;

/**
 * The call records of the actor's account, newest first unless `asc` is given. A filter by an unknown name finds
 * nothing.
 * @throws invalid_input for a cursor that isn't a call of the account; as `readHistory` does
 */
export const listCalls = (
  ctx: Ctx,
  filter: CallFilter,
  load: CallLoad = {},
  direction: IdOrder = 'desc',
): Promise<CallRecord[]> => {
  const read = (page: CallLoad) => listNewest(ctx, filter, page);
  return direction === 'desc' ? read(load) : reversedPage(load, read);
};

async function listNewest(ctx: Ctx, filter: CallFilter, load: CallLoad): Promise<CallRecord[]> {
  const scope = inStackWhere(ctx.actor);
  const { cursor, skip: _cursorRow, take = LIST_ROWS_DEFAULT, ...selection } = load;
  const from = cursor === undefined ? null : await rowOf(ctx, cursor);
  const names = [filter.stackId, filter.toolId, filter.serverId, filter.callerId, filter.endUser];
  if (!names.every((name) => isStorable(name ?? ''))) return [];
  const read = (db: Db | Tx, days: Where, rows = take) =>
    db.callRecord.findMany({
      ...selection,
      take: rows,
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      where: { AND: [...conditionsOf(filter), from === null ? {} : pastPosition(from, take < 0), days, scope] },
    });
  const { accountId } = scope;
  if (accountId !== undefined && hasCaller(filter))
    return readHistory(ctx, async (tx) => {
      const spans = await spansOfCaller(tx, accountId, { filter, isNewer: take < 0, from: from?.at ?? null });
      return spans === null ? read(tx, {}) : readSpans(spans, take, (at, rows) => read(tx, { at }, rows));
    });
  const { toolId, serverId, outcome, isFailure } = filter;
  // The filter may match few of millions of rows. No index finds those: daily totals show which days to read.
  const isRare = [toolId, serverId, outcome, isFailure].some((each) => each !== null && each !== undefined);
  if (accountId === undefined || !isRare) return read(ctx.db, {});
  return readHistory(ctx, async (tx) => {
    const days = await daysOf(tx, accountId, { filter, take, from: from?.at ?? null });
    return days === null ? [] : read(tx, { at: days });
  });
}

/** Reads a page from spans of time, in the direction of `take`. */
async function readSpans(
  spans: readonly Prisma.DateTimeFilter[],
  take: number,
  read: (span: Prisma.DateTimeFilter, take: number) => Promise<CallRecord[]>,
): Promise<CallRecord[]> {
  let rows: CallRecord[] = [];
  for (const span of spans) {
    const found = await read(span, take < 0 ? take + rows.length : take - rows.length);
    rows = take < 0 ? [...found, ...rows] : [...rows, ...found];
    if (rows.length >= Math.abs(take)) break;
  }
  return rows;
}

/** One call record of the actor's account, or null; also null for another account's. */
export async function findCall(ctx: Ctx, id: CallId, load: Pick<CallLoad, 'select'> = {}): Promise<CallRecord | null> {
  const scope = inStackWhere(ctx.actor);
  return ctx.db.callRecord.findFirst({ ...load, where: { id, ...scope } });
}

/** The call records with these ids that the caller may see, keyed by id. */
export async function listCallsById(
  { db, actor }: Ctx,
  ids: readonly CallId[],
): Promise<ReadonlyMap<CallId, CallRecord>> {
  const calls = await db.callRecord.findMany({ where: { id: { in: [...ids] }, ...inStackWhere(actor) } });
  return new Map(calls.map((call) => [call.id, call]));
}

/** Conditions on columns that totals of calls also have. */
const kindOf = ({ toolId, serverId, ...outcome }: CallFilter) => [
  toolId ? { toolId } : {},
  serverId ? { serverId } : {},
  ...outcomesOf(outcome),
];

function outcomesOf({ outcome, isFailure }: CallFilter) {
  return [
    outcome ? { outcome: { in: [...outcome] } } : {},
    isFailure === true ? { outcome: { not: SUCCESS } } : {},
    isFailure === false ? { outcome: SUCCESS } : {},
  ];
}

function conditionsOf({ stackId, since, until, callerId, endUser, ...kind }: CallFilter): Where[] {
  return [
    ...kindOf(kind),
    callerId ? ofCaller(callerId) : {},
    endUser ? { endUser, OR: [{ callerKind: null }, { callerKind: { not: 'user' } }] } : {},
    stackId ? { stackId } : {},
    since ? { at: { gte: since } } : {},
    until ? { at: { lt: until } } : {},
  ];
}

/**
 * The cursor's row.
 * @throws invalid_input for a cursor that isn't a call of the account
 */
async function rowOf(ctx: Ctx, cursor: CallCursor): Promise<Position> {
  const id = toCallId(cursorId(cursor.id_at?.id));
  const at = cursor.id_at?.at;
  if (!(at instanceof Date) || Number.isNaN(at.getTime())) throw invalidCursor();
  const where = { id, at, ...inStackWhere(ctx.actor) };
  if (!(await ctx.db.callRecord.findFirst({ where, select: { id: true } }))) throw invalidCursor();
  return { id, at };
}

/** Rows on one side of the cursor's row, ordered by time and then by id. */
function pastPosition({ id, at }: Position, isNewer: boolean): Where {
  // The first condition is redundant, but lets PostgreSQL use its index.
  return isNewer
    ? { at: { gte: at }, OR: [{ at: { gt: at } }, { id: { gt: id } }] }
    : { at: { lte: at }, OR: [{ at: { lt: at } }, { id: { lt: id } }] };
}

type CallQuery = { readonly filter: CallFilter; readonly take: number; readonly from: Date | null };

/** The days that contain the next rows after a cursor; null if there are none. */
async function daysOf(
  tx: Tx,
  accountId: AccountId,
  { filter, take, from }: CallQuery,
): Promise<Prisma.DateTimeFilter | null> {
  const isNewer = take < 0;
  const after = [filter.since, isNewer ? from : null].filter((time) => time instanceof Date);
  const before = [filter.until, isNewer ? null : from].filter((time) => time instanceof Date);
  const since = after.map(dayOf);
  const owner = { accountId, stackId: filter.stackId || noStackId() };
  const totals = await byIndex(tx, () => totalsOf(tx, owner, { filter, since, before }));
  if (isNewer) totals.reverse();
  let rows = 0;
  const last = totals.find(({ day, calls }) => {
    const isWhole = after.every((time) => time <= day) && before.every((time) => time >= dayAfter(day));
    if (isWhole) rows += calls;
    return rows >= Math.abs(take);
  });
  const { day } = last ?? totals.at(-1) ?? {};
  if (day === undefined) return null;
  return isNewer ? { lt: dayAfter(day) } : { gte: day };
}

type DayTotal = { readonly day: Date; readonly calls: number };
type TotalsQuery = { readonly filter: CallFilter; readonly since: readonly Date[]; readonly before: readonly Date[] };

/** Number of matching calls per day, newest first, without empty days. */
async function totalsOf(
  tx: Tx,
  { accountId, stackId }: { readonly accountId: AccountId; readonly stackId: StackId },
  { filter, since, before }: TotalsQuery,
): Promise<DayTotal[]> {
  const owner = { accountId, stackId, calls: { gt: 0 } };
  const [kinds, _sum, sort] = [kindOf(filter), { calls: true }, 'desc'] as const;
  if (filter.toolId || filter.serverId) {
    const AND = [...kinds, ...since.map((gte) => ({ day: { gte } })), ...before.map((lte) => ({ day: { lte } }))];
    const days = await tx.callDay.groupBy({ by: ['day'], where: { AND, ...owner }, _sum, orderBy: { day: sort } });
    return days.map(({ day, _sum: { calls } }) => ({ day, calls: calls ?? 0 }));
  }
  // Read the hourly totals: they combine all tools, so there are far fewer rows than in the daily totals.
  const AND = [...since.map((gte) => ({ hour: { gte } })), ...before.map((lte) => ({ hour: { lte } }))];
  const where = { AND: [...outcomesOf(filter), ...AND], ...owner };
  const hours = await tx.callHour.groupBy({ by: ['hour'], where, _sum, orderBy: { hour: sort } });
  const ofDay = Map.groupBy(hours, ({ hour }) => dayOf(hour).getTime());
  return [...ofDay].map(([day, own]) => ({
    day: new Date(day),
    calls: own.reduce((sum, { _sum: { calls } }) => sum + (calls ?? 0), 0),
  }));
}
