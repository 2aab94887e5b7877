import { useApiQuery } from '../api/hooks.ts';
import type { PickStackFragment, Right } from '../gql/graphql.ts';
import { PICK_SERVER_STACKS, PICK_STACKS, PICKED_STACK } from './operations.ts';

export type PickedStack = PickStackFragment;

const mayIn =
  (right: Right | undefined) =>
  ({ rights }: PickedStack): boolean =>
    right === undefined || rights.includes(right);

/** Filters of the choice: stacks with a right, or stacks with a server. */
type Among = { readonly right?: Right | undefined; readonly serverId?: string | undefined };

const BY_NAME = { field: 'NAME', direction: 'ASC' } as const;

type StackPage = {
  readonly totalCount: number;
  readonly nodes: readonly PickedStack[];
};
const NONE: StackPage = { totalCount: 0, nodes: [] };

/** A page of matching stacks, oldest first. */
function usePage(search: string | null, serverId: string | undefined) {
  const by = { search: search || null, orderBy: search === null ? null : BY_NAME };
  const options = { keepPrevious: search !== null };
  const all = useApiQuery(PICK_STACKS, by, { ...options, enabled: serverId === undefined });
  const ofServer = { serverId: serverId ?? '', ...by };
  const having = useApiQuery(PICK_SERVER_STACKS, ofServer, { ...options, enabled: serverId !== undefined });
  return serverId === undefined
    ? { ...all, data: all.data && (all.data.stacks ?? NONE) }
    : { ...having, data: having.data && (having.data.server?.stacks ?? NONE) };
}

function usePickStacks(search: string | null, { right, serverId }: Among) {
  const { data, error, refetch, isFetching, isPlaceholderData } = usePage(search, serverId);
  const { totalCount, nodes } = data ?? NONE;
  const rest = totalCount - nodes.length;
  return {
    stacks: nodes.filter(mayIn(right)),
    isMany: rest > 0,
    rest,
    isKnown: data !== undefined,
    isFetching,
    /** Whether these results belong to an earlier text. */
    isOutdated: isPlaceholderData,
    query: { data, error, refetch },
  };
}

/** The first stacks, oldest first; `isMany` if there are more. */
export const useStacks = (among: Among = {}) => usePickStacks(null, among);

/** Stacks that match a text, sorted by name, and the number of further matches. */
export const useFoundStacks = (search: string, among: Among) => usePickStacks(search, among);

/** The name of a stack, or its ID if it can't be read; null while loading, and for an empty ID. */
export function useStackName(id: string): string | null {
  const { data, isPending } = useApiQuery(PICKED_STACK, { id }, { enabled: id !== '' });
  return isPending ? null : (data?.stack?.name ?? id);
}
