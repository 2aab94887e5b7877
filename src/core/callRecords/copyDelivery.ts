import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db, Log } from '../kernel/context.ts';
import type { Copy } from './copyQueue.ts';
import { type CallSink, CallSinkError } from './sink.ts';

const RETRY_MS_MAX = 30_000;
const JITTER = 0.2;
/**
 * Maximum duration of one attempt, from the stack check to the store's response. `erasures.ts` waits longer, so that
 * no calls of a deleted stack arrive after their erasure.
 */
export const ATTEMPT_MS_MAX = 30_000;
/** How often the store may reject a batch as invalid before it is bisected. */
const REJECTIONS_MAX = 5;
/** Maximum statements for bisecting a batch: enough for a few invalid calls, and not too many if all are invalid. */
const SEARCH_MAX = 100;

/** The store, and the database that knows which stacks still exist. */
export type DeliveryDeps = { readonly db: Db; readonly log: Log; readonly sink: CallSink };

/** Calls that are sent together. */
type Batch = {
  readonly token: string;
  readonly copies: readonly Copy[];
  readonly wrongMax: number;
  failures: number;
  wrong: number;
};
/** Number of statements that a search for rejected calls has used. */
type Search = { statements: number };
/** Result of a delivery; `given up` at process exit. */
type Delivered = 'accepted' | 'refused' | 'given up';

/** In ms: the delay before the second attempt, and the time limit of each attempt. */
type DeliveryTimes = { readonly retryMs: number; readonly attemptMs: number };

/** Delivers batches to the store, one at a time. Retries each with the same token until the store accepts it. */
export function createDelivery(deps: DeliveryDeps, { retryMs, attemptMs }: DeliveryTimes) {
  const ending = new AbortController();
  const late = new AbortController();
  let isTaking = true;
  const pause = (ms: number) => delay(ms, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
  const attempt = async (batch: Batch): Promise<Delivered | 'failed'> => {
    try {
      const { db, sink } = deps;
      const { token, copies } = batch;
      const signal = AbortSignal.any([AbortSignal.timeout(attemptMs), late.signal]);
      const ids = [...new Set(copies.map(({ stackId }) => stackId))];
      const stacks = await db.stack.findMany({ where: { id: { in: ids } }, select: { id: true } });
      const there = new Set(stacks.map(({ id }) => id));
      signal.throwIfAborted();
      const rows = copies.filter(({ stackId }) => there.has(stackId)).map(({ row }) => row);
      if (rows.length > 0) await sink.insert({ token, rows }, signal);
      isTaking = true;
      return 'accepted';
    } catch (error) {
      isTaking = false;
      deps.log.warn({ err: error, calls: batch.copies.length }, 'calls could not be copied');
      batch.failures += 1;
      batch.wrong += error instanceof CallSinkError && error.isWrong ? 1 : 0;
    }
    if (batch.wrong >= batch.wrongMax) return 'refused';
    return ending.signal.aborted ? 'given up' : 'failed';
  };
  const deliverUntilAccepted = async (copies: readonly Copy[], wrongMax: number): Promise<Delivered> => {
    const batch = { token: randomUUID(), copies, wrongMax, failures: 0, wrong: 0 };
    let end = await attempt(batch);
    while (end === 'failed') {
      const retryAfterMs = Math.min(RETRY_MS_MAX, retryMs * 2 ** (batch.failures - 1));
      await pause(retryAfterMs * (1 + JITTER * (2 * Math.random() - 1)));
      end = await attempt(batch);
    }
    return end;
  };
  return {
    pause,
    isTaking: () => isTaking,
    /** From now on, no delays and no retries. */
    hurry: () => ending.abort(),
    giveUp: () => late.abort(),
    /** Delivers calls; returns how many the store rejected. */
    async deliver(copies: readonly Copy[]): Promise<number | 'given up'> {
      const end = await deliverUntilAccepted(copies, REJECTIONS_MAX);
      if (end === 'refused') {
        const refused = await searchHalves((half) => deliverUntilAccepted(half, 1), copies, { statements: 0 });
        if (refused !== 'given up')
          deps.log.error({ calls: refused, of: copies.length }, 'calls were not copied: the store rejected them');
        return refused;
      }
      return end === 'accepted' ? 0 : end;
    },
  };
}

type Deliver = (half: readonly Copy[]) => Promise<Delivered>;

/** Bisects a rejected batch so that its valid calls are stored; returns the number rejected. */
async function searchHalves(deliver: Deliver, copies: readonly Copy[], search: Search): Promise<number | 'given up'> {
  if (copies.length === 1 || search.statements >= SEARCH_MAX) return copies.length;
  const middle = Math.ceil(copies.length / 2);
  let refused = 0;
  for (const half of [copies.slice(0, middle), copies.slice(middle)]) {
    search.statements += 1;
    const end = await deliver(half);
    const ofHalf = end === 'refused' ? await searchHalves(deliver, half, search) : end;
    if (ofHalf === 'given up') return ofHalf;
    refused += ofHalf === 'accepted' ? 0 : ofHalf;
  }
  return refused;
}
