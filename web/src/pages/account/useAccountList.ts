import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ListKind, type ListSearch, listSearchOf, withNamed } from '../../lists/address.ts';
import { accountSearch } from './lists.ts';

/** The search of one of the page's lists, kept in the URL. */
export function useAccountList(name: 'keys' | 'people', kind: ListKind) {
  const given = useSearch({ from: '/inside/account' });
  const navigate = useNavigate();
  const change = (next: ListSearch) =>
    navigate({
      to: '/account',
      search: accountSearch(withNamed(given, name, next)),
      replace: true,
      resetScroll: false,
    });
  return { search: listSearchOf(name, kind, given), change };
}
