import { type Announcement, CHANGE_CHANNEL } from '../core/kernel/changes.ts';
import type { Log } from '../core/kernel/context.ts';
import { LIVE_CHANNEL } from '../core/kernel/liveFeed.ts';
import { followChangeLog } from './changeLog.ts';
import { withConnection } from './connection.ts';
import type { Carrier, HeartbeatOwner } from './heartbeat.ts';
import { type OnPayload, openListeningSession, type Session } from './listening.ts';
import type { RedisCarrier } from './redisCarrier.ts';

/** Options for receiving changes. */
export type CarrierOptions = {
  /** The database to listen on. */
  readonly url: string;
  /** URL of the same database for reading the change log, possibly through a pooler; default: `url`. */
  readonly logUrl?: string;
  readonly redisUrl?: string | null;
  /** The operator's choice; `listen` falls back to `redis` or `log` when notifications do not arrive. */
  readonly carrier?: 'listen' | 'redis';
  readonly log: Log;
};

/** Handlers for incoming payloads. */
type CarrierListener = { readonly onPayload: OnPayload; onLiveGap(): void };

/** How changes and the live feed travel between instances. */
export type Carriers = {
  /** The carrier in use. */
  now(): Carrier;
  /**
   * Opens a session that receives changes.
   * @throws when the database cannot be reached
   */
  open(heartbeat: HeartbeatOwner, signal: AbortSignal): Promise<Session>;
  /** Announces committed changes when the carrier does not deliver them itself. */
  announce(announcement: Announcement): void;
  publishLive(payloads: readonly string[]): void;
  /** Sets whether the live feed has listeners on this instance, as `LiveCarrier.watch`. */
  watchLive(isWatched: boolean): Promise<void>;
  close(): void;
};

/**
 * First and longest delay before a broken LISTEN is retried. Each retry interrupts the changes for a short time.
 */
const LISTEN_AGAIN_MS = 10_000;
const LISTEN_AGAIN_MS_MAX = 600_000;
/** Maximum remembered rows that Redis has announced. A forgotten row is delivered again from the change log. */
const HEARD_MAX = 10_000;

const DEAF = 'a pooler breaks LISTEN: reading changes of other instances from the change log';

/** Rows of the change log that Redis has already announced. */
function createHeardRows() {
  const ids = new Set<string>();
  return {
    add(id: string) {
      if (ids.size >= HEARD_MAX) ids.clear();
      ids.add(id);
    },
    consume: (id: string): boolean => ids.delete(id),
    clear: () => ids.clear(),
  };
}

type HeardRows = ReturnType<typeof createHeardRows>;
type RedisHearing = ReturnType<typeof fromRedis>;

/** Handlers for payloads from Redis; `isListening`: whether PostgreSQL already delivers the live feed. */
const fromRedis = ({ onPayload, onLiveGap }: CarrierListener, heardRows: HeardRows, isListening: () => boolean) => ({
  onLiveGap,
  onLive(payload: string) {
    if (!isListening()) onPayload(payload, LIVE_CHANNEL);
  },
  onAnnouncement({ id, payloads }: Announcement) {
    heardRows.add(id);
    for (const payload of payloads) onPayload(payload, CHANGE_CHANNEL);
  },
});

/** Uses LISTEN if it works. Retries a broken LISTEN after `pauseMs`, which doubles each time. */
function createListening({ url, carrier = 'listen', log }: CarrierOptions, onPayload: OnPayload) {
  let isListening = carrier === 'listen';
  let pauseMs = LISTEN_AGAIN_MS;
  return {
    isListening: () => isListening,
    /** Opens a session that listens; null if another carrier is configured, or LISTEN is broken. */
    async open(heartbeat: HeartbeatOwner, signal: AbortSignal): Promise<Session | null> {
      if (carrier !== 'listen') return null;
      const session = await openListeningSession({ url, signal, heartbeat, onPayload });
      isListening = session !== null;
      if (session) pauseMs = LISTEN_AGAIN_MS;
      else log.warn({}, DEAF);
      return session;
    },
    /** A signal that ends the use of the change log: when `signal` aborts, or when LISTEN is to be retried. */
    withoutIt(signal: AbortSignal): AbortSignal {
      if (carrier !== 'listen') return signal;
      const until = AbortSignal.any([signal, AbortSignal.timeout(pauseMs)]);
      pauseMs = Math.min(pauseMs * 2, LISTEN_AGAIN_MS_MAX);
      return until;
    },
  };
}

/** The Redis carrier, opened when it is needed. */
function createRedisLink({ url, logUrl = url, redisUrl = null, log }: CarrierOptions, hearing: RedisHearing) {
  let redis: RedisCarrier | null = null;
  let isWatched = false;
  return {
    now: () => redis,
    /** Opens the carrier, unless Redis is not configured or the carrier is open. */
    async open(signal: AbortSignal): Promise<void> {
      if (redisUrl === null || redis !== null) return;
      // The Redis client is loaded only if configured.
      const { openRedisCarrier } = await import('./redisCarrier.ts');
      const installation = await withConnection(logUrl, async (client) => {
        const { rows } = await client.query<{ id: string }>(
          'SELECT id FROM "_prisma_migrations" ORDER BY started_at, id LIMIT 1',
        );
        return rows[0]?.id ?? '';
      });
      // Don't open a carrier after `close`, since it would never be closed.
      if (signal.aborted) return;
      redis = openRedisCarrier({ ...hearing, url: redisUrl, log, installation });
      void redis.watchLive(isWatched);
    },
    async watchLive(watched: boolean) {
      isWatched = watched;
      await redis?.watchLive(watched);
    },
  };
}

/** The carriers of one instance. Redis is opened once changes are read from the change log. */
export function createCarriers(options: CarrierOptions, hearing: CarrierListener): Carriers {
  const { url, logUrl = url } = options;
  const { onPayload } = hearing;
  const heardRows = createHeardRows();
  const listening = createListening(options, onPayload);
  const redis = createRedisLink(options, fromRedis(hearing, heardRows, listening.isListening));
  return {
    now() {
      if (listening.isListening()) return 'listen';
      return redis.now()?.isUp ? 'redis' : 'log';
    },
    async open(heartbeat, signal) {
      const session = await listening.open(heartbeat, signal);
      if (session) return session;
      await redis.open(signal);
      heardRows.clear();
      const until = listening.withoutIt(signal);
      return followChangeLog({ url: logUrl, signal: until, heartbeat, onPayload, isHeard: heardRows.consume });
    },
    announce: (announcement) => redis.now()?.announce(announcement),
    publishLive(payloads) {
      for (const payload of payloads) redis.now()?.publishLive(payload);
    },
    watchLive: redis.watchLive,
    close: () => redis.now()?.close(),
  };
}
