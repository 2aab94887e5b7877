import type { Right } from '../../gql/graphql.ts';
import { OUTCOMES } from '../../records/outcomes.ts';
import { SelectField } from '../../ui/Field.tsx';
import { RANGES } from './ranges.ts';
import { type ActivitySearch, activitySearch } from './search.ts';

export type Stack = {
  readonly id: string;
  readonly name: string;
  readonly rights: readonly Right[];
  readonly configuration: { readonly analyticsEnabled: boolean };
};

type FiltersProps = {
  readonly search: ActivitySearch;
  readonly stacks: readonly Stack[];
  /** The tools that were called. */
  readonly toolIds: readonly string[];
  readonly onChange: (search: ActivitySearch) => void;
};

export function Filters({ search, stacks, toolIds, onChange }: FiltersProps) {
  const { stack = '', tool = '', outcome = '', range = 'hour' } = search;
  // Parsed like the address, which drops empty values.
  const set = (change: Record<string, string>) => onChange(activitySearch({ ...search, ...change }));
  const tools = tool === '' || toolIds.includes(tool) ? toolIds : [tool, ...toolIds];
  return (
    <fieldset className="activity__filters" aria-label="Filters">
      <SelectField label="Time" value={range} onChange={({ target }) => set({ range: target.value })}>
        {Object.entries(RANGES).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Stack" value={stack} onChange={({ target }) => set({ stack: target.value, tool: '' })}>
        <option value="">All stacks</option>
        {stacks.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {stack !== '' && !stacks.some(({ id }) => id === stack) && <option value={stack}>{stack}</option>}
      </SelectField>
      <SelectField label="Tool" value={tool} onChange={({ target }) => set({ tool: target.value })}>
        <option value="">All tools</option>
        {tools.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </SelectField>
      <SelectField label="Outcome" value={outcome} onChange={({ target }) => set({ outcome: target.value })}>
        <option value="">All outcomes</option>
        <option value="FAILED">All failures</option>
        {Object.entries(OUTCOMES).map(([name, { title }]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}
