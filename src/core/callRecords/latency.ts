import { Prisma } from '../../generated/prisma/client.ts';

/*
 * The latency histogram of totals of calls: four ranges for each doubling of 1 + milliseconds. Range `n` ends at
 * 2^(n/4) - 1 ms, where range `n + 1` begins. A percentile or mean computed from it is off by less than a tenth.
 */

const RANGES_PER_DOUBLING = 4;

/** SQL for the range of the column `latency_ms`. Triggers on the call table use the same formula. */
export const LATENCY_RANGE: Prisma.Sql = Prisma.sql`ceil(4 * ln((latency_ms + 1)::float8) / ln(2::float8))::int`;

/** Number of calls by range, from range 0 on. */
type LatencyHistogram = readonly number[];

/** Number of possible ranges, up to the maximum of PostgreSQL's type integer. */
export const LATENCY_RANGES = 31 * RANGES_PER_DOUBLING + 1;

const endOf = (range: number): number => 2 ** (range / RANGES_PER_DOUBLING) - 1;

/** The mean latency in milliseconds, using the middle of each range; null without calls. */
export function meanOf(histogram: LatencyHistogram): number | null {
  let [calls, sum] = [0, 0];
  for (const [range, count] of histogram.entries()) {
    const start = range === 0 ? 0 : endOf(range - 1);
    calls += count;
    sum += (count * (start + endOf(range))) / 2;
  }
  return calls > 0 ? sum / calls : null;
}

/**
 * The latency in milliseconds that a `share` of the calls (0 to 1) stays below, interpolated within its range. Null
 * without calls.
 */
export function percentileOf(histogram: LatencyHistogram, share: number): number | null {
  const rank = share * histogram.reduce((sum, calls) => sum + calls, 0);
  let before = 0;
  for (const [range, calls] of histogram.entries()) {
    if (calls > 0 && before + calls >= rank) {
      const start = range === 0 ? 0 : endOf(range - 1);
      return start + (endOf(range) - start) * ((rank - before) / calls);
    }
    before += calls;
  }
  return null;
}
