import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Agent } from 'undici';
import type { AccountId } from '../../core/ids.ts';
import { upTo } from '../../core/lib/lru.ts';
import { BOUNDS } from '../../core/limits/bounds.ts';
import { createConnect } from './connect.ts';
import type { HandshakeOwner } from './handshakes.ts';
import type { EgressOptions } from './types.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const CONNECTIONS_PER_ORIGIN_MAX = 64;
const ORIGINS_MAX = 4_096;
const HEADER_BYTES_MAX = 32_768;
const ACCOUNTS_MAX = 10_000;
const UNUSED_MS_MAX = 10 * 60_000;
const PURGE_MS = 60_000;

/** Connections by account, each with a bound per origin. */
export type Agents = {
  /** The agent of an account; null for work that belongs to no account. */
  of(accountId: AccountId | null): Agent;
  destroy(): Promise<void>;
};

/**
 * Makes connections for each account as it needs them, by the rules of `connect.ts`; of an account that has asked for
 * nothing for ten minutes they are closed. `test/connectors/egress/egressLimits.test.ts` tears their bound down.
 */
export const createAgents = (options: EgressOptions): Agents => {
  const connectTimeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  const newAgent = (connections: number, owner: HandshakeOwner) => {
    const connect = createConnect({ ...options, connectTimeoutMs }, owner);
    const bounds = { connections, maxOrigins: ORIGINS_MAX, maxHeaderSize: HEADER_BYTES_MAX };
    return new Agent({ connect, ...bounds, allowH2: false });
  };
  const byAccount = new LRUCache<AccountId, Agent>({
    ...upTo(ACCOUNTS_MAX),
    ttl: UNUSED_MS_MAX,
    // By default it looks at the clock, and sets a timer for it, every millisecond.
    ttlResolution: 1_000,
    updateAgeOnGet: true,
    // Running requests are finished first.
    dispose: (agent) => void agent.close().catch(() => undefined),
  });
  // By itself the cache would set a timer anew for every request.
  const purging = setInterval(() => byAccount.purgeStale(), PURGE_MS).unref();
  const shared = newAgent(options.connectionsPerOriginMax ?? CONNECTIONS_PER_ORIGIN_MAX, {
    id: randomUUID(),
    isAccount: false,
  });
  return {
    of(accountId) {
      if (accountId === null) return shared;
      const known = byAccount.get(accountId);
      if (known) return known;
      const agent = newAgent(options.connectionsPerOriginMax ?? BOUNDS.max_origin_connections.max, {
        id: accountId,
        isAccount: true,
      });
      byAccount.set(accountId, agent);
      return agent;
    },
    async destroy() {
      clearInterval(purging);
      await Promise.all([shared, ...byAccount.values()].map((agent) => agent.destroy()));
      byAccount.clear();
    },
  };
};
