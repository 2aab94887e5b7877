import { OrderField } from '../../records/OrderField.tsx';
import { OUTCOMES } from '../../records/outcomes.ts';
import { StackField } from '../../stackField/StackField.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { CalledField } from './CalledField.tsx';
import { CallerField } from './CallerField.tsx';
import { type Period, periodOf, RANGES } from './ranges.ts';
import { type ActivitySearch, activitySearch } from './search.ts';

type FiltersProps = {
  readonly search: ActivitySearch;
  /** Null for an invalid range. */
  readonly period: Period | null;
  readonly isLive: boolean;
  readonly onChange: (search: ActivitySearch) => void;
};

const CUSTOM = 'custom';

/** Search parameters for another range; a custom range starts with the current period. */
function rangeSearch({ from: _from, to: _to, ...search }: ActivitySearch, name: string): ActivitySearch {
  if (name !== CUSTOM) return activitySearch({ ...search, range: name });
  const now = new Date();
  const { since } = periodOf(RANGES[search.range ?? 'hour'], now.getTime());
  now.setSeconds(0, 0);
  return activitySearch({ ...search, from: since, to: now.toISOString() });
}

export function Filters({ search, period, isLive, onChange }: FiltersProps) {
  const { stack = '', server = '', tool = '', outcome = '', range = 'hour', from } = search;
  // Parsed like the URL, which drops empty values.
  const set = (change: Record<string, string>) => onChange(activitySearch({ ...search, ...change }));
  const calls = { stack, period, isLive };
  return (
    <fieldset className="activity__filters" aria-label="Filters">
      <SelectField
        label="Time"
        value={from === undefined ? range : CUSTOM}
        onChange={({ target }) => onChange(rangeSearch(search, target.value))}
      >
        {Object.entries(RANGES).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
        <option value={CUSTOM}>Custom range</option>
      </SelectField>
      <StackField
        label="Stack"
        none="All stacks"
        value={stack}
        onChange={(id) => set({ stack: id, server: '', tool: '' })}
      />
      <CalledField
        label="Server"
        noun="server"
        value={server}
        calls={calls}
        idOf={({ serverId }) => serverId}
        onChange={(id) => set({ server: id, tool: '' })}
      />
      <CalledField
        label="Tool"
        noun="tool"
        value={tool}
        calls={{ ...calls, server }}
        idOf={({ toolId }) => toolId}
        onChange={(id) => set({ tool: id })}
      />
      <CallerField search={search} period={period} onChange={set} />
      <SelectField label="Outcome" value={outcome} onChange={({ target }) => set({ outcome: target.value })}>
        <option value="">All outcomes</option>
        <option value="FAILED">All failures</option>
        {Object.entries(OUTCOMES).map(([name, { title }]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </SelectField>
      <OrderField order={search.order} onChange={(order) => set({ order })} />
    </fieldset>
  );
}
