import { useEffect, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { type LiveState, useLive } from '../../api/live.ts';
import { useList } from '../../api/useList.ts';
import type { ActivityCallsQuery } from '../../gql/graphql.ts';
import { EXPORT_PAGE_ROWS } from '../../records/allRows.ts';
import { ExportButtons } from '../../records/ExportButtons.tsx';
import { NewRows } from '../../records/NewRows.tsx';
import { useInSight } from '../../records/useInSight.ts';
import { useLiveRows } from '../../records/useLiveRows.ts';
import { Loaded } from '../../ui/Loading.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
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
  const live = useLiveRows<Call>(list.data ?? []);
  const [top, isTopInSight] = useInSight<HTMLDivElement>();
  const state = useLive(
    ACTIVITY_LIVE,
    { stackId: search.stack ?? null },
    {
      enabled: isLive,
      onData: ({ calls }) => isWanted(search, calls) && live.add(calls, isTopInSight.current),
      // What happened while nobody listened is asked for.
      onMissed: () => list.refetch(),
    },
  );
  useEffect(() => onState(state), [state, onState]);
  const show = () => {
    live.showWaiting();
    top.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <section className="stack" aria-labelledby="calls">
      <div ref={top} className="row row--spread activity__top">
        <h2 id="calls">Calls</h2>
        {live.rows.length > 0 && (
          <ExportButtons
            name="toolyard-calls"
            columns={CALL_COLUMNS}
            read={async (after) => {
              const { calls } = await ask(ACTIVITY_CALLS, { ...filter, first: EXPORT_PAGE_ROWS, after });
              return calls ?? { nodes: [], pageInfo: { endCursor: null, hasNextPage: false } };
            }}
          />
        )}
      </div>
      <NewRows count={live.waitingCount} noun="call" onShow={show} />
      <Loaded asked={list} lines={4}>
        {() => (live.rows.length === 0 ? <NoCalls search={search} stacks={stacks} /> : <CallTable calls={live.rows} />)}
      </Loaded>
      <ShowMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
    </section>
  );
}
