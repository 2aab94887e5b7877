import type { AuditEvent, Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { cursorId, PAGE_ROWS_DEFAULT } from '../page.ts';
import { accountWhere } from '../scope.ts';
import { chainOf } from './audit.ts';

export type AuditLoad = Pick<Prisma.AuditEventFindManyArgs, 'select' | 'take' | 'skip' | 'cursor'>;

/** The changes in the actor's account, newest first; for the operator outside any account, those of the marketplace. */
export async function listAuditEvents(ctx: Ctx, load: AuditLoad = {}): Promise<AuditEvent[]> {
  // Called for its refusal of agents.
  accountWhere(ctx.actor);
  const chain = chainOf(ctx.actor);
  const { cursor, skip: _cursorRow, take = PAGE_ROWS_DEFAULT, ...selection } = load;
  const from = cursor === undefined ? null : await seqOf(ctx, chain, cursorId(cursor.id));
  return ctx.db.auditEvent.findMany({
    ...selection,
    take,
    orderBy: { seq: 'desc' },
    where: { chain, ...(from !== null && { seq: take < 0 ? { gt: from } : { lt: from } }) },
  });
}

async function seqOf(ctx: Ctx, chain: string, id: string): Promise<number> {
  const event = await ctx.db.auditEvent.findFirst({ where: { chain, id }, select: { seq: true } });
  if (!event) throw new AppError('invalid_input', 'Invalid cursor');
  return event.seq;
}
