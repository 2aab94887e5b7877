import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { ActivityCalledQuery } from '../../gql/graphql.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import type { Choice } from '../../ui/choice.ts';
import { SelectField } from '../../ui/Field.tsx';
import { useDebounced } from '../../ui/useDebounced.ts';
import { ACTIVITY_CALLED } from './operations.ts';
import type { Period } from './ranges.ts';

type Called = NonNullable<ActivityCalledQuery['toolStatistics']>[number];

/** The calls to find tools in; an empty stack or server means all. */
type Calls = {
  readonly stack: string;
  readonly server?: string;
  readonly period: Period | null;
  readonly isLive: boolean;
};

type CalledFieldProps = {
  readonly label: string;
  readonly noun: 'server' | 'tool';
  /** The chosen ID; empty for all. */
  readonly value: string;
  readonly calls: Calls;
  readonly idOf: (called: Called) => string;
  readonly onChange: (id: string) => void;
};

/** The server's page size. */
const LISTED_MAX = 50;
const REFRESH_MS = 15_000;

/** The most called tools in a period, optionally only those with a text in their IDs. */
function useCalled({ stack, server = '', period, isLive }: Calls, text: string) {
  const { data, isFetching } = useApiQuery(
    ACTIVITY_CALLED,
    {
      ...{ stackId: stack || null, serverId: server || null, search: text || null },
      ...{ since: period?.since ?? '', until: period?.until ?? null },
    },
    { enabled: period !== null, keepPrevious: true, ...(isLive && { refetchEveryMs: REFRESH_MS }) },
  );
  const called = data?.toolStatistics ?? [];
  return { called, isPart: called.length === LISTED_MAX, isFetching };
}

/** A select if the list is complete, otherwise a search. */
export function CalledField(props: CalledFieldProps) {
  const { label, noun, value, calls, idOf, onChange } = props;
  const { called, isPart } = useCalled(calls, '');
  if (isPart) return <CalledCombobox {...props} />;
  const ids = [...new Set([...called.map(idOf), ...(value === '' ? [] : [value])])];
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">All {noun}s</option>
      {(noun === 'server' ? ids.toSorted() : ids).map((id) => (
        <option key={id} value={id}>
          {id}
        </option>
      ))}
    </SelectField>
  );
}

const choiceOf = (id: string): Choice => ({ id, name: id, disabledReason: null });

function CalledCombobox({ label, noun, value, calls, idOf, onChange }: CalledFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const typed = text ?? '';
  const { called, isPart, isFetching } = useCalled(calls, useDebounced(typed).trim());
  const ids = [...new Set(called.map(idOf))].filter((id) => id.toLowerCase().includes(typed.trim().toLowerCase()));
  const all: readonly Choice[] = typed === '' ? [{ id: '', name: `All ${noun}s`, disabledReason: null }] : [];
  return (
    <Combobox
      {...{ label, noun, value, name: value, text, onChange }}
      placeholder={`All ${noun}s`}
      listed={{ choices: [...all, ...ids.map(choiceOf)], rest: isPart ? 'unknown' : 0, isFetching }}
      onText={setText}
    />
  );
}
