import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Announcement } from '../core/kernel/changes.ts';
import type { Log } from '../core/kernel/context.ts';
import { connectRedis, type RedisConnection } from './connectRedis.ts';

/** Options of the Redis carrier, with handlers for payloads from all instances. */
export type RedisCarrierOptions = {
  readonly url: string;
  readonly log: Log;
  /** Identifies the installation, because several may share one Redis. */
  readonly installation: string;
  onAnnouncement(announcement: Announcement): void;
  onLive(payload: string): void;
  /** Called when payloads of the live feed may have been lost. */
  onLiveGap(): void;
};

/**
 * Carries announcements and the live feed between instances through Redis. Payloads may be lost; the carrier reports
 * when that may have happened.
 */
export type RedisCarrier = {
  /** Whether published payloads have arrived recently. */
  readonly isUp: boolean;
  announce(announcement: Announcement): void;
  publishLive(payload: string): void;
  /**
   * Sets whether this instance receives the live feed, which it does only while the feed has listeners. Resolves once
   * payloads arrive. While Redis is down, resolves immediately; a gap is announced when Redis is back.
   */
  watchLive(isWatched: boolean): Promise<void>;
  close(): void;
};

const CONNECT_TIMEOUT_MS = 1_000;
const RECONNECT_MAX_MS = 1_000;
const BEAT_MS = 500;
/** An instance that has not received its own beat for this long considers Redis down. */
const SILENT_MS_MAX = 1_500;
/** Message that payloads may have been lost. No payload has this text. */
const GAP = 'gap';

const announcementSchema = z.object({ id: z.string(), payloads: z.array(z.string()) });

const connect = (url: string): RedisConnection =>
  connectRedis(url, {
    enableOfflineQueue: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // Abandon a frozen connection and open a new one.
    socketTimeout: SILENT_MS_MAX,
    retryStrategy: (attempts) => Math.min(attempts * 50, RECONNECT_MAX_MS),
  });

/** The channels of an instance. Only this instance publishes and receives its beats. */
function channelsOf(installation: string) {
  const channel = (name: string): string => `toolyard:${installation}:${name}`;
  return { changes: channel('changes'), live: channel('live'), beat: channel(`beat:${randomUUID()}`) };
}
type Channels = ReturnType<typeof channelsOf>;
type Hearing = RedisCarrierOptions & { readonly channels: Channels; readonly health: Health };

/** Subscribes at every connect. Subscribes to the live feed only while it has listeners. */
function hear(subscriber: RedisConnection, options: Hearing) {
  const { channels, health } = options;
  let isLiveWatched = false;
  const subscribe = async (...names: readonly string[]): Promise<void> => {
    await subscriber.subscribe(...names).catch(() => health.failed());
  };
  subscriber.on(
    'ready',
    () => void subscribe(channels.changes, channels.beat, ...(isLiveWatched ? [channels.live] : [])),
  );
  subscriber.on('message', (from: string, message: string) => {
    if (from === channels.beat) health.heard(Number(message));
    else if (from === channels.live) message === GAP ? options.onLiveGap() : options.onLive(message);
    else {
      const { log, onAnnouncement } = options;
      try {
        onAnnouncement(announcementSchema.parse(JSON.parse(message)));
      } catch {
        log.warn({ bytes: message.length }, 'ignored an announcement of unknown format');
      }
    }
  });
  return {
    async watchLive(isWatched: boolean) {
      isLiveWatched = isWatched;
      if (subscriber.status !== 'ready') return;
      if (isWatched) await subscribe(channels.live);
      else await subscriber.unsubscribe(channels.live).catch(() => health.failed());
    },
  };
}

/**
 * Opens a connection to publish and one to subscribe, and reconnects until `close`. Publishes a heartbeat to itself
 * twice a second. If none returns, stops publishing and tells listeners of the live feed about the gap. Tested by
 * `test/store/redisCarrier.test.ts`.
 */
export function openRedisCarrier(options: RedisCarrierOptions): RedisCarrier {
  const { url, installation } = options;
  const [publisher, subscriber] = [connect(url), connect(url)];
  const channels = channelsOf(installation);
  const health = trackHealth(options, () => publish(channels.live, GAP));
  const publish = (to: string, message: string): void => {
    publisher.publish(to, message).catch(() => health.failed());
  };
  const { watchLive } = hear(subscriber, { ...options, channels, health });
  const beat = (): void => {
    health.check();
    publish(channels.beat, String(performance.now()));
  };
  const publishIfUp = (to: string, message: string): void => {
    if (health.isUp()) publish(to, message);
    // Listeners learn of the gap once the connection is back.
    else health.lost();
  };
  publisher.on('ready', beat);
  // Payloads published during a disconnection are lost, however short it was.
  for (const redis of [publisher, subscriber]) redis.on('close', health.failed);
  const beats = setInterval(beat, BEAT_MS).unref();

  return {
    get isUp() {
      return health.isUp();
    },
    announce: (announcement) => publishIfUp(channels.changes, JSON.stringify(announcement)),
    publishLive: (payload) => publishIfUp(channels.live, payload),
    watchLive,
    close() {
      clearInterval(beats);
      for (const redis of [publisher, subscriber]) redis.off('close', health.failed);
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

type Health = ReturnType<typeof trackHealth>;

/** `tellGap` notifies all instances that payloads of this one may have been lost. */
function trackHealth({ log, onLiveGap }: RedisCarrierOptions, announceGap: () => void) {
  let heardAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let isReportedUp = false;
  /** Whether payloads of this instance may have been lost, because Redis was up and is down now. */
  let hasLost = false;
  const isUp = (): boolean => performance.now() - heardAt < SILENT_MS_MAX && heardAt > failedAt;
  const check = (): void => {
    if (!isReportedUp || isUp()) return;
    isReportedUp = false;
    log.warn({}, 'Redis does not deliver changes: reading them only from the database');
  };
  return {
    isUp,
    check,
    lost() {
      hasLost = true;
      check();
    },
    failed() {
      failedAt = performance.now();
      check();
    },
    /** Call this when the heartbeat sent at `sentAt` returns. */
    heard(sentAt: number) {
      check();
      heardAt = Math.max(heardAt, sentAt);
      if (isReportedUp || !isUp()) return;
      isReportedUp = true;
      log.info({}, 'Redis delivers changes');
      onLiveGap();
      if (hasLost) announceGap();
      hasLost = true;
    },
  };
}
