import type { JobState } from '../../gql/graphql.ts';
import { type ListKind, type ListSearch, readListSearch, textOf } from '../../lists/address.ts';

export const JOB_LIST = {
  sorts: [],
  shows: [
    { value: 'all', label: 'All jobs' },
    { value: 'active', label: 'Waiting or running' },
    { value: 'over', label: 'Ended' },
  ],
} as const satisfies ListKind;

export type JobSearch = Pick<ListSearch, 'show'> & { readonly stack?: string };

const ACTIVE: readonly JobState[] = ['WAITING', 'RUNNING'];
const OVER: readonly JobState[] = ['SUCCEEDED', 'FAILED', 'CANCELLED', 'OUTCOME_UNKNOWN'];

/** The states that a filter shows; null for all. */
export const statesOf = ({ show }: JobSearch): readonly JobState[] | null =>
  show === undefined ? null : show === 'active' ? ACTIVE : OVER;

export const hasEnded = (state: JobState): boolean => OVER.includes(state);

export function jobSearch(input: Readonly<Record<string, unknown>>): JobSearch {
  const { show } = readListSearch(JOB_LIST, input);
  const stack = textOf(input['stack']);
  return { ...(show && { show }), ...(stack && { stack }) };
}
