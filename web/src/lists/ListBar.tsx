import './lists.css';
import { type ReactNode, useId } from 'react';
import { Button } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { SearchInput } from '../ui/SearchInput.tsx';
import { useDraft } from '../ui/useDraft.ts';
import { chosenIn, type ListKind, type ListOption, type ListSearch, readListSearch } from './address.ts';
import type { Noun } from './total.ts';

/** Lists up to this length need no search or sorting. */
export const FEW = 5;

type ListBarProps = {
  readonly kind: ListKind;
  readonly search: ListSearch;
  /** Label of the search field, such as “Search stacks”. */
  readonly label: string;
  readonly onChange: (search: ListSearch) => void;
  /** Additional filters, such as a `ListSelect`. */
  readonly children?: ReactNode;
};

/** Search, filters and sorting of a list, all kept in the page's URL. */
export function ListBar({ kind, search, label, onChange, children }: ListBarProps) {
  const id = useId();
  const { sort, show } = chosenIn(kind, search);
  const set = (change: ListSearch) => onChange(readListSearch(kind, { ...search, ...change }));
  const [text, setText] = useDraft(search.q ?? '', (q) => set({ q }));
  return (
    <search className="list-bar">
      <SearchInput label={label} value={text} onChange={setText} />
      {kind.shows.length > 1 && (
        <fieldset className="list-bar__shows">
          <legend className="visually-hidden">Show</legend>
          {kind.shows.map(({ value, label: name }) => (
            <label key={value} className="chip">
              <input
                type="radio"
                name={`${id}-show`}
                className="visually-hidden"
                checked={value === show}
                onChange={() => set({ show: value })}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      {children}
      {kind.sorts.length > 1 && (
        <ListSelect label="Sort" value={sort} options={kind.sorts} onChange={(next) => set({ sort: next })} />
      )}
    </search>
  );
}

type ListSelectProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly ListOption[];
  readonly onChange: (value: string) => void;
};

/** A compact select next to the search. */
export function ListSelect({ label, value, options, onChange }: ListSelectProps) {
  return (
    <label className="list-bar__select small">
      <span>{label}</span>
      <select className="control" value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The total, announced to screen readers when it changes. */
export function ListTotal({ children }: { readonly children: ReactNode }) {
  return (
    <p className="list-total small soft" role="status">
      {children}
    </p>
  );
}

type NoHitProps = { readonly noun: Noun; readonly onReset: () => void; readonly children: ReactNode };

export function NoHit({ noun: [, several], onReset, children }: NoHitProps) {
  return (
    <Empty title={`No ${several} match`} action={<Button onClick={onReset}>Show all {several}</Button>}>
      {children}
    </Empty>
  );
}
