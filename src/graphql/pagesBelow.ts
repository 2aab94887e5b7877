import type { GraphQLResolveInfo } from 'graphql';
import type { Ctx } from '../core/kernel/context.ts';
import { batchedAt } from './batched.ts';
import type { GraphqlContext } from './context.ts';

/** A field's place in its operation, regardless of the row. */
function placeOf({ path, parentType }: GraphQLResolveInfo): string {
  const keys: string[] = [parentType.name];
  for (let at: GraphQLResolveInfo['path'] | undefined = path; at; at = at.prev) {
    if (typeof at.key === 'string') keys.push(at.key);
  }
  return keys.join(' ');
}

/** Each row's page of a nested list, with the columns that the operation selects. */
export function pagesBelow<K extends string, L extends object, R>(
  read: (app: Ctx, parents: readonly K[], load: L) => Promise<ReadonlyMap<K, readonly R[]>>,
) {
  const pageOf = batchedAt(read);
  return async (load: L, parent: K, context: GraphqlContext, info: GraphQLResolveInfo): Promise<R[]> => [
    ...((await pageOf(context, parent, placeOf(info), { ...load })) ?? []),
  ];
}

/** Each row's number of nested rows that match a filter. */
export function countsBelow<K extends string, F>(
  read: (app: Ctx, parents: readonly K[], filter: F) => Promise<ReadonlyMap<K, number>>,
) {
  const countOf = batchedAt(read);
  return async (filter: F, parent: K, context: GraphqlContext, info: GraphQLResolveInfo): Promise<number> =>
    (await countOf(context, parent, placeOf(info), filter)) ?? 0;
}
