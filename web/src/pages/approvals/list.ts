import type { ApprovalOrder } from '../../gql/graphql.ts';
import { chosenIn, type ListKind, type ListSearch } from '../../lists/address.ts';

export const APPROVAL_LIST = {
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
  shows: [
    { value: 'all', label: 'All approvals' },
    { value: 'waiting', label: 'Waiting' },
    { value: 'decided', label: 'Decided' },
  ],
} as const satisfies ListKind;

const STATES: Readonly<Record<string, boolean>> = { waiting: true, decided: false };
const OLDEST_FIRST: ApprovalOrder = { field: 'CREATED_AT', direction: 'ASC' };

export function approvalVariables(search: ListSearch) {
  const { q, sort, show } = chosenIn(APPROVAL_LIST, search);
  return { search: q || null, isPending: STATES[show] ?? null, orderBy: sort === 'oldest' ? OLDEST_FIRST : null };
}
