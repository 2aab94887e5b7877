import type { ReactNode } from 'react';
import type { List } from '../api/useList.ts';
import { Loaded } from '../ui/Loading.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { isFiltered, type ListKind, type ListSearch } from './address.ts';
import { FEW, ListBar, ListTotal, NoHit } from './ListBar.tsx';
import { type Noun, totalText } from './total.ts';

type PagedListProps<Row> = {
  readonly list: List<Row>;
  /** The unfiltered total; null while unknown. */
  readonly all: number | null;
  readonly kind: ListKind;
  readonly noun: Noun;
  readonly search: ListSearch;
  /** Label of the search field if the default isn't unique on the page. */
  readonly label?: string;
  readonly onChange: (search: ListSearch) => void;
  /** The searched fields, shown if nothing matches. */
  readonly searchedFields: string;
  /** Addition to the total, such as the number waiting. */
  readonly note?: string;
  /** The empty state. */
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
};

/** A paginated list. A long one has search and sorting. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, all, noun, search, onChange, searchedFields, empty, children } = props;
  const filtered = isFiltered(search);
  const isShort = (all ?? list.totalCount ?? 0) <= FEW && !filtered;
  return (
    <Loaded query={list} lines={3}>
      {(rows) => (
        <>
          {!isShort && <Bar {...props} isFiltered={filtered} />}
          {rows.length > 0 && children(rows)}
          {rows.length === 0 &&
            (filtered ? (
              <NoHit noun={noun} onReset={() => onChange({})}>
                {searchedFields}
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

function Bar<Row>(props: PagedListProps<Row> & { readonly isFiltered: boolean }) {
  const {
    list,
    all,
    kind,
    noun,
    search,
    label = `Search ${noun[1]}`,
    onChange,
    note = '',
    isFiltered: filtered,
  } = props;
  return (
    <>
      <ListBar kind={kind} search={search} label={label} onChange={onChange} />
      <ListTotal>
        {totalText({ all, matching: list.totalCount ?? 0, isFiltered: filtered }, noun)}
        {!filtered && note}
      </ListTotal>
    </>
  );
}
