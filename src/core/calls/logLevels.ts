import { LRUCache } from 'lru-cache';
import type { Changes } from '../kernel/changes.ts';
import type { Ctx } from '../kernel/context.ts';
import { lruOptions } from '../lib/lru.ts';
import { sha256Text } from '../lib/sha256.ts';
import { callerOf } from '../limits/caller.ts';
import { announceNotice } from './cancellations.ts';
import { type LogSeverity, toLogLevel } from './notifications.ts';

/** Sessions whose level is kept, most recently used first. A client sends a few bytes for each. */
const SESSIONS_MAX = 10_000;

/**
 * The log levels that clients of the revisions with a handshake set for their sessions. They are in memory only: after
 * a restart, a client gets no log messages until it sets its level again.
 */
export type LogLevels = {
  /** Sets a level on every instance. */
  set(ctx: Ctx, session: string, level: LogSeverity): Promise<void>;
  /** The level of the caller's session; null if it set none. */
  find(ctx: Ctx, session: string): LogSeverity | null;
  /** Whether any caller has set a level for the session. */
  has(session: string): boolean;
};

type SessionLevel = { readonly level: LogSeverity; readonly caller: string };

/** Identifies the caller: only the caller that set a level gets messages for it. */
const idOf = (ctx: Ctx): string => sha256Text(callerOf(ctx), 'base64url');

/** Creates the log levels, once per process. Tested by `test/mcp/logging.test.ts`. */
export function createLogLevels(changes: Pick<Changes, 'subscribe'>): LogLevels {
  const levels = new LRUCache<string, SessionLevel>(lruOptions(SESSIONS_MAX));
  changes.subscribe((change) => {
    if (change.kind !== 'logLevel') return;
    const level = toLogLevel(change.level);
    if (level) levels.set(change.id, { level, caller: change.caller });
  });
  return {
    async set(ctx, session, level) {
      const caller = idOf(ctx);
      levels.set(session, { level, caller });
      await announceNotice(ctx, { kind: 'logLevel', id: session, caller, level });
    },
    find(ctx, session) {
      const level = levels.get(session);
      return level?.caller === idOf(ctx) ? level.level : null;
    },
    has: (session) => levels.has(session),
  };
}
