import type { Ctx } from '../context.ts';

const BATCH_ROWS = 1_000;
/** Any constant will do; it must never change. */
const PRUNE_LOCK = 0x796172_65;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Deletes calls that are older than `days`, a bounded number at a time so that none of its statements is long. Of
 * several instances that do so at once, one alone gets on. Ends early when `ctx.signal` aborts.
 */
export async function pruneCalls(ctx: Pick<Ctx, 'db' | 'now' | 'signal'>, days: number): Promise<number> {
  const before = new Date(ctx.now().getTime() - days * DAY_MS);
  for (let total = 0; ; ) {
    const deleted = ctx.signal.aborted ? 0 : await pruneBatch(ctx, before);
    total += deleted;
    if (deleted < BATCH_ROWS) return total;
  }
}

// The lock is the statement's own transaction's, asked for once and before any row is looked for.
const pruneBatch = ({ db }: Pick<Ctx, 'db'>, before: Date): Promise<number> => db.$executeRaw`
  DELETE FROM invocation WHERE id IN (
    SELECT id FROM invocation
    WHERE (SELECT pg_try_advisory_xact_lock(${PRUNE_LOCK}::bigint)) AND at < ${before}
    ORDER BY at LIMIT ${BATCH_ROWS}::int)`;
