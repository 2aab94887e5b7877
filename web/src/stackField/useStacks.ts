import { useApiQuery } from '../api/hooks.ts';
import type { PickStackFragment, Right } from '../gql/graphql.ts';
import { PICK_STACKS, PICKED_STACK } from './operations.ts';

export type PickedStack = PickStackFragment;

const mayIn =
  (right: Right | undefined) =>
  ({ rights }: PickedStack): boolean =>
    right === undefined || rights.includes(right);

/** The first stacks, oldest first; `isMany` says that there are more. `right` leaves out those without it. */
export function useStacks(right?: Right) {
  const query = useApiQuery(PICK_STACKS, { search: null });
  const { nodes = [], pageInfo } = query.data?.stacks ?? {};
  return {
    stacks: nodes.filter(mayIn(right)),
    isMany: pageInfo?.hasNextPage ?? false,
    isKnown: query.data !== undefined,
    query,
  };
}

/** Those that a text finds, by name, and how many more it finds. */
export function useFoundStacks(search: string, right?: Right) {
  const variables = { search: search || null, orderBy: { field: 'NAME' as const, direction: 'ASC' as const } };
  const { data, isFetching } = useApiQuery(PICK_STACKS, variables, { keepPrevious: true });
  const { nodes = [], totalCount = 0 } = data?.stacks ?? {};
  return { stacks: nodes.filter(mayIn(right)), rest: totalCount - nodes.length, isFetching };
}

/** One stack by its id, which may be none of the first ones; null for none, and until it is known. */
export function useStack(id: string): PickedStack | null {
  const { data } = useApiQuery(PICKED_STACK, { id }, { enabled: id !== '' });
  return data?.stack ?? null;
}
