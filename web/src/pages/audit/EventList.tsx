import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { LiveState } from '../../api/live.ts';
import { sendOperation } from '../../api/operation.ts';
import { useList } from '../../api/useList.ts';
import { EXPORT_PAGE_ROWS, NO_ROWS } from '../../records/allRows.ts';
import { orderedTitle, orderVariable } from '../../records/order.ts';
import { RecordList } from '../../records/RecordList.tsx';
import { rowCountText } from '../../records/rowCountText.ts';
import { useLiveList } from '../../records/useLiveList.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { AUDIT_COLUMNS } from './columns.ts';
import { EventTable } from './EventTable.tsx';
import { AUDIT_COUNT, AUDIT_EVENTS, AUDIT_LIVE } from './operations.ts';
import { type AuditSearch, matchesSearch, variablesOf } from './search.ts';

type EventListProps = {
  readonly search: AuditSearch;
  readonly isLive: boolean;
  readonly onState: (state: LiveState) => void;
};

const PAGE_ROWS = 50;
const REFRESH_MS = 15_000;

/** The matching events, with new ones at the top. Remounted when the filters change. */
export function EventList({ search, isLive, onState }: EventListProps) {
  const [filter] = useState(() => variablesOf(search));
  const { order } = search;
  const paged = { ...filter, orderBy: orderVariable(order) };
  const list = useList(AUDIT_EVENTS, { ...paged, first: PAGE_ROWS }, ({ auditEvents }) => auditEvents);
  const counted = useApiQuery(AUDIT_COUNT, filter, isLive ? { refetchEveryMs: REFRESH_MS } : {});
  const live = useLiveList(
    list,
    AUDIT_LIVE,
    {},
    { enabled: isLive, rowOf: ({ auditEvents }) => (matchesSearch(search, auditEvents) ? auditEvents : null), onState },
  );
  const read = async (after: string | null) => {
    const { auditEvents } = await sendOperation(AUDIT_EVENTS, { ...paged, first: EXPORT_PAGE_ROWS, after });
    return auditEvents ?? NO_ROWS;
  };
  const file = { name: 'toolyard-audit', columns: AUDIT_COLUMNS, read };
  return (
    <RecordList
      {...{ list, live, file }}
      title="Events"
      noun="event"
      lines={6}
      total={rowCountText(counted.data?.auditEventCount, 'event')}
    >
      {live.rows.length === 0 ? <NoEvents /> : <EventTable events={live.rows} label={orderedTitle('Events', order)} />}
    </RecordList>
  );
}

function NoEvents() {
  return (
    <Empty title="No matching events" action={<ButtonLink to="/audit">Clear the filters</ButtonLink>}>
      Search covers actions, targets and actors: “stack.create”, a name, an email, “key_…”.
    </Empty>
  );
}
