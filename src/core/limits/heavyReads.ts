import type { Ctx, Db, Tx } from '../kernel/context.ts';
import { databaseFault } from '../lib/databaseFault.ts';
import { AppError } from '../lib/errors.ts';
import { createFairQueue } from '../lib/fairQueue.ts';
import { createSlots } from './slots.ts';

/** PostgreSQL's time limit for one statement of a heavy read. */
const STATEMENT_SECONDS_MAX = 5;
const RETRY_AFTER_SECONDS = 1;
const TRANSACTION_MS_MAX = 4 * STATEMENT_SECONDS_MAX * 1_000;

const reading = createSlots('max_reads');
const busy = 'Too many statistics and searches are being read: try again';
/** Runs only three reads at a time, to leave most of a process's ten connections (the default) for other work. */
const queue = createFairQueue({
  atOnceMax: 3,
  // No bound is needed, since `max_reads` limits each account.
  waitingPerAccountMax: Number.POSITIVE_INFINITY,
  waitingMax: 2_000,
  retryAfterSeconds: RETRY_AFTER_SECONDS,
  messages: { tooMany: busy, busy },
});

/**
 * Runs a read whose cost grows with the account's data: statistics, searches, filtered lists. Each account runs one at
 * a time, and at most three run in total, so that they cannot exhaust the pool. A statement may take 5 seconds. Tested
 * by `test/core/limits/heavyReads.test.ts`.
 * @throws rate_limited at the bound of `max_reads`; unavailable on timeout
 */
export async function heavyRead<T>(
  { actor, signal, db }: Pick<Ctx, 'actor' | 'signal' | 'db'>,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  const done = reading.acquire(actor);
  try {
    return await queue.run({ accountId: actor.accountId, signal }, () =>
      db.$transaction(
        async (tx) => {
          await tx.$executeRaw`SELECT set_config('statement_timeout', ${`${STATEMENT_SECONDS_MAX}s`}, true)`;
          return read(tx);
        },
        { timeout: TRANSACTION_MS_MAX },
      ),
    );
  } catch (error) {
    if (databaseFault(error)?.kind !== 'too_slow') throw error;
    const message = `This took longer than ${STATEMENT_SECONDS_MAX} seconds: narrow the time range or the filters, or try again`;
    throw new AppError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS }, error);
  } finally {
    done();
  }
}

/** A copy of the database that lags behind. */
export type Replica = {
  /** Its client, or null while it's older than a few seconds. */
  fresh(): Db | null;
};

/**
 * As `heavyRead`, for call records and audit events, which may be a few seconds old: on the replica, if it's fresh. If
 * the replica fails, the database answers.
 */
export async function readHistory<T>(
  ctx: Pick<Ctx, 'actor' | 'signal' | 'db' | 'replica'>,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  const db = ctx.replica?.fresh();
  if (!db) return heavyRead(ctx, read);
  try {
    return await heavyRead({ ...ctx, db }, read);
  } catch (error) {
    if (databaseFault(error) === null) throw error;
    return heavyRead(ctx, read);
  }
}
