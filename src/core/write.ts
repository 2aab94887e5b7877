import { type AuditEntry, appendAudit } from './audit/audit.ts';
import { CHANGE_CHANNEL, type Change } from './changes.ts';
import type { Ctx, Tx } from './context.ts';
import { DatabaseUnavailable, databaseFault } from './databaseFault.ts';

/** What a write verb returns to `write`: its result, its audit entry, and what caches have to drop. */
export type WriteResult<T> = { readonly value: T; readonly audit: AuditEntry; readonly changes?: readonly Change[] };

/**
 * The one way to change the database: the rows, their audit event and the notification to other instances are one
 * transaction. This instance's caches drop what changed before the caller gets an answer.
 * @throws what `work` throws, with nothing written; `DatabaseUnavailable`, which says so where the write may have
 * happened
 */
export async function write<T>(ctx: Ctx, work: (tx: Tx) => Promise<WriteResult<T>>): Promise<T> {
  let changes: readonly Change[] = [];
  let isCommitting = false;
  try {
    const { value } = await ctx.db.$transaction(async (tx) => {
      const result = await work(tx);
      await appendAudit(ctx, tx, result.audit);
      changes = result.changes ?? [];
      await notify(tx, ctx.changes.origin(), changes);
      isCommitting = true;
      return result;
    });
    return value;
  } catch (error) {
    // A commit whose answer was lost may still have happened: this instance must then hear its own notification.
    if (changes.length > 0) ctx.changes.renewOrigin();
    const fault = isCommitting ? databaseFault(error) : null;
    throw fault?.mayHaveHappened ? new DatabaseUnavailable(fault, error, true) : error;
  } finally {
    ctx.changes.publishLocally(changes);
  }
}

// One statement for all notifications: a change of a server that thousands of stacks have must not outlast its
// transaction.
async function notify(tx: Tx, origin: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const payloads = changes.map((change) => JSON.stringify({ origin, ...change }));
  await tx.$queryRaw`SELECT pg_notify(${CHANGE_CHANNEL}, payload)::text FROM unnest(${payloads}::text[]) AS payload`;
}
