import { useApiQuery } from '../../api/hooks.ts';
import { useList } from '../../api/useList.ts';
import type { ReviewsListQuery } from '../../gql/graphql.ts';
import type { ListSearch } from '../../lists/address.ts';
import { reviewVariables } from './list.ts';
import { REVIEWS_INSTRUCTIONS, REVIEWS_LIST } from './operations.ts';

const NO_WORDS = { totalCount: 0, nodes: [] } as const;

const allOf = (first: ReviewsListQuery | null): number =>
  (first?.all?.totalCount ?? 0) + (first?.allInstructions?.totalCount ?? 0);

type Variables = ReturnType<typeof reviewVariables>;

/** Loads changed instructions. They always count as reworded, so a filter for other kinds skips the query. */
function useWords({ search, changeKind }: Variables) {
  const enabled = changeKind === null || changeKind === 'REWORDED';
  const query = useApiQuery(REVIEWS_INSTRUCTIONS, { search }, { enabled, keepPrevious: true });
  const { data, error, refetch } = query;
  if (!enabled) return { words: NO_WORDS, error: null, refetch: () => undefined };
  return { words: data && (data.instructionChanges ?? NO_WORDS), error, refetch };
}

/** Changed tools and instructions as one list, once both queries have loaded. */
export function useChanges(search: ListSearch) {
  const variables = reviewVariables(search);
  const { data: tools, ...list } = useList(REVIEWS_LIST, variables, ({ toolChanges }) => toolChanges);
  const instructions = useWords(variables);
  const { words = NO_WORDS } = instructions;
  return {
    ...list,
    data: tools && instructions.words && [...words.nodes, ...tools],
    error: list.error ?? instructions.error,
    refetch: () => Promise.all([list.refetch(), instructions.refetch()]),
    totalCount: (list.totalCount ?? 0) + words.totalCount,
    all: allOf(list.first),
    tools: tools ?? [],
    words: words.nodes,
    restOfWords: words.totalCount - words.nodes.length,
  };
}
