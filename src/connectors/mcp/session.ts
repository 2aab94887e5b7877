import { LRUCache } from 'lru-cache';
import type { Egress } from '../egress/types.ts';
import { waitFor } from '../failure.ts';
import { connectHttp } from './connect.ts';
import { digestOf, type McpTarget } from './target.ts';

/** What the upstream and we agreed on. Holds no secret: headers are made anew for every call. */
export type McpSession = {
  /** `modern` has neither handshake nor session: revision 2026-07-28 and later. */
  readonly era: 'legacy' | 'modern';
  readonly revision: string;
  readonly sessionId: string | null;
};

/** A session, and whether this call is the first to use it. */
export type HeldSession = { readonly session: McpSession; readonly isFresh: boolean };

export type McpSessions = {
  /** Negotiates once however many ask. `owner` keeps accounts, stacks and servers apart. */
  get(owner: string, target: McpTarget, signal: AbortSignal): Promise<HeldSession>;
  /** Forgets a session that the upstream no longer knows. */
  drop(owner: string, target: McpTarget, session: McpSession): void;
};

const SESSIONS_MAX = 5_000;
const UNUSED_MS_MAX = 30 * 60_000;
const NEGOTIATION_TIMEOUT_MS = 20_000;

type Entry = { readonly opening: Promise<McpSession>; session: McpSession | null };

export function createSessions(egress: Egress): McpSessions {
  const entries = new LRUCache<string, Entry>({ max: SESSIONS_MAX, ttl: UNUSED_MS_MAX, updateAgeOnGet: true });
  const keyOf = (owner: string, target: McpTarget) => `${owner}/${digestOf(target)}`;

  const open = (key: string, target: McpTarget): Entry => {
    const entry: Entry = { opening: negotiate(egress, target), session: null };
    entries.set(key, entry);
    const forget = () => {
      if (entries.peek(key) === entry) entries.delete(key);
    };
    entry.opening.then((session) => {
      entry.session = session;
    }, forget);
    return entry;
  };

  return {
    async get(owner, target, signal) {
      const key = keyOf(owner, target);
      const known = entries.get(key);
      if (known?.session) return { session: known.session, isFresh: false };
      const session = await waitFor((known ?? open(key, target)).opening, signal);
      return { session, isFresh: true };
    },
    drop(owner, target, session) {
      const key = keyOf(owner, target);
      // Another call may have replaced it already.
      if (entries.peek(key)?.session === session) entries.delete(key);
    },
  };
}

async function negotiate(egress: Egress, target: McpTarget): Promise<McpSession> {
  const { client, transport } = await connectHttp(egress, target, AbortSignal.timeout(NEGOTIATION_TIMEOUT_MS));
  const era = client.getProtocolEra() ?? 'legacy';
  const revision = client.getNegotiatedProtocolVersion() ?? '';
  const { sessionId = null } = transport;
  // Closes our side alone: the upstream keeps the session.
  await client.close();
  return { era, revision, sessionId };
}
