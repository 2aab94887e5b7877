import { LRUCache } from 'lru-cache';
import type { CallRecord } from '../../generated/prisma/client.ts';
import type { Db } from '../context.ts';
import type { AccountId } from '../ids.ts';
import { lruOptions } from '../lib/lru.ts';
import { type BoundName, storedBound } from '../limits/bounds.ts';
import { dropOldestCalls } from './retention.ts';

const NAME = 'max_call_records' satisfies BoundName;
const ACCOUNTS_MAX = 10_000;
/** Counts expire after this time, since other instances add calls too. */
const COUNTED_MS = 10 * 60_000;
/** Fraction of the bound that is deleted in one go, so that not every batch has to delete calls. */
const SLAB = 0.01;

/** Stored calls of an account, and their maximum. */
type RecordCount = { calls: number; readonly max: number };

/** Makes room for call records: beyond `max_call_records`, an account's oldest ones are deleted, with their totals. */
type RecordsBound = { added(calls: readonly CallRecord[]): Promise<void> };

/** Created once per process. Tested by `test/core/callRecords/recordsBound.test.ts`. */
export function createRecordsBound(db: Db): RecordsBound {
  const kept = new LRUCache<AccountId, RecordCount>({
    ...lruOptions(ACCOUNTS_MAX),
    ttl: COUNTED_MS,
    ttlResolution: 1_000,
  });
  return {
    async added(calls) {
      for (const [accountId, own] of Map.groupBy(calls, (call) => call.accountId)) {
        const known = kept.get(accountId);
        const now = known ?? (await countRecords(db, accountId));
        if (known) known.calls += own.length;
        else kept.set(accountId, now);
        if (now.calls <= now.max) continue;
        now.calls -= await dropOldestCalls(db, accountId, now.calls - Math.floor(now.max * (1 - SLAB)));
      }
    },
  };
}

/** Counts from totals, which have far fewer rows than calls. */
async function countRecords(db: Db, accountId: AccountId): Promise<RecordCount> {
  const [row] = await db.$queryRaw<{ calls: number; limits: unknown }[]>`
    SELECT coalesce(sum(calls), 0)::float8 AS calls, (SELECT rate_limits FROM account WHERE id = ${accountId}) AS limits
    FROM call_hour WHERE account_id = ${accountId} AND stack_id = ''`;
  return { calls: row?.calls ?? 0, max: storedBound(row?.limits, NAME) };
}
