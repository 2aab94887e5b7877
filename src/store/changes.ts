import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { ACTIVITY_CHANNEL, type ActivityFeed, type ActivityHub, createActivityHub } from '../core/callRecords/feed.ts';
import { CHANGE_CHANNEL, type Change, type ChangeListener, type Changes } from '../core/changes.ts';
import type { Log } from '../core/context.ts';
import { isRecord } from '../core/lib/json.ts';

/** The database to listen at. */
export type ChangesOptions = { readonly url: string; readonly log: Log };
/** Changes and activity of all instances, until it is closed. */
export type ListeningChanges = Changes & { readonly activity: ActivityFeed; close(): Promise<void> };

const CONNECT_TIMEOUT_MS = 3_000;
// A connection that dies silently is noticed after one interval and one time-out.
const KEEPALIVE_MS = 2_000;
const KEEPALIVE_TIMEOUT_MS = 2_000;
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

type OnPayload = (payload: string, channel: string) => void;
type Stream = { readonly client: Client; readonly ended: Promise<unknown> };

/** A session that listens. `ended` resolves when it breaks, stops answering, or `signal` aborts. */
async function listen(url: string, signal: AbortSignal, onPayload: OnPayload): Promise<Stream> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: KEEPALIVE_TIMEOUT_MS,
    application_name: 'toolyard changes',
  });
  const stopped = new AbortController();
  const broken = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
    signal.addEventListener('abort', () => resolve(), { signal: stopped.signal });
  });
  client.on('notification', ({ payload, channel }) => onPayload(payload ?? '', channel));
  const keepAlive = async (): Promise<void> => {
    for (;;) {
      await delay(KEEPALIVE_MS, undefined, { signal: stopped.signal, ref: false });
      await client.query('SELECT 1');
    }
  };
  try {
    await client.connect();
    await client.query(`LISTEN ${CHANGE_CHANNEL}`);
    await client.query(`LISTEN ${ACTIVITY_CHANNEL}`);
  } catch (error) {
    stopped.abort();
    void client.end().catch(() => undefined);
    throw error;
  }
  const ended = Promise.race([broken, keepAlive().catch(() => undefined)]).finally(() => stopped.abort());
  return { client, ended };
}

type Hub = {
  /** Its owner sets `isLive`. */
  readonly changes: Changes & { isLive: boolean };
  readonly activity: ActivityHub;
  announceGap(): void;
};

function createHub(log: Log): Hub {
  const listeners: ChangeListener[] = [];
  const gapListeners: (() => void)[] = [];
  const activity = createActivityHub(log);
  let origin = randomUUID();
  const guarded = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      log.error({ err: error }, 'a listener to changes failed');
    }
  };
  return {
    activity,
    changes: {
      isLive: false,
      subscribe: (listener) => void listeners.push(listener),
      onGap: (listener) => void gapListeners.push(listener),
      publishLocally(changes) {
        for (const change of changes) for (const listener of listeners) guarded(() => listener(change));
      },
      origin: () => origin,
      renewOrigin: () => {
        origin = randomUUID();
      },
    },
    announceGap: () => {
      for (const listener of gapListeners) guarded(listener);
      activity.announceGap();
    },
  };
}

/** Listens again after every break until `signal` aborts; `connect` gives null when it fails. */
async function follow(first: Stream | null, connect: () => Promise<Stream | null>, hub: Hub, signal: AbortSignal) {
  let stream = first;
  let backoffMs = BACKOFF_MIN_MS;
  while (!signal.aborted) {
    if (stream !== null) {
      hub.changes.isLive = true;
      await stream.ended;
      hub.changes.isLive = false;
      void stream.client.end().catch(() => undefined);
      backoffMs = BACKOFF_MIN_MS;
    }
    // Jitter: instances that lost the same database do not all come back at the same instant.
    const waitMs = backoffMs * (0.5 + Math.random());
    await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    backoffMs = Math.min(backoffMs * 2, BACKOFF_MAX_MS);
    stream = signal.aborted ? null : await connect();
    if (stream !== null) hub.announceGap();
  }
}

/**
 * Changes from all instances, over a connection of its own that is renewed whenever it breaks. Resolves after the first
 * attempt, whether it worked or not. After a break, gap listeners run once notifications arrive again, because some may
 * have been missed.
 */
export async function createChanges({ url, log }: ChangesOptions): Promise<ListeningChanges> {
  const hub = createHub(log);
  const closing = new AbortController();
  const onPayload: OnPayload = (payload, channel) => {
    if (channel === ACTIVITY_CHANNEL) return hub.activity.publish(payload);
    const heard = parseNotification(payload);
    if (heard === null) log.warn({ bytes: payload.length }, 'a notification of unknown form was ignored');
    // Caches of this instance have already dropped what it wrote itself.
    else if (heard.origin !== hub.changes.origin()) hub.changes.publishLocally([heard.change]);
  };
  const connect = () =>
    listen(url, closing.signal, onPayload).catch((error: unknown) => {
      log.warn({ err: error }, 'cannot listen for changes of other instances');
      return null;
    });
  const following = follow(await connect(), connect, hub, closing.signal);
  const close = async (): Promise<void> => {
    closing.abort();
    await following;
  };
  // The hub's own object and no copy, whose `isLive` would stay what it is now.
  return Object.assign(hub.changes, { activity: hub.activity, close });
}
