import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ListSearch, listSearchOf, readListSearch, withNamed } from '../../../lists/address.ts';
import { connectSearch, ENDPOINT_LIST, TOKEN_LIST } from './lists.ts';

const PLACE = '/inside/stacks/$stackId/connect';

function useAddress() {
  const current = useSearch({ from: PLACE });
  const navigate = useNavigate({ from: '/stacks/$stackId/connect' });
  const show = (search: Readonly<Record<string, unknown>>) =>
    navigate({ search: connectSearch(search), replace: true, resetScroll: false });
  return { current, show };
}

export function useEndpointSearch() {
  const { current, show } = useAddress();
  // Another endpoint starts with an empty token search.
  return { search: readListSearch(ENDPOINT_LIST, current), change: (next: ListSearch) => show(next) };
}

export function useTokenSearch(endpointId: string) {
  const { current, show } = useAddress();
  const isOf = current['tokensOf'] === endpointId;
  const change = (next: ListSearch) => show(withNamed({ ...current, tokensOf: endpointId }, 'tokens', next));
  return { search: isOf ? listSearchOf('tokens', TOKEN_LIST, current) : {}, change };
}
