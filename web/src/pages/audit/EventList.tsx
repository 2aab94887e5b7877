import { useEffect, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { type LiveState, useLive } from '../../api/live.ts';
import { useList } from '../../api/useList.ts';
import { EXPORT_PAGE_ROWS } from '../../records/allRows.ts';
import { ExportButtons } from '../../records/ExportButtons.tsx';
import { NewRows } from '../../records/NewRows.tsx';
import { useInSight } from '../../records/useInSight.ts';
import { useLiveRows } from '../../records/useLiveRows.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { AUDIT_COLUMNS, type AuditEvent } from './columns.ts';
import { EventTable } from './EventTable.tsx';
import { AUDIT_EVENTS, AUDIT_LIVE } from './operations.ts';
import { type AuditSearch, isWanted, variablesOf } from './search.ts';

type EventListProps = {
  readonly search: AuditSearch;
  readonly isLive: boolean;
  readonly onState: (state: LiveState) => void;
};

const PAGE_ROWS = 50;

/** The events that the filters let through, newest first, and those that come in. Remounted for other filters. */
export function EventList({ search, isLive, onState }: EventListProps) {
  const [filter] = useState(() => variablesOf(search));
  const list = useList(AUDIT_EVENTS, { ...filter, first: PAGE_ROWS }, ({ auditEvents }) => auditEvents);
  const live = useLiveRows<AuditEvent>(list.data ?? []);
  const [top, isTopInSight] = useInSight<HTMLDivElement>();
  const state = useLive(
    AUDIT_LIVE,
    {},
    {
      enabled: isLive,
      onData: ({ auditEvents }) => isWanted(search, auditEvents) && live.add(auditEvents, isTopInSight.current),
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
    <section className="stack" aria-labelledby="events">
      <div ref={top} className="row row--spread audit__top">
        <h2 id="events">Events</h2>
        {live.rows.length > 0 && (
          <ExportButtons
            name="toolyard-audit"
            columns={AUDIT_COLUMNS}
            read={async (after) => {
              const { auditEvents } = await ask(AUDIT_EVENTS, { ...filter, first: EXPORT_PAGE_ROWS, after });
              return auditEvents ?? { nodes: [], pageInfo: { endCursor: null, hasNextPage: false } };
            }}
          />
        )}
      </div>
      <NewRows count={live.waitingCount} noun="event" onShow={show} />
      <Loaded asked={list} lines={6}>
        {() => (live.rows.length === 0 ? <NoEvents /> : <EventTable events={live.rows} />)}
      </Loaded>
      <ShowMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
    </section>
  );
}

function NoEvents() {
  return (
    <Empty title="No event fits" action={<ButtonLink to="/audit">Clear the filters</ButtonLink>}>
      Search looks at actions, kinds and ids, such as “stack.create” or “key_…”.
    </Empty>
  );
}
