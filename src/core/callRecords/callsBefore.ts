import type { Ctx, Tx } from '../kernel/context.ts';
import { noStackId } from '../kernel/ids.ts';
import { readHistory } from '../limits/heavyReads.ts';
import { type CallStatistics, countingScope, readRows, rowsQueryOf, totalOf } from './statistics.ts';
import { type CallFigures, ofStacks, type RowsQuery } from './statisticsRows.ts';
import { byIndex, readTotalFromTotals } from './totals.ts';

/** Figures of the preceding period of equal length, for comparison. */
export type CallsBefore = {
  readonly since: Date;
  readonly until: Date;
  /** End time of the oldest recorded call, of any tool; null if none. */
  readonly recordedSince: Date | null;
  /** Null if recording started within that period. */
  readonly total: CallFigures | null;
};

/**
 * Figures for the preceding period of equal length, for the same calls. Periods without complete records (pruned, or
 * before recording was enabled) are not reported as zero calls.
 * @throws as `readHistory`
 */
export async function readCallsBefore(ctx: Ctx, range: CallStatistics['range']): Promise<CallsBefore> {
  const { since: until, bucketSeconds } = range;
  const since = new Date(until.getTime() - (range.until.getTime() - until.getTime()));
  const query = rowsQueryOf(countingScope(ctx.actor), { ...range, since, until, bucketSeconds });
  if (query === null) return { since, until, recordedSince: null, total: null };
  return readHistory(ctx, async (tx) => {
    const recordedSince = await readRecordedSince(tx, query);
    const isKnown = recordedSince !== null && recordedSince <= since;
    return {
      since,
      until,
      recordedSince,
      total: isKnown ? totalOf(await readRows(tx, query, readTotalFromTotals)) : null,
    };
  });
}

type Owner = Pick<RowsQuery, 'accountId' | 'stackIds'>;

/** End time of the oldest call of the account or of some stacks. Finds it in the first hour that has calls. */
async function readRecordedSince(tx: Tx, { accountId, stackIds }: Owner): Promise<Date | null> {
  const [first] = await byIndex(
    tx,
    () => tx.$queryRaw<{ hour: Date | null }[]>`
      SELECT min(hour) AS hour FROM call_hour
      WHERE account_id = ${accountId} ${ofStacks({ stackIds: stackIds ?? [noStackId()] })} AND calls > 0`,
  );
  if (!first?.hour) return null;
  const [oldest] = await tx.$queryRaw<{ at: Date | null }[]>`
    SELECT min(at) AS at FROM invocation WHERE account_id = ${accountId} ${ofStacks({ stackIds })}
      AND at >= ${first.hour}::timestamptz AND at < ${first.hour}::timestamptz + interval '1 hour'`;
  return oldest?.at ?? first.hour;
}
