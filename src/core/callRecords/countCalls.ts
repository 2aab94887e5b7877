import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { COUNTED_ROWS_MAX, type RowCount } from '../lib/page.ts';
import { heavyRead } from '../limits/heavyReads.ts';
import type { CallFilter } from './calls.ts';
import { SUCCESS } from './outcome.ts';
import { countingScope, rowsQueryOf } from './statistics.ts';
import { countFromTotals } from './totals.ts';

/** No call is outside of these, so that a list without an end is counted from whole totals there. */
const FIRST = new Date(0);
const LAST = new Date(Date.UTC(9_999, 0));

const outcomesOf = ({ outcome, isFailure }: CallFilter): Prisma.Sql => Prisma.sql`
  ${outcome ? Prisma.sql`AND outcome = ANY(${[...outcome]}::text[])` : Prisma.empty}
  ${typeof isFailure === 'boolean' ? Prisma.sql`AND (outcome <> ${SUCCESS}) = ${isFailure}::boolean` : Prisma.empty}`;

/**
 * How many calls `listCalls` lists with a filter, from totals: however many they are, few rows are read. At the ends of
 * a time that begins or ends within a total, 10,000 calls are looked at; where there are more, it is at least so many.
 * `test/core/callRecords/countCalls.test.ts` tears it down.
 * @throws forbidden; as `heavyRead`
 */
export async function countCalls(ctx: Ctx, filter: CallFilter): Promise<RowCount> {
  const asked = { ...filter, since: filter.since ?? FIRST, until: filter.until ?? LAST, bucketSeconds: 1 };
  const query = rowsQueryOf(countingScope(ctx.actor), asked);
  if (query === null) return { count: 0, isExact: true };
  return heavyRead(ctx, (tx) =>
    countFromTotals(tx, query, { outcomes: outcomesOf(filter), readMax: COUNTED_ROWS_MAX }),
  );
}
