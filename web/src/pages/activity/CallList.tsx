import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { LiveState } from '../../api/live.ts';
import { sendOperation } from '../../api/operation.ts';
import { useList } from '../../api/useList.ts';
import type { ActivityCallsQuery } from '../../gql/graphql.ts';
import { EXPORT_PAGE_ROWS, NO_ROWS } from '../../records/allRows.ts';
import type { Column } from '../../records/csv.ts';
import { orderedTitle, orderVariable } from '../../records/order.ts';
import { RecordList } from '../../records/RecordList.tsx';
import { rowCountText } from '../../records/rowCountText.ts';
import { useLiveList } from '../../records/useLiveList.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { CallTable } from './CallTable.tsx';
import { ACTIVITY_CALLS, ACTIVITY_COUNT, ACTIVITY_LIVE } from './calls/operations.ts';
import type { Period } from './ranges.ts';
import type { ActivitySearch } from './search.ts';

const CALL_COLUMNS: readonly Column<Call>[] = [
  { name: 'id', of: ({ id }) => id },
  { name: 'at', of: ({ at }) => at },
  { name: 'stack_id', of: ({ stack }) => stack.id },
  { name: 'stack_name', of: ({ stack }) => stack.name },
  { name: 'server_id', of: ({ serverId }) => serverId },
  { name: 'tool_id', of: ({ toolId }) => toolId },
  { name: 'outcome', of: ({ outcome }) => outcome },
  { name: 'latency_ms', of: ({ latencyMs }) => latencyMs },
  { name: 'input_bytes', of: ({ inputBytes }) => inputBytes },
  { name: 'output_bytes', of: ({ outputBytes }) => outputBytes },
  { name: 'endpoint', of: ({ endpoint }) => endpoint?.name ?? null },
  { name: 'surface', of: ({ surface }) => surface },
  { name: 'caller_kind', of: ({ callerKind }) => callerKind },
  { name: 'caller_id', of: ({ callerId }) => callerId },
  { name: 'end_user', of: ({ endUser }) => endUser },
  { name: 'request_id', of: ({ requestId }) => requestId },
  { name: 'trace_id', of: ({ traceId }) => traceId },
  { name: 'decision', of: ({ decision }) => decision },
  { name: 'approval_id', of: ({ approvalId }) => approvalId },
  { name: 'upstream_status', of: ({ upstreamStatus }) => upstreamStatus },
  { name: 'queue_ms', of: ({ queueMs }) => queueMs },
  { name: 'own_ms', of: ({ ownMs }) => ownMs },
  { name: 'upstream_ms', of: ({ upstreamMs }) => upstreamMs },
  { name: 'error', of: ({ error }) => error },
];

const variablesOf = ({ stack, server, tool, caller, endUser, outcome }: ActivitySearch, { since, until }: Period) => ({
  stackId: stack ?? null,
  serverId: server ?? null,
  toolId: tool ?? null,
  callerId: caller ?? null,
  endUser: endUser ?? null,
  outcome: outcome === undefined || outcome === 'FAILED' ? null : [outcome],
  isFailure: outcome === 'FAILED' ? true : null,
  since,
  until,
});

/** Whether a received call matches the filters; the subscription already filters by stack. */
const isMatch = ({ server, tool, outcome, ...search }: ActivitySearch, call: Call): boolean =>
  (server === undefined || call.serverId === server) &&
  (tool === undefined || call.toolId === tool) &&
  isOfCaller(search, call) &&
  (outcome === undefined || (outcome === 'FAILED' ? call.outcome !== 'OK' : call.outcome === outcome));

/** As the service filters: a call of a user counts for the user, not for an end user. */
const isOfCaller = ({ caller, endUser }: ActivitySearch, call: Call): boolean =>
  (caller === undefined || call.endpointId === caller || call.callerId === caller) &&
  (endUser === undefined || (call.endUser === endUser && call.callerKind !== 'USER'));

export type Call = NonNullable<ActivityCallsQuery['calls']>['nodes'][number];

type CallListProps = {
  readonly search: ActivitySearch;
  readonly period: Period;
  /** False if no selected stack records its calls. */
  readonly isRecorded: boolean;
  readonly isLive: boolean;
  readonly onState: (state: LiveState) => void;
};

const PAGE_ROWS = 50;
const REFRESH_MS = 15_000;

/** The matching calls, with new ones at the top. Remounted when the filters change. */
export function CallList({ search, period, isRecorded, isLive, onState }: CallListProps) {
  const [filter] = useState(() => variablesOf(search, period));
  const { order } = search;
  const isGrowing = isLive && order === undefined;
  const paged = { ...filter, orderBy: orderVariable(order) };
  const list = useList(ACTIVITY_CALLS, { ...paged, first: PAGE_ROWS }, ({ calls }) => calls);
  const counted = useApiQuery(ACTIVITY_COUNT, filter, isLive ? { refetchEveryMs: REFRESH_MS } : {});
  const live = useLiveList(
    list,
    ACTIVITY_LIVE,
    { stackId: search.stack ?? null },
    { enabled: isGrowing, rowOf: ({ calls }) => (isMatch(search, calls) ? calls : null), onState },
  );
  const read = async (after: string | null) => {
    const { calls } = await sendOperation(ACTIVITY_CALLS, { ...paged, first: EXPORT_PAGE_ROWS, after });
    return calls ?? NO_ROWS;
  };
  const file = { name: 'toolyard-calls', columns: CALL_COLUMNS, read };
  return (
    <RecordList
      {...{ list, live, file }}
      title="Calls"
      noun="call"
      lines={4}
      total={rowCountText(counted.data?.callCount, 'call')}
    >
      {live.rows.length === 0 ? (
        <NoCalls search={search} isRecorded={isRecorded} />
      ) : (
        <CallTable calls={live.rows} label={orderedTitle('Calls', order)} search={search} />
      )}
    </RecordList>
  );
}

type NoCallsProps = { readonly search: ActivitySearch; readonly isRecorded: boolean };

function NoCalls({ search, isRecorded }: NoCallsProps) {
  const { stack, server, tool, caller, endUser, outcome, from } = search;
  if ([server, tool, caller, endUser, outcome].some((filter) => filter !== undefined)) {
    return (
      <Empty title="No matching calls" action={<ButtonLink to="/activity">Clear the filters</ButtonLink>}>
        Try a longer period, another tool or caller, or all outcomes.
      </Empty>
    );
  }
  if (!isRecorded) {
    return <Empty title="Call recording is off">Turn it on above to see new calls here as they happen.</Empty>;
  }
  if (from !== undefined)
    return (
      <Empty title="No calls in this period">
        {' '}
        Choose another period above. Calls are deleted after 30 days unless the operator changes this.
      </Empty>
    );
  const toPlayground = (
    <ButtonLink kind="primary" to="/playground" search={stack === undefined ? {} : { stack }}>
      Open the playground
    </ButtonLink>
  );
  return (
    <Empty title="No calls in this period" action={toPlayground}>
      {' '}
      Run a tool in the playground or connect an agent to see its calls here.
    </Empty>
  );
}
