import type { Invocation, Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { cursorId, PAGE_ROWS_DEFAULT } from '../lib/page.ts';
import { isStorable } from '../lib/text.ts';
import { accountWhere } from '../scope.ts';
import { type CallOutcome, SUCCESS } from './outcome.ts';

export type CallLoad = Pick<Prisma.InvocationFindManyArgs, 'include' | 'select' | 'take' | 'skip' | 'cursor'>;

/** Which calls; what is absent or null does not narrow. */
export type CallFilter = {
  readonly stackId?: string | null | undefined;
  readonly toolId?: string | null | undefined;
  readonly serverId?: string | null | undefined;
  readonly outcome?: readonly CallOutcome[] | null | undefined;
  readonly isFailure?: boolean | null | undefined;
  /** From then on. */
  readonly since?: Date | null | undefined;
  /** Before then. */
  readonly until?: Date | null | undefined;
};

type Where = Prisma.InvocationWhereInput;

/**
 * The recorded calls of the actor's account, newest first. Names that nothing has match nothing.
 * @throws invalid_input for a cursor that is no call of the account
 */
export async function listCalls(ctx: Ctx, filter: CallFilter, load: CallLoad = {}): Promise<Invocation[]> {
  const scope = accountWhere(ctx.actor);
  const { cursor, skip: _cursorRow, take = PAGE_ROWS_DEFAULT, ...selection } = load;
  const page = cursor === undefined ? {} : await beyond(ctx, cursorId(cursor.id), take < 0);
  const names = [filter.stackId, filter.toolId, filter.serverId];
  if (!names.every((name) => isStorable(name ?? ''))) return [];
  return ctx.db.invocation.findMany({
    ...selection,
    take,
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    where: { AND: [...conditionsOf(filter), page], ...scope },
  });
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

/** The rows on one side of the cursor's: by time, and by id among those of one moment. */
async function beyond(ctx: Ctx, id: string, isNewer: boolean): Promise<Where> {
  const where = { id, ...accountWhere(ctx.actor) };
  const row = await ctx.db.invocation.findFirst({ where, select: { at: true } });
  if (!row) throw new AppError('invalid_input', 'Invalid cursor');
  const { at } = row;
  // The first condition says nothing new, but is one that an index answers.
  return isNewer
    ? { at: { gte: at }, OR: [{ at: { gt: at } }, { id: { gt: id } }] }
    : { at: { lte: at }, OR: [{ at: { lt: at } }, { id: { lt: id } }] };
}
