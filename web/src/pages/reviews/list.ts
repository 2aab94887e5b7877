import type { ToolChangeKind, ToolChangeOrder } from '../../gql/graphql.ts';
import { chosenIn, type ListKind, type ListSearch } from '../../lists/address.ts';
import { KIND_WORDS } from './kindWords.ts';

/** Kinds of changes that can need a review; cosmetic ones never do. */
const KINDS = ['WIDENING', 'REWORDED', 'BREAKING', 'COMPATIBLE', 'REMOVED'] as const satisfies ToolChangeKind[];

export const REVIEW_LIST: ListKind = {
  sorts: [
    { value: 'oldest', label: 'Oldest first' },
    { value: 'newest', label: 'Newest first' },
  ],
  shows: [
    { value: 'all', label: 'All changes' },
    ...KINDS.map((kind) => ({ value: kind.toLowerCase(), label: KIND_WORDS[kind].title })),
  ],
};

const NEWEST_FIRST: ToolChangeOrder = { field: 'CHANGED_AT', direction: 'DESC' };

export function reviewVariables(search: ListSearch) {
  const { q, sort, show } = chosenIn(REVIEW_LIST, search);
  const changeKind = KINDS.find((kind) => kind.toLowerCase() === show) ?? null;
  return { search: q || null, changeKind, orderBy: sort === 'newest' ? NEWEST_FIRST : null };
}
