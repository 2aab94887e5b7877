import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ListKind, type ListSearch, listSearchOf, withNamed } from '../../../lists/address.ts';
import { machinesSearch } from './lists.ts';

/** The search of one of the tab's lists, kept in the URL. */
export function useMachinesSearch(name: 'machines' | 'issuers', kind: ListKind) {
  const search = useSearch({ from: '/inside/stacks/$stackId/machines' });
  const navigate = useNavigate({ from: '/stacks/$stackId/machines' });
  const change = (next: ListSearch) =>
    navigate({ search: machinesSearch(withNamed(search, name, next)), replace: true, resetScroll: false });
  return { search: listSearchOf(name, kind, search), change };
}
