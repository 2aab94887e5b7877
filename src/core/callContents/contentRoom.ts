import { LRUCache } from 'lru-cache';
import { type BoundName, storedBound } from '../kernel/bounds.ts';
import type { Db } from '../kernel/context.ts';
import type { AccountId } from '../kernel/ids.ts';
import { lruOptions } from '../lib/lru.ts';

const NAME = 'max_contents_bytes' satisfies BoundName;
const ACCOUNTS_MAX = 10_000;
/** How long a count is cached. Short, since other instances store contents too. */
const COUNTED_MS = 60_000;

/** Bytes of stored contents that an account has, and its maximum. */
type ContentUse = { bytes: number; readonly max: number };

/** Reserves part of an account's allowance; false if too little is left. */
export type ReserveAllowance = (accountId: AccountId, bytes: number) => boolean;

/** Storage allowances of accounts for call contents. */
export type ContentAllowance = {
  /** Reads how much these accounts may still store. @throws if the database cannot report their usage */
  of(accountIds: readonly AccountId[]): Promise<ReserveAllowance>;
};

/** Creates the allowance, once per process. Tested by `test/core/callContents/contents.test.ts`. */
export function createContentAllowance(db: Db): ContentAllowance {
  const counted = new LRUCache<AccountId, ContentUse>({
    ...lruOptions(ACCOUNTS_MAX),
    ttl: COUNTED_MS,
    ttlResolution: 1_000,
  });
  return {
    async of(accountIds) {
      const known = new Map(accountIds.map((id) => [id, counted.get(id)]));
      const missing = accountIds.filter((id) => !known.get(id));
      const rows =
        missing.length === 0
          ? []
          : await db.$queryRaw<{ id: AccountId; bytes: number; limits: unknown }[]>`
              SELECT id, rate_limits AS limits,
                (SELECT coalesce(sum(bytes), 0)::float8 FROM call_content WHERE account_id = account.id) AS bytes
              FROM account WHERE id = ANY(${missing}::text[])`;
      for (const { id, bytes, limits } of rows) {
        const use = { bytes, max: storedBound(limits, NAME) };
        known.set(id, use);
        counted.set(id, use);
      }
      return (accountId, bytes) => {
        const own = known.get(accountId);
        if (!own || own.bytes + bytes > own.max) return false;
        own.bytes += bytes;
        return true;
      };
    },
  };
}
