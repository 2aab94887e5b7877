import { TextField } from '../../ui/Field.tsx';
import { useDraft } from '../../ui/useDraft.ts';
import { type AuditSearch, auditSearch } from './search.ts';

type AuditFiltersProps = { readonly search: AuditSearch; readonly onChange: (search: AuditSearch) => void };

export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  // Through the same reading as the address: what is empty is left out.
  const set = (change: Record<string, string>) => onChange(auditSearch({ ...search, ...change }));
  const [text, setText] = useDraft(search.q ?? '', (q) => set({ q }));
  return (
    <search className="audit__filters">
      <TextField
        label="Search"
        type="search"
        maxLength={200}
        placeholder="What, to what, or by whom"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <TextField
        label="From"
        type="date"
        max={search.to}
        value={search.from ?? ''}
        onChange={({ target }) => set({ from: target.value })}
      />
      <TextField
        label="To"
        type="date"
        min={search.from}
        value={search.to ?? ''}
        onChange={({ target }) => set({ to: target.value })}
      />
    </search>
  );
}
