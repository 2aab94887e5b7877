import type { Ctx } from '../core/context.ts';
import type { GraphqlContext } from './context.ts';

type Batch<K, V> = { readonly keys: Set<K>; readonly found: Promise<ReadonlyMap<K, V>> };

/**
 * Joins the look-ups of one page's rows into one query. Nothing is kept longer, since a subscription's context lives
 * for hours.
 */
export function batched<K extends string, V>(
  read: (app: Ctx, keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (context: GraphqlContext, key: K) => Promise<V | null> {
  const open = new WeakMap<GraphqlContext, Batch<K, V>>();
  const start = (context: GraphqlContext): Batch<K, V> => {
    const keys = new Set<K>();
    const found = Promise.resolve().then(() => {
      open.delete(context);
      return read(context.app, [...keys]);
    });
    const batch = { keys, found };
    open.set(context, batch);
    return batch;
  };
  return async (context, key) => {
    const batch = open.get(context) ?? start(context);
    batch.keys.add(key);
    return (await batch.found).get(key) ?? null;
  };
}
