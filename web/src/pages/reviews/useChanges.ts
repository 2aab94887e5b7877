import { useList } from '../../api/useList.ts';
import type { ReviewsListQuery } from '../../gql/graphql.ts';
import type { ListSearch } from '../../lists/address.ts';
import { reviewVariables } from './list.ts';
import { REVIEWS_LIST } from './operations.ts';

// Servers change on other pages, for all accounts, and by themselves.
const AGAIN = { refetchEveryMs: 10_000 };

const NO_WORDS = { totalCount: 0, nodes: [] } as const;

const allOf = (first: ReviewsListQuery | null): number =>
  (first?.all?.totalCount ?? 0) + (first?.allInstructions?.totalCount ?? 0);

/** Changed tools and changed instructions as one list; of instructions, which are always reworded, the first ones. */
export function useChanges(search: ListSearch) {
  const variables = reviewVariables(search);
  const { changeKind } = variables;
  const { data: tools, ...list } = useList(REVIEWS_LIST, variables, ({ toolChanges }) => toolChanges, AGAIN);
  const hasWords = changeKind === null || changeKind === 'REWORDED';
  const words = (hasWords && list.first?.instructionChanges) || NO_WORDS;
  return {
    ...list,
    data: tools && [...words.nodes, ...tools],
    totalCount: (list.totalCount ?? 0) + words.totalCount,
    all: allOf(list.first),
    tools: tools ?? [],
    words: words.nodes,
    restOfWords: words.totalCount - words.nodes.length,
  };
}
