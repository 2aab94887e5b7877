import { type AuditEntry, appendAudit } from './audit/audit.ts';
import { CHANGE_CHANNEL, type Change } from './changes.ts';
import type { Ctx, Tx } from './context.ts';

/** What a write verb hands back: its value, its audit entry, and what caches must forget. */
export type Written<T> = { readonly value: T; readonly audit: AuditEntry; readonly changes?: readonly Change[] };

/**
 * The one way to change the database: the rows, their audit row and the notification to other instances are one
 * transaction; this instance's caches forget before the caller gets an answer.
 */
export async function write<T>(ctx: Ctx, work: (tx: Tx) => Promise<Written<T>>): Promise<T> {
  const written = await ctx.db.$transaction(async (tx) => {
    const result = await work(tx);
    await appendAudit(ctx, tx, result.audit);
    for (const change of result.changes ?? []) {
      await tx.$queryRaw`SELECT pg_notify(${CHANGE_CHANNEL}, ${JSON.stringify(change)})::text`;
    }
    return result;
  });
  ctx.changes.publishLocally(written.changes ?? []);
  return written.value;
}
