import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { CHANGE_CHANNEL } from '../core/kernel/changes.ts';
import { LIVE_CHANNEL } from '../core/kernel/liveFeed.ts';
import { clientAt } from './connection.ts';
import { LISTENING_NAME } from './database.ts';
import { type HeartbeatOwner, untilNextBeat } from './heartbeat.ts';

const CONNECT_TIMEOUT_MS = 3_000;
const QUERY_TIMEOUT_MS = 2_000;
/** How long another session's notification may take to arrive. */
const FIRST_HEARD_MS = 1_000;
/** Number of missing notifications after which a session is considered unable to listen. A single one may be slow. */
const FIRST_TRIES = 2;
/**
 * If a session responds but has not received its own beats for this long, it is behind a pooler that does not deliver
 * notifications.
 */
const DEAF_MS_MAX = 2_000;

/** Called with a notification of a change, or of the live feed. */
export type OnPayload = (payload: string, channel: string) => void;
/** A session that receives changes; `ended` resolves when it breaks, does not respond, or stops receiving. */
export type Session = { readonly client: Client; readonly ended: Promise<unknown> };

/** How a session is opened; `signal` ends it. */
type SessionOptions = {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly heartbeat: HeartbeatOwner;
  readonly onPayload: OnPayload;
};

/** Creates a dedicated client for changes, without connecting. */
export const clientForChanges = (url: string): Client =>
  clientAt(url, {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: LISTENING_NAME,
  });

/**
 * Opens a session that listens for changes and notifies itself. When its own notification arrives, all earlier changes
 * have arrived, because PostgreSQL delivers in commit order. A pooler may deliver a session's own notifications but
 * lose others. So the session first requires a notification from another session; null if none arrives.
 * @throws connection errors
 */
export async function openListeningSession(options: SessionOptions): Promise<Session | null> {
  const { url, signal, heartbeat, onPayload } = options;
  const client = clientForChanges(url);
  const stopped = new AbortController();
  const broken = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
    signal.addEventListener('abort', () => resolve(), { signal: stopped.signal });
  });
  const beats = createBeats(client, heartbeat);
  client.on('notification', ({ payload = '', channel }) => {
    if (channel === beats.channel) beats.hear(payload);
    else onPayload(payload, channel);
  });
  try {
    await client.connect();
    // A heartbeat write need not survive a crash.
    await client.query('SET synchronous_commit = off');
    for (const channel of [CHANGE_CHANNEL, LIVE_CHANNEL, beats.channel]) await client.query(`LISTEN ${channel}`);
    if (!(await receivesFromOthers(url, beats, heartbeat))) {
      stopped.abort();
      void client.end().catch(() => undefined);
      return null;
    }
    const ended = Promise.race([broken, beats.send(stopped.signal).catch(() => undefined)]);
    return { client, ended: ended.finally(() => stopped.abort()) };
  } catch (error) {
    stopped.abort();
    void client.end().catch(() => undefined);
    throw error;
  }
}

type Heartbeats = {
  readonly channel: string;
  /** Resolves with the first beat from another session. */
  readonly first: Promise<void>;
  hear(payload: string): void;
  /** Sends beats until `signal` aborts, or until none returns. @throws when a query is not answered */
  send(signal: AbortSignal): Promise<void>;
};

const FROM_ANOTHER = 'another session';

function createBeats(client: Client, heartbeat: HeartbeatOwner): Heartbeats {
  const channel = `toolyard_beat_${randomUUID().replaceAll('-', '')}`;
  const { promise: first, resolve } = Promise.withResolvers<void>();
  let heardAt = 0;
  return {
    channel,
    first,
    hear(payload) {
      if (payload === FROM_ANOTHER) return resolve();
      heardAt = performance.now();
      heartbeat.heard(Number(payload));
    },
    async send(signal) {
      heardAt = performance.now();
      while (performance.now() - heardAt < DEAF_MS_MAX) {
        const sentAt = performance.now();
        await client.query('SELECT pg_notify($1, $2)::text', [channel, String(sentAt)]);
        heartbeat.answered(sentAt);
        await delay(untilNextBeat(sentAt), undefined, { signal, ref: false });
      }
    },
  };
}

/** Whether notifications of another session arrive while this one sends no query. */
async function receivesFromOthers(
  url: string,
  { channel, first }: Heartbeats,
  heartbeat: HeartbeatOwner,
): Promise<boolean> {
  const other = clientForChanges(url);
  other.on('error', () => undefined);
  const settled = new AbortController();
  try {
    await other.connect();
    const firstSentAt = performance.now();
    for (let tries = 0; tries < FIRST_TRIES; tries++) {
      const sentAt = performance.now();
      await other.query('SELECT pg_notify($1, $2)::text', [channel, FROM_ANOTHER]);
      heartbeat.answered(sentAt);
      const late = delay(FIRST_HEARD_MS, false, { signal: settled.signal, ref: false }).catch(() => false);
      const isHeard = await Promise.race([first.then(() => true), late]);
      if (!isHeard) continue;
      // Use the earliest send time, since it is unknown which of the notifications arrived.
      heartbeat.heard(firstSentAt);
      return true;
    }
    return false;
  } finally {
    settled.abort();
    await other.end().catch(() => undefined);
  }
}
