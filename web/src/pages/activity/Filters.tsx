import { useApiQuery } from '../../api/hooks.ts';
import { OrderField } from '../../records/OrderField.tsx';
import { OUTCOMES } from '../../records/outcomes.ts';
import { StackField } from '../../stackField/StackField.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { ACTIVITY_CALLED } from './operations.ts';
import { type Period, periodOf, RANGES } from './ranges.ts';
import { type ActivitySearch, activitySearch } from './search.ts';

type FiltersProps = {
  readonly search: ActivitySearch;
  /** Null for a time that cannot be shown. */
  readonly period: Period | null;
  readonly isLive: boolean;
  readonly onChange: (search: ActivitySearch) => void;
};

/** The options of a list, with the chosen one added where the list lacks it. */
const withChosen = (ids: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || ids.includes(chosen) ? ids : [chosen, ...ids];

const CUSTOM = 'custom';

/** The search parameters of another range; a custom range starts as the period that is shown. */
function rangeSearch({ from: _from, to: _to, ...search }: ActivitySearch, name: string): ActivitySearch {
  if (name !== CUSTOM) return activitySearch({ ...search, range: name });
  const now = new Date();
  const { since } = periodOf(RANGES[search.range ?? 'hour'], now.getTime());
  now.setSeconds(0, 0);
  return activitySearch({ ...search, from: since, to: now.toISOString() });
}

const REFRESH_MS = 15_000;

/** The tools that were called in a period, with their servers. */
function useCalled({ stack, server }: ActivitySearch, { period, isLive }: Pick<FiltersProps, 'period' | 'isLive'>) {
  const called = useApiQuery(
    ACTIVITY_CALLED,
    { stackId: stack ?? null, serverId: server ?? null, since: period?.since ?? '', until: period?.until ?? null },
    { enabled: period !== null, keepPrevious: true, ...(isLive && { refetchEveryMs: REFRESH_MS }) },
  );
  return called.data?.toolStatistics ?? [];
}

export function Filters({ search, period, isLive, onChange }: FiltersProps) {
  const called = useCalled(search, { period, isLive });
  const { stack = '', server = '', tool = '', outcome = '', range = 'hour', from } = search;
  // Parsed as the address is, so that empty values are dropped.
  const set = (change: Record<string, string>) => onChange(activitySearch({ ...search, ...change }));
  const servers = withChosen([...new Set(called.map(({ serverId }) => serverId))].toSorted(), server);
  const tools = withChosen(
    called.map(({ toolId }) => toolId),
    tool,
  );
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
        <option value={CUSTOM}>From … to …</option>
      </SelectField>
      <StackField
        label="Stack"
        none="All stacks"
        value={stack}
        onChange={(id) => set({ stack: id, server: '', tool: '' })}
      />
      <SelectField label="Server" value={server} onChange={({ target }) => set({ server: target.value, tool: '' })}>
        <option value="">All servers</option>
        {servers.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
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
      <OrderField order={search.order} onChange={(order) => set({ order })} />
    </fieldset>
  );
}
