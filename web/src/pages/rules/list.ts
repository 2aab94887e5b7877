import type { PolicyEffect, PolicyRuleOrder } from '../../gql/graphql.ts';
import { chosenIn, type ListKind, type ListSearch } from '../../lists/address.ts';

export const RULE_LIST = {
  sorts: [
    { value: 'oldest', label: 'Oldest first' },
    { value: 'newest', label: 'Newest first' },
    { value: 'name', label: 'Name' },
  ],
  shows: [
    { value: 'all', label: 'All rules' },
    { value: 'allow', label: 'Allow' },
    { value: 'ask', label: 'Ask' },
    { value: 'deny', label: 'Deny' },
  ],
} as const satisfies ListKind;

const SHOWN_EFFECTS: Readonly<Record<string, PolicyEffect>> = { allow: 'ALLOW', ask: 'ASK', deny: 'DENY' };
const ORDERS: Readonly<Record<string, PolicyRuleOrder>> = {
  newest: { field: 'CREATED_AT', direction: 'DESC' },
  name: { field: 'NAME', direction: 'ASC' },
};

export function ruleVariables(search: ListSearch) {
  const { q, sort, show } = chosenIn(RULE_LIST, search);
  return { search: q || null, effect: SHOWN_EFFECTS[show] ?? null, orderBy: ORDERS[sort] ?? null };
}
