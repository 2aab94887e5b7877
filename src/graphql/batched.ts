import type { Ctx } from '../core/context.ts';
import type { GraphqlContext } from './context.ts';

type Batch<V> = { readonly keys: Set<string>; readonly found: Promise<ReadonlyMap<string, V>> };

/**
 * Joins the look-ups that the rows of one page make into one query. Nothing is kept beyond that: the context of a
 * subscription lives for hours.
 */
export function batched<V>(
  read: (app: Ctx, keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (context: GraphqlContext, key: string) => Promise<V | null> {
  const open = new WeakMap<GraphqlContext, Batch<V>>();
  const start = (context: GraphqlContext): Batch<V> => {
    const keys = new Set<string>();
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
