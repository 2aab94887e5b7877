import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import type { LiveState } from '../../api/live.ts';
import { useList } from '../../api/useList.ts';
import type { ActivityCallsQuery } from '../../gql/graphql.ts';
import { EXPORT_PAGE_ROWS, NO_ROWS } from '../../records/allRows.ts';
import { RecordList } from '../../records/RecordList.tsx';
import { useLiveList } from '../../records/useLiveList.ts';
import { CallTable } from './CallTable.tsx';
import { isWanted, variablesOf } from './callFilter.ts';
import { CALL_COLUMNS } from './columns.ts';
import type { Stack } from './Filters.tsx';
import { NoCalls } from './NoCalls.tsx';
import { ACTIVITY_CALLS, ACTIVITY_LIVE } from './operations.ts';
import { RANGES, sinceOf } from './ranges.ts';
import type { ActivitySearch } from './search.ts';

export type Call = NonNullable<ActivityCallsQuery['calls']>['nodes'][number];

type CallListProps = {
  readonly search: ActivitySearch;
  readonly stacks: readonly Stack[];
  readonly isLive: boolean;
  readonly onState: (state: LiveState) => void;
};

const PAGE_ROWS = 50;

/** The calls that the filters let through, newest first, and those that come in. Remounted for other filters. */
export function CallList({ search, stacks, isLive, onState }: CallListProps) {
  const [filter] = useState(() => variablesOf(search, sinceOf(RANGES[search.range ?? 'hour'], Date.now())));
  const list = useList(ACTIVITY_CALLS, { ...filter, first: PAGE_ROWS }, ({ calls }) => calls);
  const live = useLiveList(
    list,
    ACTIVITY_LIVE,
    { stackId: search.stack ?? null },
    { enabled: isLive, rowOf: ({ calls }) => (isWanted(search, calls) ? calls : null), onState },
  );
  const read = async (after: string | null) => {
    const { calls } = await ask(ACTIVITY_CALLS, { ...filter, first: EXPORT_PAGE_ROWS, after });
    return calls ?? NO_ROWS;
  };
  const file = { name: 'toolyard-calls', columns: CALL_COLUMNS, read };
  return (
    <RecordList title="Calls" noun="call" list={list} live={live} file={file} lines={4}>
      {live.rows.length === 0 ? <NoCalls search={search} stacks={stacks} /> : <CallTable calls={live.rows} />}
    </RecordList>
  );
}
