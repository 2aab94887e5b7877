import type { OrderDirection, StackAttention, StackOrderField } from '../../../gql/graphql.ts';
import type { ListKind } from '../../../lists/address.ts';

export const STACK_LIST = {
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
    { value: 'name', label: 'Name' },
    { value: 'called', label: 'Last called' },
    { value: 'idle', label: 'Least recently called' },
  ],
  shows: [
    { value: 'all', label: 'All stacks' },
    { value: 'attention', label: 'Need attention' },
  ],
} as const satisfies ListKind;

type Order = { readonly field: StackOrderField; readonly direction: OrderDirection };

const ORDERS: Readonly<Record<string, Order>> = {
  oldest: { field: 'CREATED_AT', direction: 'ASC' },
  name: { field: 'NAME', direction: 'ASC' },
  called: { field: 'LAST_CALLED_AT', direction: 'DESC' },
  idle: { field: 'LAST_CALLED_AT', direction: 'ASC' },
};

export const orderOf = (sort: string): Order => ORDERS[sort] ?? { field: 'CREATED_AT', direction: 'DESC' };

type Problem = {
  readonly label: string;
  readonly kind: 'warn' | 'bad';
  readonly tab: '/credentials' | '/usage' | '/connect';
};

/** Problems of a stack, and the tab to fix each one. */
export const ATTENTION: Readonly<Record<StackAttention, Problem>> = {
  MISSING_CREDENTIAL: { label: 'Credential missing', kind: 'warn', tab: '/credentials' },
  CREDENTIAL: { label: 'Credential needs attention', kind: 'bad', tab: '/credentials' },
  FAILING_TOOL: { label: 'Failing calls', kind: 'bad', tab: '/usage' },
  ENDING_TOKEN: { label: 'Token expires soon', kind: 'warn', tab: '/connect' },
};
