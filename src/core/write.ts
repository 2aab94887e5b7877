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
    await notify(tx, result.changes ?? []);
    return result;
  });
  ctx.changes.publishLocally(written.changes ?? []);
  return written.value;
}

// One statement for all: a change of a server that thousands of stacks hold must not outlast its transaction.
async function notify(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const payloads = changes.map((change) => JSON.stringify(change));
  await tx.$queryRaw`SELECT pg_notify(${CHANGE_CHANNEL}, payload)::text FROM unnest(${payloads}::text[]) AS payload`;
}
