import type { ReactNode } from 'react';
import type { List } from '../api/useList.ts';
import { Loaded } from '../ui/Loading.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { isNarrowed, type ListKind, type ListSearch } from './address.ts';
import { FEW, ListBar, ListTotal, NoHit } from './ListBar.tsx';
import { type Noun, totalText } from './total.ts';

type PagedListProps<Row> = {
  readonly list: List<Row>;
  /** How many there are without search and filter; null while that is not known. */
  readonly all: number | null;
  readonly kind: ListKind;
  readonly noun: Noun;
  readonly search: ListSearch;
  /** What the search field is called, where “Search rules” would not tell it from others on the page. */
  readonly label?: string;
  readonly onChange: (search: ListSearch) => void;
  /** What the search looks at, where nothing is found. */
  readonly looksAt: string;
  /** What else the total says, such as how many wait. */
  readonly note?: string;
  /** What stands in place of a list that has nothing. */
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
};

/** A list that comes in pages, with what narrows and sorts it once it is longer than a glance. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, all, noun, search, onChange, looksAt, empty, children } = props;
  const narrowed = isNarrowed(search);
  const isShort = (all ?? list.totalCount ?? 0) <= FEW && !narrowed;
  return (
    <Loaded query={list} lines={3}>
      {(rows) => (
        <>
          {!isShort && <Bar {...props} isNarrowed={narrowed} />}
          {rows.length > 0 && children(rows)}
          {rows.length === 0 &&
            (narrowed ? (
              <NoHit noun={noun} onReset={() => onChange({})}>
                {looksAt}
              </NoHit>
            ) : (
              empty
            ))}
          <ShowMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
        </>
      )}
    </Loaded>
  );
}

function Bar<Row>(props: PagedListProps<Row> & { readonly isNarrowed: boolean }) {
  const {
    list,
    all,
    kind,
    noun,
    search,
    label = `Search ${noun[1]}`,
    onChange,
    note = '',
    isNarrowed: narrowed,
  } = props;
  return (
    <>
      <ListBar kind={kind} search={search} label={label} onChange={onChange} />
      <ListTotal>
        {totalText({ all, found: list.totalCount ?? 0, isNarrowed: narrowed }, noun)}
        {!narrowed && note}
      </ListTotal>
    </>
  );
}
