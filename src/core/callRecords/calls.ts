import type { CallRecord, Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { type CallId, type ServerId, type StackId, type ToolId, toCallId } from '../ids.ts';
import { cursorId, LIST_ROWS_DEFAULT } from '../lib/page.ts';
import { isStorable } from '../lib/text.ts';
import { accountWhere } from '../scope.ts';
import { type CallOutcome, SUCCESS } from './outcome.ts';

/** The columns to load of recorded calls, and the page. */
export type CallLoad = Pick<Prisma.CallRecordFindManyArgs, 'select' | 'take' | 'skip' | 'cursor'>;

/** Which calls to list; a filter that is absent or null does not apply. */
export type CallFilter = {
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
type Where = Prisma.CallRecordWhereInput;

/**
 * The recorded calls of the actor's account, newest first. A filter by a name that does not exist finds nothing.
 * @throws invalid_input for a cursor that is no call of the account
 */
export async function listCalls(ctx: Ctx, filter: CallFilter, load: CallLoad = {}): Promise<CallRecord[]> {
  const scope = accountWhere(ctx.actor);
  const { cursor, skip: _cursorRow, take = LIST_ROWS_DEFAULT, ...selection } = load;
  const page = cursor === undefined ? {} : await beyond(ctx, cursor, take < 0);
  const names = [filter.stackId, filter.toolId, filter.serverId];
  if (!names.every((name) => isStorable(name ?? ''))) return [];
  return ctx.db.callRecord.findMany({
    ...selection,
    take,
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    where: { AND: [...conditionsOf(filter), page], ...scope },
  });
}

/** One recorded call of the actor's account, or null; null for another account's, too. */
export async function findCall(ctx: Ctx, id: CallId, load: Pick<CallLoad, 'select'> = {}): Promise<CallRecord | null> {
  const scope = accountWhere(ctx.actor);
  return ctx.db.callRecord.findFirst({ ...load, where: { id, ...scope } });
}

function conditionsOf({ stackId, toolId, serverId, outcome, isFailure, since, until }: CallFilter): Where[] {
  return [
    stackId ? { stackId } : {},
    toolId ? { toolId } : {},
    serverId ? { serverId } : {},
    outcome ? { outcome: { in: [...outcome] } } : {},
    isFailure === true ? { outcome: { not: SUCCESS } } : {},
    isFailure === false ? { outcome: SUCCESS } : {},
    since ? { at: { gte: since } } : {},
    until ? { at: { lt: until } } : {},
  ];
}

/** Rows on one side of the cursor's row, ordered by time and then by id. */
async function beyond(ctx: Ctx, cursor: CallCursor, isNewer: boolean): Promise<Where> {
  const id = toCallId(cursorId(cursor.id_at?.id));
  const at = cursor.id_at?.at;
  if (!(at instanceof Date) || Number.isNaN(at.getTime())) throw new AppError('invalid_input', 'Invalid cursor');
  const where = { id, at, ...accountWhere(ctx.actor) };
  if (!(await ctx.db.callRecord.findFirst({ where, select: { id: true } }))) {
    throw new AppError('invalid_input', 'Invalid cursor');
  }
  // The first condition follows from the others, but lets PostgreSQL use its index.
  return isNewer
    ? { at: { gte: at }, OR: [{ at: { gt: at } }, { id: { gt: id } }] }
    : { at: { lte: at }, OR: [{ at: { lt: at } }, { id: { lt: id } }] };
}
