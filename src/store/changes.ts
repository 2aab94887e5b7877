import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Announcement, Change, ChangeListener, Changes } from '../core/kernel/changes.ts';
import type { Log } from '../core/kernel/context.ts';
import { createLiveHub, LIVE_CHANNEL, type LiveFeed, type LiveHub } from '../core/kernel/liveFeed.ts';
import { isRecord } from '../core/lib/json.ts';
import { type CarrierOptions, type Carriers, createCarriers } from './carriers.ts';
import { createHeartbeat, type Heartbeat, type HeartbeatOwner } from './heartbeat.ts';
import type { OnPayload, Session } from './listening.ts';

/** `staleMs`: how long cached data may be used when the database does not respond. */
export type ChangesOptions = CarrierOptions & { readonly staleMs?: number };
/** Receives changes, call records and audit events of all instances, until it is closed. */
export type ListeningChanges = Changes & {
  readonly liveFeed: LiveFeed;
  readonly heartbeat: Heartbeat;
  close(): Promise<void>;
};

const BACKOFF_MIN_MS = 50;
const BACKOFF_MAX_MS = 2_000;

const KINDS: ReadonlySet<string> = new Set<Change['kind']>([
  'tools',
  'stackSettings',
  'stackDeleted',
  'credentials',
  'apiKey',
  'account',
  'endpoint',
  'token',
  'signingKeys',
  'user',
  'session',
  'cancelled',
  'logLevel',
  'resourceSubscription',
]);

type ReceivedChange = { readonly change: Change; readonly origin: string };

const isChange = (value: Record<string, unknown>): value is Change =>
  typeof value['kind'] === 'string' &&
  KINDS.has(value['kind']) &&
  typeof value['id'] === 'string' &&
  (value['kind'] !== 'credentials' || typeof value['endUser'] === 'string');

function parseNotification(payload: string): ReceivedChange | null {
  try {
    const value: unknown = JSON.parse(payload);
    if (!isRecord(value)) return null;
    const { origin, ...change } = value;
    return typeof origin === 'string' && isChange(change) ? { change, origin } : null;
  } catch {
    return null;
  }
}

type Hub = {
  readonly changes: Changes;
  readonly liveFeed: LiveHub;
  announceGap(): void;
};

function createHub(log: Log, heartbeat: Heartbeat, carriers: () => Carriers): Hub {
  const listeners: ChangeListener[] = [];
  const gapListeners: (() => void)[] = [];
  const liveFeed = createLiveHub(log, {
    publish: (payloads) => carriers().publishLive(payloads),
    watch: (isWatched) => carriers().watchLive(isWatched),
  });
  let origin = randomUUID();
  const guarded = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      log.error({ err: error }, 'a listener to changes failed');
    }
  };
  return {
    liveFeed,
    // Extend the heartbeat object itself, whose current state every cache reads.
    changes: Object.assign(heartbeat, {
      subscribe: (listener: ChangeListener) => void listeners.push(listener),
      onMissedEvents: (listener: () => void) => void gapListeners.push(listener),
      publishLocally(changes: readonly Change[]) {
        for (const change of changes) for (const listener of listeners) guarded(() => listener(change));
      },
      announce: (announcement: Announcement) => carriers().announce(announcement),
      origin: () => origin,
      resetInstanceId: () => {
        origin = randomUUID();
      },
    }),
    announceGap: () => {
      for (const listener of gapListeners) guarded(listener);
      liveFeed.announceGap();
    },
  };
}

type Following = {
  readonly hub: Hub;
  readonly heartbeat: HeartbeatOwner;
  readonly signal: AbortSignal;
  /** Null if the session can't be opened. */
  connect(): Promise<Session | null>;
};

/** Reopens the session after every break until `signal` aborts. */
async function follow(first: Session | null, { hub, heartbeat, signal, connect }: Following): Promise<void> {
  let session = first;
  let backoffMs = BACKOFF_MIN_MS;
  while (!signal.aborted) {
    if (session !== null) {
      await session.ended;
      heartbeat.setListening(false);
      void session.client.end().catch(() => undefined);
      backoffMs = BACKOFF_MIN_MS;
    }
    // Jitter, so that instances that lost the same database do not reconnect at the same moment.
    const waitMs = backoffMs * (0.5 + Math.random());
    await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    backoffMs = Math.min(backoffMs * 2, BACKOFF_MAX_MS);
    session = signal.aborted ? null : await connect();
    if (session === null) continue;
    hub.announceGap();
    heartbeat.setListening(true);
  }
}

/**
 * Receives changes from all instances, over a dedicated session that is reopened whenever it breaks. Resolves after the
 * first attempt, successful or not. After a break, the listeners of `onMissedEvents` run once changes arrive again.
 */
export async function createChanges({ staleMs = 0, ...options }: ChangesOptions): Promise<ListeningChanges> {
  const { log } = options;
  const heartbeat = createHeartbeat(staleMs, () => carriers.now());
  const hub = createHub(log, heartbeat, () => carriers);
  const closing = new AbortController();
  const { signal } = closing;
  const onPayload: OnPayload = (payload, channel) => {
    if (channel === LIVE_CHANNEL) return hub.liveFeed.hear(payload);
    const heard = parseNotification(payload);
    if (heard === null) log.warn({ bytes: payload.length }, 'ignored a notification of unknown format');
    // Skip own changes: the caches of this instance have already handled them.
    else if (heard.origin !== hub.changes.origin()) hub.changes.publishLocally([heard.change]);
  };
  const carriers = createCarriers(options, { onPayload, onLiveGap: () => hub.liveFeed.announceGap() });
  const connect = async (): Promise<Session | null> => {
    try {
      return await carriers.open(heartbeat, signal);
    } catch (error) {
      log.warn({ err: error }, 'cannot receive changes of other instances');
      return null;
    }
  };
  const first = await connect();
  heartbeat.setListening(first !== null);
  const following = follow(first, { hub, heartbeat, signal, connect });
  const close = async (): Promise<void> => {
    closing.abort();
    carriers.close();
    await following;
  };
  // Extend the hub's own object, because a copy would freeze the current `isLive`.
  return Object.assign(hub.changes, { liveFeed: hub.liveFeed, heartbeat, close });
}
