import { LIVE_CHANNEL } from '../core/callRecords/feed.ts';
import { type Announcement, CHANGE_CHANNEL } from '../core/changes.ts';
import type { Log } from '../core/context.ts';
import { followChangeLog } from './changeLog.ts';
import { withConnection } from './connection.ts';
import type { Carrier, HeartbeatOwner } from './heartbeat.ts';
import { type OnPayload, openListeningSession, type Session } from './listening.ts';
import type { RedisCarrier } from './redisCarrier.ts';

/** Where changes come from. */
export type CarrierOptions = {
  /** The database to listen at. */
  readonly url: string;
  /** The same database, where a pooler may be between; default: `url`. */
  readonly logUrl?: string;
  readonly redisUrl?: string | null;
  /** What the operator wants; `listen` becomes `redis` or `log` where notifications do not arrive. */
  readonly carrier?: 'listen' | 'redis';
  readonly log: Log;
};

/** What happens with what arrives. */
export type Hearing = { readonly onPayload: OnPayload; onLiveGap(): void };

/** The ways by which changes and the live feed go between instances. */
export type Carriers = {
  /** The one in use. */
  now(): Carrier;
  /** Opens a session that hears changes. @throws when the database cannot be reached */
  open(heartbeat: HeartbeatOwner, signal: AbortSignal): Promise<Session>;
  /** Tells others what is committed, where it does not reach them by itself. */
  announce(announcement: Announcement): void;
  publishLive(payloads: readonly string[]): void;
  /** Whether anybody here watches the live feed. */
  watchLive(isWatched: boolean): void;
  close(): void;
};

/** How often LISTEN is tried again where it was wanted and broken. */
const LISTEN_AGAIN_MS = 600_000;
/** Rows that Redis has told of before the change log was looked at; one that is forgotten is told of twice. */
const HEARD_MAX = 10_000;

const DEAF = 'a pooler breaks LISTEN: changes of other instances are read from the change log';

/** Which rows of the change log Redis has told of already. */
function createHeardRows() {
  const ids = new Set<string>();
  return {
    add(id: string) {
      if (ids.size >= HEARD_MAX) ids.clear();
      ids.add(id);
    },
    take: (id: string): boolean => ids.delete(id),
    clear: () => ids.clear(),
  };
}

/** The carriers of one instance; Redis is reached once changes are read from the change log. */
export function createCarriers(options: CarrierOptions, { onPayload, onLiveGap }: Hearing): Carriers {
  const { url, logUrl = url, redisUrl = null, carrier = 'listen', log } = options;
  const heardRows = createHeardRows();
  let redis: RedisCarrier | null = null;
  let isListening = carrier === 'listen';
  let isWatched = false;

  async function openRedis(address: string): Promise<RedisCarrier> {
    // The client of Redis is loaded only where there is one.
    const { openRedisCarrier } = await import('./redisCarrier.ts');
    const opened = openRedisCarrier({
      ...{ url: address, log, installation: await installationAt(logUrl), onLiveGap },
      onLive: (payload) => {
        // Where this instance listens, PostgreSQL has notified it.
        if (!isListening) onPayload(payload, LIVE_CHANNEL);
      },
      onAnnouncement({ id, payloads }) {
        heardRows.add(id);
        for (const payload of payloads) onPayload(payload, CHANGE_CHANNEL);
      },
    });
    opened.watchLive(isWatched);
    return opened;
  }

  return {
    now() {
      if (isListening) return 'listen';
      return redis?.isUp ? 'redis' : 'log';
    },
    async open(heartbeat, signal) {
      const session = carrier === 'listen' ? await openListeningSession({ url, signal, heartbeat, onPayload }) : null;
      isListening = session !== null;
      if (session) return session;
      if (carrier === 'listen') log.warn({}, DEAF);
      if (redisUrl !== null) redis ??= await openRedis(redisUrl);
      heardRows.clear();
      const until = carrier === 'listen' ? AbortSignal.any([signal, AbortSignal.timeout(LISTEN_AGAIN_MS)]) : signal;
      return followChangeLog({ url: logUrl, signal: until, heartbeat, onPayload, isHeard: heardRows.take });
    },
    announce: (announcement) => redis?.announce(announcement),
    publishLive(payloads) {
      for (const payload of payloads) redis?.publishLive(payload);
    },
    watchLive(watched) {
      isWatched = watched;
      redis?.watchLive(watched);
    },
    close: () => redis?.close(),
  };
}

/** What names an installation: the row of the first migration of its database, which no other one has. */
const installationAt = (url: string): Promise<string> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'SELECT id FROM "_prisma_migrations" ORDER BY started_at, id LIMIT 1',
    );
    return rows[0]?.id ?? '';
  });
