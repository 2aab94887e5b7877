import { setTimeout as delay } from 'node:timers/promises';
import type { CallRecord } from '../../generated/prisma/client.ts';
import type { Deps } from '../context.ts';
import { callsPayloads, LIVE_CHANNEL } from './feed.ts';
import { LATENCY_RANGE } from './latency.ts';
import { createCallRoom } from './room.ts';

/** Takes finished calls for the call records. */
export type CallRecorder = {
  /** Queues a call to be recorded. Never waits, so that recording delays no answer. */
  add(call: CallRecord): void;
  /** How many wait to be written. */
  waiting(): number;
};

// How far a live view may lag behind, and how long shutdown waits for the last batch.
const GATHER_MS = 100;
const BATCH_ROWS_MAX = 500;
// About 15 MB of rows, when calls come faster than the database takes them.
const WAITING_ROWS_MAX = 20_000;
const ATTEMPTS_MAX = 2;
const RETRY_MS = 1_000;

/**
 * Writes calls in batches, in the order in which they came. Calls that the database does not take in time are dropped
 * and counted (`meter.callRecordsDropped`), so that the queue stays bounded. It runs in the background, for which
 * shutdown waits.
 */
export function createCallRecorder(
  deps: Pick<Deps, 'db' | 'log' | 'meter' | 'background'>,
  { waitingRowsMax = WAITING_ROWS_MAX }: { readonly waitingRowsMax?: number } = {},
): CallRecorder {
  const { background, log, meter } = deps;
  const room = createCallRoom(deps.db);
  let waiting: CallRecord[] = [];
  let isWriting = false;

  const drop = (count: number, error?: unknown): void => {
    meter.callRecordsDropped(count);
    if (error !== undefined) log.error({ err: error, calls: count }, 'calls could not be recorded');
  };
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (waiting.length < BATCH_ROWS_MAX) await delay(GATHER_MS);
      const batch = waiting.slice(0, BATCH_ROWS_MAX);
      waiting = waiting.slice(BATCH_ROWS_MAX);
      await insertWithRetry(deps, batch).catch((error: unknown) => drop(batch.length, error));
      await room.added(batch).catch((error: unknown) => log.error({ err: error }, 'old calls could not be dropped'));
    }
    isWriting = false;
  };

  return {
    waiting: () => waiting.length,
    add(call) {
      if (waiting.length >= waitingRowsMax) return drop(1);
      waiting.push(call);
      if (isWriting) return;
      isWriting = true;
      background.run('record calls', writeAll);
    },
  };
}

async function insertWithRetry(deps: Pick<Deps, 'db'>, calls: readonly CallRecord[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await insertCalls(deps, calls);
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX) throw error;
      await delay(RETRY_MS);
    }
  }
}

/**
 * Stores calls, adds them to their hourly totals and notifies all instances, in one statement. A call that is stored
 * already (an earlier attempt whose answer was lost) counts once. A call of a deleted stack is left out; the lock makes
 * a deletion at this moment wait and then find these rows.
 */
async function insertCalls({ db }: Pick<Deps, 'db'>, calls: readonly CallRecord[]): Promise<void> {
  const rows = calls.map((call) => JSON.stringify(call));
  await db.$queryRaw`
    WITH given AS (
      SELECT * FROM json_to_recordset(${`[${rows.join(',')}]`}::json) AS row(
        id text, "accountId" text, "stackId" text, "serverId" text, "toolId" text, "endpointId" text, outcome text,
        "latencyMs" int, "inputBytes" int, "outputBytes" int, at timestamptz, surface text, "callerKind" text,
        "callerId" text, "endUser" text, "requestId" text, "traceId" text, decision text, "approvalId" text,
        "upstreamStatus" int, "queueMs" int, "ownMs" int, "upstreamMs" int, error text)),
    held AS (SELECT id FROM stack WHERE id IN (SELECT "stackId" FROM given) ORDER BY id FOR KEY SHARE),
    added AS (
      INSERT INTO invocation
        (id, account_id, stack_id, server_id, tool_id, endpoint_id, outcome, latency_ms, input_bytes, output_bytes, at,
         surface, caller_kind, caller_id, end_user, request_id, trace_id, decision, approval_id, upstream_status,
         queue_ms, own_ms, upstream_ms, error)
      SELECT id, "accountId", "stackId", "serverId", "toolId", "endpointId", outcome, "latencyMs", "inputBytes",
             "outputBytes", at, surface, "callerKind", "callerId", "endUser", "requestId", "traceId", decision,
             "approvalId", "upstreamStatus", "queueMs", "ownMs", "upstreamMs", error
      FROM given WHERE "stackId" IN (SELECT id FROM held)
      ON CONFLICT DO NOTHING
      RETURNING *),
    rolled AS (
      INSERT INTO call_rollup AS rollup
        (account_id, stack_id, server_id, tool_id, outcome, hour, latency, calls)
      SELECT account_id, stack_id, server_id, tool_id, outcome, date_trunc('hour', at, 'UTC'), ${LATENCY_RANGE}, count(*)
      FROM added GROUP BY 1, 2, 3, 4, 5, 6, 7
      -- In one order, so that two instances do not wait for each other.
      ORDER BY 1, 6, 2, 3, 4, 5, 7
      ON CONFLICT (account_id, hour, stack_id, server_id, tool_id, outcome, latency)
        DO UPDATE SET calls = rollup.calls + EXCLUDED.calls)
    SELECT pg_notify(${LIVE_CHANNEL}, payload)::text FROM unnest(${callsPayloads(rows)}::text[]) AS payload`;
}
