import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { type HeartbeatOwner, untilNextBeat } from './heartbeat.ts';
import { clientForChanges, type OnPayload, type Session } from './listening.ts';

/** Maximum time between two polls of a session. After a longer pause, rows may be too old for the query to find. */
const UNSEEN_MS_MAX = 60_000;

/** How a session is opened; `signal` ends it. */
type FollowingOptions = {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly heartbeat: HeartbeatOwner;
  readonly onPayload: OnPayload;
  /** Whether the change of a row has already been received. Called once per row. */
  isHeard(id: string): boolean;
};

/** Result of the query `POLL`. */
type Poll = {
  /** The transactions visible to the query, as a `pg_snapshot`. */
  readonly snapshot: string;
  readonly server: string;
  /** The database's clock, in ms. This process's clock stops while its machine is suspended. */
  readonly at: number;
  readonly isStandby: boolean;
  readonly rows: readonly { readonly id: string; readonly channel: string; readonly payloads: readonly string[] }[];
};

/*
 * Selects the rows of all committed transactions that no earlier query saw, regardless of the order in which they
 * began. So each row is in exactly one result. A row is less than an hour old when it is committed. A row of a restored
 * dump may have a transaction id that this server has not reached yet; it is omitted until then.
 */
const POLL = `
  SELECT pg_current_snapshot()::text AS snapshot, pg_postmaster_start_time()::text AS server,
    extract(epoch FROM now())::float8 * 1000 AS at, pg_is_in_recovery() AS "isStandby", coalesce((
      SELECT json_agg(json_build_object('id', id, 'channel', channel, 'payloads', payloads)) FROM change_log
      WHERE xact >= pg_snapshot_xmin($1::pg_snapshot)::text::bigint
        AND NOT pg_visible_in_snapshot(xact::text::xid8, $1::pg_snapshot)
        AND pg_visible_in_snapshot(xact::text::xid8, pg_current_snapshot())
        AND at > now() - interval '1 hour'), '[]') AS rows`;
const BEGIN = `
  SELECT pg_current_snapshot()::text AS snapshot, pg_postmaster_start_time()::text AS server,
    extract(epoch FROM now())::float8 * 1000 AS at`;

type Start = Pick<Poll, 'snapshot' | 'server' | 'at'>;

/**
 * Follows the change log, which works through any pooler. Polls five times a second for newly committed rows. Each poll
 * proves that all changes committed before it have been received. Tested by `test/store/changeLog.test.ts`.
 * @throws connection errors
 */
export async function followChangeLog(options: FollowingOptions): Promise<Session> {
  const client = clientForChanges(options.url);
  try {
    await client.connect();
    const sentAt = performance.now();
    const { rows } = await client.query<Start>(BEGIN);
    const [begun] = rows;
    if (!begun) throw new Error('the database has no snapshot');
    confirmBeat(options.heartbeat, sentAt);
    return { client, ended: keepPolling(client, begun, options).catch(() => undefined) };
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
}

/** Polls until `signal` aborts. @throws when a poll fails, or may have missed rows since the last one */
async function keepPolling(client: Client, begun: Start, options: FollowingOptions): Promise<never> {
  let sentAt = performance.now();
  for (let last = begun; ; ) {
    await delay(untilNextBeat(sentAt), undefined, { signal: options.signal, ref: false });
    sentAt = performance.now();
    const poll = await pollFrom(client, last);
    const { onPayload, isHeard } = options;
    for (const { id, channel, payloads } of poll.rows) {
      if (!isHeard(id)) for (const payload of payloads) onPayload(payload, channel);
    }
    confirmBeat(options.heartbeat, sentAt);
    last = poll;
  }
}

async function pollFrom(client: Client, { snapshot, server, at }: Start): Promise<Poll> {
  const { rows } = await client.query<Poll>(POLL, [snapshot]);
  const [poll] = rows;
  // After a failover behind a pooler, the connection may lead to another server, which may lack some changes.
  if (!poll || poll.server !== server || poll.isStandby) throw new Error('the database server changed');
  if (poll.at - at > UNSEEN_MS_MAX) throw new Error('the change log was not read for too long');
  return poll;
}

function confirmBeat(heartbeat: HeartbeatOwner, sentAt: number): void {
  heartbeat.answered(sentAt);
  heartbeat.heard(sentAt);
}
