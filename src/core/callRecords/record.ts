import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { type CallRecord, Prisma } from '../../generated/prisma/client.ts';
import { type ContentAllowance, createContentAllowance, type ReserveAllowance } from '../callContents/contentRoom.ts';
import { type ContentsInput, type SealedContents, sealContents } from '../callContents/seal.ts';
import { toContentState } from '../callContents/state.ts';
import type { Deps } from '../kernel/context.ts';
import type { AccountId } from '../kernel/ids.ts';
import { callsPayloads, LIVE_CHANNEL } from '../kernel/liveFeed.ts';
import { createRecordsBound } from './recordsBound.ts';

/** Takes finished calls for the call records. */
export type CallRecorder = {
  /**
   * Queues a call record, with contents if its stack stores them. Never blocks, so that recording does not delay
   * responses.
   */
  add(call: CallRecord, contents?: ContentsInput | null): void;
  /** Number of calls waiting to be written. */
  waiting(): number;
};

// Delay to gather calls for a batch. Live views and the shutdown wait at most this long.
const GATHER_MS = 100;
const BATCH_ROWS_MAX = 500;
// Maximum queued rows, about 15 MB, for times when calls arrive faster than the database stores them.
const WAITING_ROWS_MAX = 20_000;
/** Memory for inputs and outputs of all accounts that wait to be encrypted. */
const WAITING_CONTENT_BYTES_MAX = 33_554_432;
/** An account may use at most this fraction (1/n) of the memory for contents, to leave room for others. */
const SHARES = 4;
/** Maximum bytes of contents that one statement inserts. */
const BATCH_CONTENT_BYTES_MAX = 4_194_304;
const ATTEMPTS_MAX = 2;
const RETRY_MS = 1_000;

type RecorderDeps = Pick<Deps, 'db' | 'log' | 'meter' | 'background' | 'vault' | 'callCopier' | 'liveFeed'>;

/** A queued call, and the memory that its contents use. */
type PendingCall = { readonly call: CallRecord; readonly contents: ContentsInput | null; readonly bytes: number };
type Batch = { readonly calls: readonly CallRecord[]; readonly contents: readonly SealedContents[] };

/**
 * Writes call records in batches, in the order in which calls end. If the queue is full, drops calls and counts them
 * (`meter.callRecordsDropped`), and omits contents over the limit. Redacts and encrypts contents here, so that calls
 * don't wait for it. Runs in the background; shutdown waits for it.
 */
export function createCallRecorder(
  deps: RecorderDeps,
  bounds: { readonly waitingRowsMax?: number; readonly waitingContentBytesMax?: number } = {},
): CallRecorder {
  const { waitingRowsMax = WAITING_ROWS_MAX, waitingContentBytesMax = WAITING_CONTENT_BYTES_MAX } = bounds;
  const { background, log, meter } = deps;
  const recordsBound = createRecordsBound(deps.db);
  const sealing = { ...deps, room: createContentAllowance(deps.db) };
  let waiting: PendingCall[] = [];
  const held = createHeldContents(waitingContentBytesMax);
  let isWriting = false;

  const drop = (count: number, error?: unknown): void => {
    meter?.callRecordsDropped(count);
    if (error !== undefined) log.error({ err: error, calls: count }, 'calls could not be recorded');
  };
  const store = async (batch: Batch): Promise<void> => {
    deps.liveFeed.publish(await insertWithRetry(deps, batch));
    // Counts calls whose contents were not stored, or only in part, although they should have been.
    for (const { contents } of batch.calls) {
      const state = toContentState(contents);
      if (state !== null && state !== 'kept') meter?.contentsDropped(state);
    }
    deps.callCopier?.add(batch.calls);
  };
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (waiting.length < BATCH_ROWS_MAX) await delay(GATHER_MS);
      const queued = waiting.slice(0, batchLength(waiting));
      waiting = waiting.slice(queued.length);
      const batch = await sealed(sealing, queued);
      for (const { call, bytes } of queued) held.release(call, bytes);
      await store(batch).catch((error: unknown) => drop(queued.length, error));
      await recordsBound
        .added(batch.calls)
        .catch((error: unknown) => log.error({ err: error }, 'old calls could not be dropped'));
    }
    isWriting = false;
  };

  return {
    waiting: () => waiting.length,
    add(call, contents = null) {
      if (waiting.length >= waitingRowsMax) return drop(1);
      waiting.push(contents ? held.admit(call, contents) : { call, ...NONE });
      if (isWriting) return;
      isWriting = true;
      background.run('record calls', writeAll);
    },
  };
}

const NONE = { contents: null, bytes: 0 };

/** Tracks the bytes of queued contents, in total and per account. */
function createHeldContents(bytesMax: number) {
  const bytesOf = new Map<AccountId, number>();
  let all = 0;
  const add = ({ accountId }: CallRecord, bytes: number): void => {
    all += bytes;
    const own = (bytesOf.get(accountId) ?? 0) + bytes;
    if (own > 0) bytesOf.set(accountId, own);
    else bytesOf.delete(accountId);
  };
  return {
    /** A call to queue, with its contents if there is room for them. */
    admit(call: CallRecord, source: ContentsInput): PendingCall {
      const { input, output, values, fieldIds } = source;
      const bytes = [input ?? '', output ?? '', ...values, ...fieldIds].reduce(
        (sum, text) => sum + (Buffer.byteLength(text) === text.length ? 1 : 2) * text.length,
        0,
      );
      const own = (bytesOf.get(call.accountId) ?? 0) + bytes;
      if (all + bytes > bytesMax || own > bytesMax / SHARES) return { call: { ...call, contents: 'dropped' }, ...NONE };
      add(call, bytes);
      return { call, contents: source, bytes };
    },
    release: (call: CallRecord, bytes: number): void => add(call, -bytes),
  };
}

/** How many queued calls fit into one statement. */
function batchLength(waiting: readonly PendingCall[]): number {
  let bytes = 0;
  const beyond = waiting.slice(0, BATCH_ROWS_MAX).findIndex((each) => {
    bytes += each.bytes;
    return bytes > BATCH_CONTENT_BYTES_MAX;
  });
  // A single call always fits.
  return beyond > 0 ? beyond : BATCH_ROWS_MAX;
}

type SealingDeps = Pick<Deps, 'vault' | 'log'> & { readonly room: ContentAllowance };

/** Prepares calls and contents for storage, yielding to the event loop after each encryption. */
async function sealed(deps: SealingDeps, waiting: readonly PendingCall[]): Promise<Batch> {
  const reserve = await roomFor(deps, waiting);
  const calls: CallRecord[] = [];
  const contents: SealedContents[] = [];
  for (const { call, contents: input } of waiting) {
    if (!input || !reserve) {
      calls.push(input ? { ...call, contents: 'dropped' } : call);
      continue;
    }
    const { state, row } = await sealContents({ ...deps, reserve }, call, input);
    calls.push({ ...call, contents: state });
    if (row) contents.push(row);
    await nextTurn();
  }
  return { calls, contents };
}

/** Reads the allowances of all calls' accounts at once; null if the database is unavailable. */
async function roomFor({ room, log }: SealingDeps, waiting: readonly PendingCall[]): Promise<ReserveAllowance | null> {
  const owners = waiting.flatMap(({ call, contents }) => (contents ? [call.accountId] : []));
  try {
    return await room.of([...new Set(owners)]);
  } catch (error) {
    log.error({ err: error, calls: owners.length }, 'the contents of calls could not be kept');
    return null;
  }
}

async function insertWithRetry(deps: Pick<Deps, 'db'>, batch: Batch): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await insertCalls(deps, batch);
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX) throw error;
      await delay(RETRY_MS);
    }
  }
}

/**
 * Inserts calls with contents and notifies all instances, in one statement. Triggers update the totals. A retry does
 * not count a call twice. Skips calls of deleted stacks, and locks the stacks, so that a concurrent deletion also finds
 * these rows. Skips contents if the stack has stopped storing them since the call.
 * @returns the notifications sent
 */
async function insertCalls({ db }: Pick<Deps, 'db'>, { calls, contents }: Batch): Promise<readonly string[]> {
  const rows = calls.map((call) => JSON.stringify(call));
  const payloads = callsPayloads(rows);
  // Pass one JSON text, because the driver runs regular expressions over each text of an array.
  const payloadText = JSON.stringify(payloads);
  await db.$queryRaw`
    WITH given AS (
      SELECT * FROM json_to_recordset(${`[${rows.join(',')}]`}::json) AS row(
        id text, "accountId" text, "stackId" text, "serverId" text, "toolId" text, "endpointId" text, outcome text,
        "latencyMs" int, "inputBytes" int, "outputBytes" int, at timestamptz, surface text, "callerKind" text,
        "callerId" text, "endUser" text, "requestId" text, "traceId" text, decision text, "approvalId" text,
        "upstreamStatus" int, "queueMs" int, "ownMs" int, "upstreamMs" int, error text, contents text,
        "stackVersion" int)),
    held AS (
      SELECT id, analytics_enabled AND content_days IS NOT NULL AS keeps FROM stack
      WHERE id IN (SELECT "stackId" FROM given) ORDER BY id FOR KEY SHARE),
    added AS (
      INSERT INTO invocation
        (id, account_id, stack_id, server_id, tool_id, endpoint_id, outcome, latency_ms, input_bytes, output_bytes, at,
         surface, caller_kind, caller_id, end_user, request_id, trace_id, decision, approval_id, upstream_status,
         queue_ms, own_ms, upstream_ms, error, contents, stack_version)
      SELECT given.id, "accountId", "stackId", "serverId", "toolId", "endpointId", outcome, "latencyMs", "inputBytes",
             "outputBytes", at, surface, "callerKind", "callerId", "endUser", "requestId", "traceId", decision,
             "approvalId", "upstreamStatus", "queueMs", "ownMs", "upstreamMs", error,
             CASE WHEN keeps THEN contents END, "stackVersion"
      FROM given JOIN held ON held.id = "stackId"
      ON CONFLICT DO NOTHING
      RETURNING *)${contents.length === 0 ? Prisma.empty : keepSql(contents)}
    SELECT pg_notify(${LIVE_CHANNEL}, payload)::text FROM json_array_elements_text(${payloadText}::json) AS payload`;
  return payloads;
}

/** SQL that inserts the contents of the calls that the statement inserts. */
const keepSql = (contents: readonly SealedContents[]): Prisma.Sql => Prisma.sql`,
    kept AS (
      INSERT INTO call_content (id, account_id, stack_id, key_id, sealed, bytes, expires_at)
      SELECT added.id, account_id, stack_id, "keyId", decode(sealed, 'base64'), octet_length(decode(sealed, 'base64')),
             "expiresAt"
      FROM json_to_recordset(${JSON.stringify(contents)}::json) AS row(
        id text, "keyId" text, sealed text, "expiresAt" timestamptz) JOIN added USING (id)
      WHERE added.contents IS NOT NULL
      ON CONFLICT DO NOTHING)`;
