import type { ReactNode } from 'react';
import { ShowMore } from '../ui/ShowMore.tsx';
import { isFiltered, type ListSearch } from './address.ts';
import { FEW, ListBar, ListTotal, NoHit } from './ListBar.tsx';
import { type Noun, totalText } from './total.ts';
import { useShown } from './useShown.ts';
import { chosenRows, type WholeKind } from './whole.ts';

type WholeListProps<Row> = {
  readonly rows: readonly Row[];
  readonly kind: WholeKind<Row>;
  readonly noun: Noun;
  readonly search: ListSearch;
  readonly onChange: (search: ListSearch) => void;
  /** The searched fields, shown if nothing matches. */
  readonly searchedFields: string;
  /** Addition to the total, such as the number that need attention. */
  readonly note?: string;
  readonly children: (shown: readonly Row[]) => ReactNode;
};

/** A list loaded completely. It shows part of the rows at a time; a long list has search, filters and sorting. */
export function WholeList<Row>(props: WholeListProps<Row>) {
  const { rows, kind, noun, search, onChange, searchedFields, note = '', children } = props;
  const chosen = chosenRows(rows, kind, search);
  const { shown, more } = useShown(chosen, search);
  const filtered = isFiltered(search);
  const isShort = rows.length <= FEW && !filtered;
  return (
    <>
      {!isShort && <ListBar kind={kind} search={search} label={`Search ${noun[1]}`} onChange={onChange} />}
      {!isShort && (
        <ListTotal>
          {totalText({ all: rows.length, matching: chosen.length, isFiltered: filtered }, noun)}
          {!filtered && note}
        </ListTotal>
      )}
      {chosen.length === 0 && rows.length > 0 && (
        <NoHit noun={noun} onReset={() => onChange({})}>
          {searchedFields}
        </NoHit>
      )}
      {shown.length > 0 && children(shown)}
      <ShowMore {...more} />
    </>
  );
}
