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
 * Reads the page that each row of a list has of another list: of all rows with one call of `read`, which gets the page
 * and the columns that the operation asks for at this place. As `batched`, nothing is kept longer.
 */
export function pagesBelow<K extends string, L extends object, R>(
  read: (app: Ctx, parents: readonly K[], load: L) => Promise<ReadonlyMap<K, readonly R[]>>,
) {
  const open = new WeakMap<GraphqlContext, Map<string, Batch<K, readonly R[]>>>();
  const start = (context: GraphqlContext, place: string, load: L): Batch<K, readonly R[]> => {
    const batches = open.get(context) ?? new Map<string, Batch<K, readonly R[]>>();
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
  return async (load: L, parent: K, context: GraphqlContext, info: GraphQLResolveInfo): Promise<R[]> => {
    const place = placeOf(info);
    // Those of the other rows ask for the same.
    const page = { ...load };
    const batch = open.get(context)?.get(place) ?? start(context, place, page);
    batch.parents.add(parent);
    return [...((await batch.found).get(parent) ?? [])];
  };
}
