import { LRUCache } from 'lru-cache';
import type { Db } from '../context.ts';
import type { AccountId } from '../ids.ts';
import { isRecord } from '../lib/json.ts';
import { upTo } from '../lib/lru.ts';
import { BOUNDS, type BoundName } from '../limits/bounds.ts';

const NAME = 'max_contents_bytes' satisfies BoundName;
const ACCOUNTS_MAX = 10_000;
/** How long a count is trusted, since other instances keep contents, too. */
const COUNTED_MS = 60_000;

/** How many bytes of contents an account has, and may have. */
type Counted = { bytes: number; readonly max: number };

/** The room that accounts have for contents of calls. */
export type ContentRoom = {
  /** Takes room; false where the account has not that much left. */
  take(accountId: AccountId, bytes: number): Promise<boolean>;
};

/** Made once per process. `test/core/callContents/contents.test.ts` tears it down. */
export function createContentRoom(db: Db): ContentRoom {
  const counted = new LRUCache<AccountId, Counted>({ ...upTo(ACCOUNTS_MAX), ttl: COUNTED_MS, ttlResolution: 1_000 });
  return {
    async take(accountId, bytes) {
      const known = counted.get(accountId) ?? (await count(db, accountId));
      // A count that is there stays for its own minute.
      counted.set(accountId, known, { noUpdateTTL: true });
      if (known.bytes + bytes > known.max) return false;
      known.bytes += bytes;
      return true;
    },
  };
}

async function count(db: Db, accountId: AccountId): Promise<Counted> {
  const [row] = await db.$queryRaw<{ bytes: number; limits: unknown }[]>`
    SELECT (SELECT coalesce(sum(bytes), 0)::float8 FROM call_content WHERE account_id = ${accountId}) AS bytes,
      (SELECT rate_limits FROM account WHERE id = ${accountId}) AS limits`;
  const own = isRecord(row?.limits) ? row.limits[NAME] : undefined;
  return { bytes: row?.bytes ?? 0, max: typeof own === 'number' ? own : BOUNDS[NAME].max };
}
