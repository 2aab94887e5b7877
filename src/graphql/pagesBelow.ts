import type { GraphQLResolveInfo } from 'graphql';
import type { Ctx } from '../core/context.ts';
import type { GraphqlContext } from './context.ts';

type Batch<K, V> = { readonly parents: Set<K>; readonly found: Promise<ReadonlyMap<K, V>> };

/** Where a field stands in its operation, whichever row it is of. */
function placeOf({ path, parentType }: GraphQLResolveInfo): string {
  const keys: string[] = [parentType.name];
  for (let at: GraphQLResolveInfo['path'] | undefined = path; at; at = at.prev) {
    if (typeof at.key === 'string') keys.push(at.key);
  }
  return keys.join(' ');
}

/**
 * Reads something of each row of a list: of all rows with one call of `read`, which gets what the operation asks for at
 * this place. As `batched`, nothing is kept longer.
 */
function batchBelow<K extends string, L, V>(
  read: (app: Ctx, parents: readonly K[], load: L) => Promise<ReadonlyMap<K, V>>,
) {
  const open = new WeakMap<GraphqlContext, Map<string, Batch<K, V>>>();
  const start = (context: GraphqlContext, place: string, load: L): Batch<K, V> => {
    const batches = open.get(context) ?? new Map<string, Batch<K, V>>();
    open.set(context, batches);
    const parents = new Set<K>();
    const found = Promise.resolve().then(() => {
      batches.delete(place);
      return read(context.app, [...parents], load);
    });
    const batch = { parents, found };
    batches.set(place, batch);
    return batch;
  };
  return async (load: L, parent: K, context: GraphqlContext, info: GraphQLResolveInfo): Promise<V | null> => {
    const place = placeOf(info);
    // All rows of the page ask for the same columns, so the first stands for all.
    const batch = open.get(context)?.get(place) ?? start(context, place, load);
    batch.parents.add(parent);
    return (await batch.found).get(parent) ?? null;
  };
}

/** The page that each row of a list has of another list, with the columns that the operation asks for. */
export function pagesBelow<K extends string, L extends object, R>(
  read: (app: Ctx, parents: readonly K[], load: L) => Promise<ReadonlyMap<K, readonly R[]>>,
) {
  const pageOf = batchBelow(read);
  return async (load: L, parent: K, context: GraphqlContext, info: GraphQLResolveInfo): Promise<R[]> => [
    ...((await pageOf({ ...load }, parent, context, info)) ?? []),
  ];
}

/** How many rows it has there that a filter lets through. */
export function countsBelow<K extends string, F>(
  read: (app: Ctx, parents: readonly K[], filter: F) => Promise<ReadonlyMap<K, number>>,
) {
  const countOf = batchBelow(read);
  return async (filter: F, parent: K, context: GraphqlContext, info: GraphQLResolveInfo): Promise<number> =>
    (await countOf(filter, parent, context, info)) ?? 0;
}
