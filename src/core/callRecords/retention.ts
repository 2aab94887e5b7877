import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import type { AccountId, StackId } from '../kernel/ids.ts';
import { DAY_MS } from '../lib/day.ts';
import { dayAfter, dayOf, partitionOf } from './day.ts';

type RetentionCtx = Pick<Ctx, 'db' | 'now' | 'signal'>;

const BATCH_ROWS = 1_000;
const TOTALS_BATCH_ROWS = 10_000;
const DAYS_AHEAD = 2;
/** Key of the advisory lock for pruning. An arbitrary constant that must never change. */
const PRUNE_LOCK = 0x796172_65;
// Give up early on a busy table, so that no other statement queues behind the lock. The next sweep tries again.
const LOCK_TIMEOUT = Prisma.raw(`SET LOCAL lock_timeout = '3s'`);
const TRANSACTION_MS_MAX = 60_000;

/** Creates the partitions for today and the next days. Calls that arrived before their partition are moved into it. */
export async function preparePartitions(ctx: RetentionCtx): Promise<void> {
  const known = await listPartitions(ctx);
  for (let ahead = 0; ahead <= DAYS_AHEAD && !ctx.signal.aborted; ahead++) {
    const day = dayOf(new Date(ctx.now().getTime() + ahead * DAY_MS));
    if (!known.includes(partitionOf(day))) await withPruneLock(ctx, (tx) => createPartition(tx, day));
  }
}

async function createPartition(tx: Tx, day: Date): Promise<void> {
  const name = Prisma.raw(partitionOf(day));
  const from = Prisma.raw(`'${day.toISOString()}'`);
  const to = Prisma.raw(`'${dayAfter(day).toISOString()}'`);
  const [made] = await tx.$queryRaw<unknown[]>`SELECT 1 WHERE to_regclass(${partitionOf(day)}) IS NOT NULL`;
  if (made !== undefined) return;
  await tx.$executeRaw`CREATE TABLE ${name} (LIKE invocation INCLUDING INDEXES)`;
  await tx.$executeRaw`
    WITH moved AS (DELETE FROM invocation_default WHERE at >= ${from} AND at < ${to} RETURNING *)
    INSERT INTO ${name} SELECT * FROM moved`;
  await tx.$executeRaw`ALTER TABLE invocation ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${to})`;
}

/**
 * Deletes calls older than `days` and returns how many. Drops whole partitions of a day, so a call may stay up to a day
 * longer. Deletes other rows in batches, so that no statement is long. Only one instance does this at a time. Ends
 * early when `ctx.signal` aborts.
 */
export async function pruneCalls(ctx: RetentionCtx, days: number): Promise<number> {
  const before = new Date(ctx.now().getTime() - days * DAY_MS);
  const day = dayOf(before);
  const old = (await listPartitions(ctx)).filter((name) => name < partitionOf(day));
  let dropped = 0;
  for (const name of ctx.signal.aborted ? [] : old)
    dropped += (await withPruneLock(ctx, (tx) => dropPartition(tx, name))) ?? 0;
  const deleted = await inBatches(
    ctx,
    BATCH_ROWS,
    () => ctx.db.$executeRaw`
  DELETE FROM invocation_default WHERE id IN (
    SELECT id FROM invocation_default
    WHERE (SELECT pg_try_advisory_xact_lock(${PRUNE_LOCK}::bigint)) AND at < ${before}
    ORDER BY at LIMIT ${BATCH_ROWS}::int)`,
  );
  for (const [table, time] of TOTALS)
    await inBatches(
      ctx,
      TOTALS_BATCH_ROWS,
      () => ctx.db.$executeRaw`
        DELETE FROM ${Prisma.raw(table)} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(time)} < ${day} LIMIT ${TOTALS_BATCH_ROWS}::int))`,
    );
  return dropped + deleted;
}

async function dropPartition(tx: Tx, name: string): Promise<number> {
  const table = Prisma.raw(name);
  const [counted] = await tx.$queryRaw<{ calls: number }[]>`SELECT count(*)::int AS calls FROM ${table}`;
  await tx.$executeRaw`DROP TABLE ${table}`;
  return counted?.calls ?? 0;
}

/** The partitions of single days, oldest first. */
async function listPartitions({ db }: RetentionCtx): Promise<readonly string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'invocation'::regclass AND relname ~ '^invocation_[0-9]{8}$' ORDER BY 1`;
  return rows.map(({ name }) => name);
}

/** Runs `work` while no other instance prunes; null when one does. */
const withPruneLock = <T>({ db }: RetentionCtx, work: (tx: Tx) => Promise<T>): Promise<T | null> =>
  db.$transaction(
    async (tx) => {
      const [lock] = await tx.$queryRaw<
        { taken: boolean }[]
      >`SELECT pg_try_advisory_xact_lock(${PRUNE_LOCK}::bigint) AS taken`;
      if (!lock?.taken) return null;
      await tx.$executeRaw`${LOCK_TIMEOUT}`;
      return work(tx);
    },
    { timeout: TRANSACTION_MS_MAX },
  );

async function inBatches({ signal }: RetentionCtx, rows: number, deleteBatch: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const deleted = signal.aborted ? 0 : await deleteBatch();
    total += deleted;
    if (deleted < rows) return total;
  }
}

/** The tables of totals, with their time columns. */
const TOTALS = [
  ['call_tool_hour', 'hour'],
  ['call_caller_hour', 'hour'],
  ['call_day', 'day'],
  ['call_hour', 'hour'],
  ['call_quarter', 'quarter'],
] as const;

/** Deletes an account's `count` oldest calls and all totals older than its remaining calls. Returns how many calls. */
export async function dropOldestCalls(db: Pick<Tx, '$executeRaw'>, accountId: AccountId, count: number) {
  let dropped = 0;
  while (dropped < count) {
    const rows = await db.$executeRaw`
      DELETE FROM invocation WHERE account_id = ${accountId} AND (id, at) IN (
        SELECT id, at FROM invocation WHERE account_id = ${accountId}
        ORDER BY at LIMIT ${Math.min(BATCH_ROWS, count - dropped)}::int)`;
    if (rows === 0) break;
    dropped += rows;
  }
  // Delete totals that have become zero: triggers have already subtracted the deleted calls.
  for (const [name, column] of TOTALS) {
    const [table, time] = [Prisma.raw(name), Prisma.raw(column)];
    for (let rows = TOTALS_BATCH_ROWS; rows === TOTALS_BATCH_ROWS; )
      rows = await db.$executeRaw`
        DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
          SELECT ${table}.ctid FROM ${table}, (SELECT min(at) AS at FROM invocation WHERE account_id = ${accountId}) AS oldest
          WHERE account_id = ${accountId} AND ${time} < oldest.at
            AND calls = 0
          LIMIT ${TOTALS_BATCH_ROWS}::int))`;
  }
  return dropped;
}

/**
 * Maximum rows deleted in the stack's own transaction; a larger stack's remaining rows are deleted in the background.
 */
const STACK_ROWS_AT_ONCE = 10_000;

/**
 * Deletes up to 10,000 calls of a stack, or up to 10,000 totals of each kind once no calls are left. Also subtracts the
 * calls from the totals over all stacks. Returns true if there may be more to delete.
 */
export async function deleteStackCalls(
  db: Pick<Tx, '$executeRaw'>,
  { id, accountId }: { readonly id: StackId; readonly accountId: AccountId },
): Promise<boolean> {
  const rows = Prisma.sql`${STACK_ROWS_AT_ONCE}::int`;
  const calls = await db.$executeRaw`
    DELETE FROM invocation WHERE stack_id = ${id} AND (id, at) IN (
      SELECT id, at FROM invocation WHERE stack_id = ${id} LIMIT ${rows})`;
  if (calls === STACK_ROWS_AT_ONCE) return true;
  let hasMore = false;
  for (const [name] of TOTALS) {
    const table = Prisma.raw(name);
    const deleted = await db.$executeRaw`
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE account_id = ${accountId} AND stack_id = ${id} LIMIT ${rows}))`;
    hasMore ||= deleted === STACK_ROWS_AT_ONCE;
  }
  return hasMore;
}
