import { SearchInput } from '../../ui/SearchInput.tsx';
import { useDraft } from '../../ui/useDraft.ts';
import { SHOWS, type Show } from './search.ts';

type ServerFiltersProps = {
  readonly q: string;
  readonly show: Show;
  readonly onSearch: (q: string) => void;
  readonly onShow: (show: Show) => void;
};

export function ServerFilters({ q, show, onSearch, onShow }: ServerFiltersProps) {
  const [draft, setDraft] = useDraft(q, onSearch);
  return (
    <search className="row marketplace-filters">
      <SearchInput label="Search servers and tools" value={draft} onChange={setDraft} />
      <fieldset className="marketplace-filters__shows">
        <legend className="visually-hidden">Show</legend>
        {SHOWS.map(({ value, label }) => (
          <label key={value} className="marketplace-chip">
            <input
              type="radio"
              name="show"
              className="visually-hidden"
              checked={value === show}
              onChange={() => onShow(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </search>
  );
}
