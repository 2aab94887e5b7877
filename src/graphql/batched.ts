import type { Ctx } from '../core/kernel/context.ts';
import { AppError } from '../core/lib/errors.ts';
import { createKeyedSemaphore } from '../core/lib/keyedSemaphore.ts';
import type { GraphqlContext } from './context.ts';
import { TURN_POINTS } from './execution/longTurn.ts';
import { requireAnswerCapacity } from './execution/storedText.ts';

/** Maximum rows of a batch: a list without pages may have thousands, whose objects would all be in memory at once. */
export const BATCH_KEYS_MAX = 250;

type Batch<K, V> = { readonly keys: Set<K>; readonly values: Promise<ReadonlyMap<K, V>> };

/**
 * Limits the nested reads of an account across its operations: one read under fourteen aliases would take every
 * database connection.
 */
const semaphore = createKeyedSemaphore({ ofAll: Number.POSITIVE_INFINITY, ofOwner: 3 });
/** Operations with many points read one at a time, because each read may take megabytes of short-lived memory. */
const longSemaphore = createKeyedSemaphore({ ofAll: Number.POSITIVE_INFINITY, ofOwner: 1 });

/**
 * Joins the lookups of a page's rows at one place of an operation into one query; a long list takes several. All rows
 * have the same arguments, so those of the first row are used. Nothing is cached after the query, because a
 * subscription's context lives for hours.
 */
export function batchedAt<K extends string, A, V>(
  read: (app: Ctx, keys: readonly K[], args: A) => Promise<ReadonlyMap<K, V>>,
): (context: GraphqlContext, key: K, place: string, args: A) => Promise<V | null> {
  const open = new WeakMap<GraphqlContext, Map<string, Batch<K, V>>>();
  const start = (context: GraphqlContext, place: string, args: A): Batch<K, V> => {
    const batches = open.get(context) ?? new Map<string, Batch<K, V>>();
    open.set(context, batches);
    const keys = new Set<K>();
    // Rows can join a batch that waits for the semaphore.
    const {
      app: { actor, signal },
      spent,
    } = context;
    const values = (spent.points < TURN_POINTS ? semaphore : longSemaphore)
      .run(actor.accountId ?? '', signal, async () => {
        await Promise.resolve();
        if (batches.get(place) === batch) batches.delete(place);
        requireAnswerCapacity(context);
        return read(context.app, [...keys], args);
      })
      .catch((error: unknown) => {
        if (error !== signal.reason) throw error;
        throw new AppError('unavailable', 'The request was closed', {}, error);
      });
    const batch = { keys, values };
    batches.set(place, batch);
    return batch;
  };
  return async (context, key, place, args) => {
    const waiting = open.get(context)?.get(place);
    const batch = waiting && waiting.keys.size < BATCH_KEYS_MAX ? waiting : start(context, place, args);
    batch.keys.add(key);
    return (await batch.values).get(key) ?? null;
  };
}

/** Like `batchedAt`, for lookups that need only the row's key, wherever the row appears. */
export function batched<K extends string, V>(
  read: (app: Ctx, keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (context: GraphqlContext, key: K) => Promise<V | null> {
  const find = batchedAt((app: Ctx, keys: readonly K[], _selection: null) => read(app, keys));
  return (context, key) => find(context, key, '', null);
}
