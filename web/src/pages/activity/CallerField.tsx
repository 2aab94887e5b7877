import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import type { Choice } from '../../ui/choice.ts';
import { withText } from '../../ui/withText.ts';
import { type Caller, callerKind, callerName } from './callers.ts';
import { ACTIVITY_CALLER_NAME, ACTIVITY_CALLERS } from './operations.ts';
import type { Period } from './ranges.ts';
import type { ActivitySearch } from './search.ts';

type CallerFieldProps = {
  readonly search: ActivitySearch;
  readonly period: Period | null;
  /** Receives empty texts for all callers. */
  readonly onChange: (caller: { caller: string; endUser: string }) => void;
};

/** Marks an end user's name among IDs of callers. */
const END_USER = 'endUser:';
const ALL: Choice = { id: '', name: 'All callers', disabledReason: null };

const choiceOf = (used: Caller): Choice => ({
  id: used.endUser === null ? (used.callerId ?? '') : END_USER + used.endUser,
  name: [callerName(used), callerKind(used)].filter(Boolean).join(', '),
  disabledReason: null,
});

/** The agents and people with the most calls; none until `isOpen`. */
function useCallers(stack: string | undefined, period: Period | null, isOpen: boolean) {
  const { data, isFetching } = useApiQuery(
    ACTIVITY_CALLERS,
    {
      ...{ stackId: stack ?? null, since: period?.since ?? '', until: period?.until ?? null },
      wholeSeconds: period?.wholeSeconds ?? 1,
    },
    { enabled: isOpen && period !== null, keepPrevious: true },
  );
  return { found: [...(data?.agents ?? []), ...(data?.people ?? [])].map(choiceOf), isFetching };
}

/** The name of a caller, or its ID while it loads or if it is gone. */
function useCallerName(caller: string): string {
  const { data } = useApiQuery(ACTIVITY_CALLER_NAME, { id: caller }, { enabled: caller !== '' });
  const node = data?.node;
  return node && 'displayName' in node ? node.displayName : caller;
}

/** Picks an agent or person among those with the most calls in the period. */
export function CallerField({ search, period, onChange }: CallerFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const { stack, caller = '', endUser } = search;
  const { found, isFetching } = useCallers(stack, period, text !== null);
  const name = useCallerName(caller);
  const typed = (text ?? '').trim();
  return (
    <Combobox
      label="Caller"
      noun="caller"
      placeholder="All callers"
      value={endUser === undefined ? caller : END_USER + endUser}
      name={endUser ?? name}
      text={text}
      listed={{ choices: typed === '' ? [ALL, ...found] : withText(found, typed), rest: 0, isFetching }}
      onText={setText}
      onChange={(id) =>
        onChange(
          id.startsWith(END_USER) ? { caller: '', endUser: id.slice(END_USER.length) } : { caller: id, endUser: '' },
        )
      }
    />
  );
}
