import { LRUCache } from 'lru-cache';
import type { CallRecord } from '../../generated/prisma/client.ts';
import { type BoundName, storedBound } from '../kernel/bounds.ts';
import type { Db } from '../kernel/context.ts';
import type { AccountId } from '../kernel/ids.ts';
import { lruOptions } from '../lib/lru.ts';
import { dropOldestCalls } from './retention.ts';

const NAME = 'max_call_records' satisfies BoundName;
const ACCOUNTS_MAX = 10_000;
/** How long a count is cached. Limited, since other instances add calls too. */
const COUNTED_MS = 10 * 60_000;
/** Fraction of the bound that is deleted at once, so that not every batch has to delete calls. */
const SLAB = 0.01;

/** Stored calls of an account, and their maximum. */
type RecordCount = { calls: number; readonly max: number };

/** Enforces `max_call_records`: deletes an account's oldest call records beyond it, with their totals. */
type RecordsBound = { added(calls: readonly CallRecord[]): Promise<void> };

/** Creates the bound, once per process. Tested by `test/core/callRecords/recordsBound.test.ts`. */
export function createRecordsBound(db: Db): RecordsBound {
  const counts = new LRUCache<AccountId, RecordCount>({
    ...lruOptions(ACCOUNTS_MAX),
    ttl: COUNTED_MS,
    ttlResolution: 1_000,
  });
  return {
    async added(calls) {
      for (const [accountId, own] of Map.groupBy(calls, (call) => call.accountId)) {
        const known = counts.get(accountId);
        const now = known ?? (await countRecords(db, accountId));
        if (known) known.calls += own.length;
        else counts.set(accountId, now);
        if (now.calls <= now.max) continue;
        now.calls -= await dropOldestCalls(db, accountId, now.calls - Math.floor(now.max * (1 - SLAB)));
      }
    },
  };
}

/** Counts an account's calls from totals, which have far fewer rows. */
async function countRecords(db: Db, accountId: AccountId): Promise<RecordCount> {
  const [row] = await db.$queryRaw<{ calls: number; limits: unknown }[]>`
    SELECT coalesce(sum(calls), 0)::float8 AS calls, (SELECT rate_limits FROM account WHERE id = ${accountId}) AS limits
    FROM call_hour WHERE account_id = ${accountId} AND stack_id = ''`;
  return { calls: row?.calls ?? 0, max: storedBound(row?.limits, NAME) };
}
