import type { AuditEvent, CallRecord } from '../../generated/prisma/client.ts';
import { listAuditEvents } from '../audit/list.ts';
import type { Ctx } from '../kernel/context.ts';
import type { AuditEventId, CallId, StackId } from '../kernel/ids.ts';
import { inStackWhere } from '../kernel/scope.ts';
import { HOUR_MS } from '../lib/day.ts';
import { AppError } from '../lib/errors.ts';
import { listCalls } from './calls.ts';

/** Maximum past events of a subscription: an hour of an account with 160 calls a minute. */
const SINCE_ROWS_MAX = 10_000;
const PAGE_ROWS = 200;
/** Starts a subscription with the events of the last hour, for a watcher that has no event to continue from. */
export const LAST_HOUR = 'last hour';
/** Where a subscription starts: after an event, an hour ago, or, for null, at the present. */
export type Since<Id> = Id | typeof LAST_HOUR | null;
/** Instances record calls with up to this delay, so an older call may appear after a newer one. */
const LATE_MS = 60_000;

/** Refusal of a subscription that cannot continue: its watcher has to reload the list and start again. */
const notContinued = (message: string): AppError =>
  new AppError('invalid_input', `Cannot continue after this event: ${message}. Read the list and subscribe again`, {
    issues: [{ path: '/after', message }],
  });

const unknown = (): AppError => notContinued('it was deleted, or never existed');
const tooMany = (): AppError => notContinued(`more than ${SINCE_ROWS_MAX} events happened since`);

type Position = Pick<CallRecord, 'id' | 'at'>;
type CallsQuery = { readonly stackId: StackId | null; readonly after: Since<CallId> };

/**
 * The calls since `after`, oldest first; with LAST_HOUR, the calls of the last hour; null if `after` is null. Calls
 * that another instance recorded late come first. The subscription may have sent these before.
 * @throws invalid_input for an unknown call, and if more than `SINCE_ROWS_MAX` came since
 */
export async function callsSince(
  ctx: Ctx,
  { stackId, after }: CallsQuery,
): Promise<AsyncGenerator<CallRecord, void, void> | null> {
  if (after === null) return null;
  const since = new Date(ctx.now().getTime() - HOUR_MS);
  const from = after === LAST_HOUR ? null : await positionOf(ctx, after);
  const filter = from === null ? { stackId, since } : { stackId };
  const where = { ...inStackWhere(ctx.actor), ...(stackId && { stackId }), at: { gte: from?.at ?? since } };
  const beyond = await ctx.db.callRecord.findMany({ where, skip: SINCE_ROWS_MAX, take: 1, select: { id: true } });
  if (beyond.length > 0) throw tooMany();
  const late = from === null ? [] : await lateCalls(ctx, from, stackId);
  const read = (cursor: Position | null) =>
    listCalls(ctx, filter, { take: PAGE_ROWS, ...(cursor && { cursor: { id_at: cursor }, skip: 1 }) }, 'asc');
  return pages(late, from, read, ({ id, at }) => ({ id, at }));
}

/** As `callsSince`, for audit events, in the order of their chain. @throws as `callsSince` */
export async function auditEventsSince(
  ctx: Ctx,
  after: Since<AuditEventId>,
): Promise<AsyncGenerator<AuditEvent, void, void> | null> {
  if (after === null) return null;
  const filter = after === LAST_HOUR ? { since: new Date(ctx.now().getTime() - HOUR_MS) } : {};
  const read = (cursor: { readonly id: AuditEventId } | null) =>
    listAuditEvents(ctx, { take: PAGE_ROWS, ...(cursor && { cursor, skip: 1 }) }, filter, 'asc');
  const from = after === LAST_HOUR ? null : { id: after };
  const first = await read(from).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'invalid_input' ? unknown() : error;
  });
  return pages(first, first.at(-1) ?? from, read, ({ id }) => ({ id }));
}

/** Yields rows, and reads them page by page. @throws invalid_input beyond `SINCE_ROWS_MAX` */
async function* pages<Row, Cursor>(
  first: readonly Row[],
  from: Cursor | null,
  read: (cursor: Cursor | null) => Promise<readonly Row[]>,
  cursorOf: (row: Row) => Cursor,
): AsyncGenerator<Row, void, void> {
  yield* first;
  let cursor = from;
  for (let sent = first.length; ; ) {
    const rows = await read(cursor);
    yield* rows;
    const last = rows.at(-1);
    sent += rows.length;
    if (last === undefined || rows.length < PAGE_ROWS) return;
    if (sent > SINCE_ROWS_MAX) throw tooMany();
    cursor = cursorOf(last);
  }
}

/** Position of a call among the account's calls. @throws invalid_input for a deleted call or another account's */
async function positionOf(ctx: Ctx, id: CallId): Promise<Position> {
  const row = await ctx.db.callRecord.findFirst({
    where: { id, ...inStackWhere(ctx.actor) },
    select: { id: true, at: true },
  });
  if (!row) throw unknown();
  return row;
}

/** Calls that ended earlier than this one, but were written by a later transaction. */
async function lateCalls(ctx: Ctx, { id, at }: Position, stackId: StackId | null): Promise<CallRecord[]> {
  const { accountId } = inStackWhere(ctx.actor);
  const earliest = new Date(at.getTime() - LATE_MS);
  const late = await ctx.db.$queryRaw<{ readonly id: CallId }[]>`
    SELECT late.id FROM invocation AS late, invocation AS last
    WHERE last.id = ${id} AND last.at = ${at}::timestamptz AND late.account_id = ${accountId}
      AND late.at BETWEEN ${earliest}::timestamptz AND ${at}::timestamptz AND late.id <> last.id AND age(late.xmin) < age(last.xmin)
      AND (late.at, late.id) < (last.at, last.id)
    LIMIT ${PAGE_ROWS}::int`;
  if (late.length === 0) return [];
  return ctx.db.callRecord.findMany({
    where: {
      id: { in: late.map((row) => row.id) },
      at: { gte: earliest, lte: at },
      ...inStackWhere(ctx.actor),
      ...(stackId && { stackId }),
    },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    take: PAGE_ROWS,
  });
}
