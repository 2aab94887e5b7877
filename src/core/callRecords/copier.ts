import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallRecord } from '../../generated/prisma/client.ts';
import type { Db, Log } from '../context.ts';
import type { StackId } from '../ids.ts';
import { type Copy, createCopyQueue } from './copyQueue.ts';
import { type CallSink, CallSinkError } from './sink.ts';

/** Copies call records to a store of the operator's, beside the database that the product reads. */
export type CallCopier = {
  /** Queues calls that the database has taken. Never waits. */
  add(calls: readonly CallRecord[]): void;
  /** How many wait to be copied. */
  waiting(): number;
  /** How many were not copied, since the process started. */
  dropped(): number;
  /** False from a failure until the store takes something again. */
  isTaking(): boolean;
  /** Deletes the copies of stacks, or has the store promise it. @throws CallSinkError */
  erase(stackIds: readonly StackId[]): Promise<void>;
  /** Copies what waits, within five seconds, and ends. */
  close(): Promise<void>;
};

/** What tests choose; times in ms. */
export type CopierBounds = {
  readonly waitingRowsMax?: number;
  readonly batchRowsMax?: number;
  readonly gatherMs?: number;
  readonly retryMs?: number;
};

/** About 40 MB, 130 where each failed with a long text; an outage of the store is bridged for so many calls. */
const WAITING_ROWS_MAX = 50_000;
const BATCH_ROWS_MAX = 5_000;
/** Stores of this kind want few large batches. */
const GATHER_MS = 1_000;
const RETRY_MS = 1_000;
const RETRY_MS_MAX = 30_000;
const JITTER = 0.2;
/** Of one attempt, from the look at which stacks are there to the store's answer; `erasures.ts` waits for longer. */
export const ATTEMPT_MS_MAX = 30_000;
/** How often the store may call the same batch wrong before the calls that it means are looked for. */
const WRONG_MAX = 5;
/** Statements by which they are looked for: enough for a handful of calls in a batch, and few where all are wrong. */
const SEARCH_MAX = 100;
const CLOSE_MS_MAX = 5_000;

type CopierDeps = { readonly db: Db; readonly log: Log; readonly sink: CallSink };

/**
 * Made once per process. Sends calls in batches, one at a time and in their order, each again and again under one token
 * until the store has taken it: at least once, and a store that knows the token or the call's id keeps one. Calls of
 * stacks that were deleted meanwhile are left out. A call that the store refuses is found by halving its batch, and
 * dropped alone. What waits has a bound, beyond which calls of whoever has most waiting are dropped and counted; so is
 * what waits when the process ends. `test/store/clickHouse.test.ts` tears it down.
 */
export function createCallCopier(deps: CopierDeps, bounds: CopierBounds = {}): CallCopier {
  const { log, sink } = deps;
  const { waitingRowsMax = WAITING_ROWS_MAX, batchRowsMax = BATCH_ROWS_MAX, gatherMs = GATHER_MS } = bounds;
  const queue = createCopyQueue(waitingRowsMax);
  const delivery = createDelivery(deps, bounds.retryMs ?? RETRY_MS);
  let dropped = 0;
  /** What is being delivered. */
  let taken: readonly Copy[] = [];
  let running: Promise<void> | null = null;

  const waiting = (): number => queue.size() + taken.length;
  /** True to go on. */
  const copyNext = async (): Promise<boolean> => {
    await delivery.pause(queue.size() < batchRowsMax ? gatherMs : 0);
    taken = queue.take(batchRowsMax);
    const refused = await delivery.deliver(taken);
    if (refused === 'given up') return false;
    dropped += refused;
    taken = [];
    return true;
  };
  const copyAll = async (): Promise<void> => {
    while (queue.size() > 0 && (await copyNext()));
    running = null;
  };

  return {
    add(calls) {
      for (const call of calls) {
        const { id, accountId, stackId } = call;
        dropped += queue.add({ id, accountId, stackId, row: sink.rowOf(call) });
      }
      if (queue.size() > 0) running ??= copyAll();
    },
    waiting,
    dropped: () => dropped,
    isTaking: delivery.isTaking,
    erase: (stackIds) => sink.erase(stackIds, AbortSignal.timeout(ATTEMPT_MS_MAX)),
    async close() {
      const timer = setTimeout(delivery.giveUp, CLOSE_MS_MAX);
      delivery.hurry();
      await running;
      clearTimeout(timer);
      dropped += waiting();
      if (waiting() > 0) log.error({ calls: waiting() }, 'calls were not copied before the end');
    },
  };
}

/** Calls that go together, and how often that failed, and was called wrong, which it may be `wrongMax` times. */
type Batch = {
  readonly token: string;
  readonly copies: readonly Copy[];
  readonly wrongMax: number;
  failures: number;
  wrong: number;
};
/** Statements that looked for wrong calls so far. */
type Search = { statements: number };
/** What became of a batch; `given up` at the end of the process. */
type Delivered = 'taken' | 'refused' | 'given up';

/** Brings batches to the store, however long that takes. */
function createDelivery(deps: CopierDeps, retryMs: number) {
  const ending = new AbortController();
  const late = new AbortController();
  let isTaking = true;
  const pause = (ms: number) => delay(ms, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
  const attempt = async (batch: Batch): Promise<Delivered | 'failed'> => {
    try {
      await send(deps, batch, AbortSignal.any([AbortSignal.timeout(ATTEMPT_MS_MAX), late.signal]));
      isTaking = true;
      return 'taken';
    } catch (error) {
      isTaking = false;
      deps.log.warn({ err: error, calls: batch.copies.length }, 'calls could not be copied');
      batch.failures += 1;
      batch.wrong += isWrong(error) ? 1 : 0;
    }
    if (batch.wrong >= batch.wrongMax) return 'refused';
    return ending.signal.aborted ? 'given up' : 'failed';
  };
  const untilTaken = async (copies: readonly Copy[], wrongMax: number): Promise<Delivered> => {
    const batch = { token: randomUUID(), copies, wrongMax, failures: 0, wrong: 0 };
    let end = await attempt(batch);
    while (end === 'failed') {
      await pause(backoff(retryMs, batch.failures));
      end = await attempt(batch);
    }
    return end;
  };
  return {
    pause,
    isTaking: () => isTaking,
    /** No pauses from now on, and nothing is tried twice. */
    hurry: () => ending.abort(),
    giveUp: () => late.abort(),
    /** How many of these the store refuses. */
    async deliver(copies: readonly Copy[]): Promise<number | 'given up'> {
      const end = await untilTaken(copies, WRONG_MAX);
      if (end !== 'refused') return end === 'taken' ? 0 : end;
      const search = { statements: 0 };
      const refused = await searchHalves((half) => untilTaken(half, 1), copies, search);
      if (refused !== 'given up')
        deps.log.error({ calls: refused, of: copies.length }, 'calls were not copied: the store calls them wrong');
      return refused;
    },
  };
}

/** Has the store take, by halves, what it can of calls that it has refused together; returns how many it refuses. */
async function searchHalves(
  deliver: (half: readonly Copy[]) => Promise<Delivered>,
  copies: readonly Copy[],
  search: Search,
): Promise<number | 'given up'> {
  if (copies.length === 1 || search.statements >= SEARCH_MAX) return copies.length;
  const middle = Math.ceil(copies.length / 2);
  let refused = 0;
  for (const half of [copies.slice(0, middle), copies.slice(middle)]) {
    search.statements += 1;
    const end = await deliver(half);
    const ofHalf = end === 'refused' ? await searchHalves(deliver, half, search) : end;
    if (ofHalf === 'given up') return ofHalf;
    refused += ofHalf === 'taken' ? 0 : ofHalf;
  }
  return refused;
}

/** One attempt. @throws when the store, or the database, does not take part, or the time is up */
async function send({ db, sink }: CopierDeps, { token, copies }: Batch, signal: AbortSignal): Promise<void> {
  const there = await stacksThere(db, copies);
  signal.throwIfAborted();
  const rows = copies.filter(({ stackId }) => there.has(stackId)).map(({ row }) => row);
  if (rows.length > 0) await sink.insert({ token, rows }, signal);
}

const isWrong = (error: unknown): boolean => error instanceof CallSinkError && error.isWrong;

const backoff = (retryMs: number, failures: number): number =>
  Math.min(RETRY_MS_MAX, retryMs * 2 ** (failures - 1)) * (1 + JITTER * (2 * Math.random() - 1));

/** Of the stacks of these calls, those that have not been deleted. */
async function stacksThere(db: Db, copies: readonly Copy[]): Promise<ReadonlySet<StackId>> {
  const ids = [...new Set(copies.map(({ stackId }) => stackId))];
  const stacks = await db.stack.findMany({ where: { id: { in: ids } }, select: { id: true } });
  return new Set(stacks.map(({ id }) => id));
}
