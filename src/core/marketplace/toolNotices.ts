import { LRUCache } from 'lru-cache';
import type { Background } from '../kernel/background.ts';
import type { Db } from '../kernel/context.ts';
import type { AccountId, ServerKey, StackId } from '../kernel/ids.ts';

/** The account whose server announced changed tools, and the stack whose call received the notice. */
export type NoticePlace = {
  readonly accountId: AccountId;
  readonly stackId: StackId;
  readonly serverId: ServerKey;
};

/** Receives notices from upstreams that their tools have changed (`tools/list_changed`). */
export type ToolNotices = {
  /** Records that a server's tools have changed. Never throws. Further notices within `QUIET_MS` cost nothing. */
  heard(place: NoticePlace): void;
};

/** Seconds to wait after a notice, since a server that adds ten tools sends ten notices. */
const SETTLE_SECONDS = 10;
/** Minimum seconds between two refreshes of a server caused by notices. */
const NOTICED_EVERY_SECONDS = 5 * 60;
/** Minimum time between two stored notices of a server; notices in between are dropped. */
const QUIET_MS = 5_000;
const SERVERS_MAX = 10_000;

type NoticeDeps = { readonly db: Db; readonly now: () => Date; readonly background: Background };

/** Creates the notices, once per process. Each is stored in its server's row, so any instance can do the refresh. */
export function createToolNotices({ db, now, background }: NoticeDeps): ToolNotices {
  const written = new LRUCache<ServerKey, true>({ max: SERVERS_MAX, ttl: QUIET_MS });
  return {
    heard(place) {
      if (written.has(place.serverId)) return;
      written.set(place.serverId, true);
      background.run('note that the tools of a server have changed', () => note(db, now(), place));
    },
  };
}

// Applies only to private servers, since only the operator changes the marketplace.
const note = (db: Db, now: Date, { accountId, stackId, serverId }: NoticePlace): Promise<number> => db.$executeRaw`
  UPDATE server SET
    refresh_stack_id = CASE WHEN refresh = 'notified' THEN ${stackId} ELSE coalesce(refresh_stack_id, ${stackId}) END,
    refresh_due_at = least(refresh_due_at, greatest(
      ${now}::timestamptz + ${SETTLE_SECONDS} * interval '1 second',
      refreshed_at + ${NOTICED_EVERY_SECONDS} * interval '1 second'))
  WHERE id = ${serverId} AND owner = ${accountId} AND refresh <> 'off'
    AND EXISTS (SELECT 1 FROM stack WHERE id = ${stackId})`;
