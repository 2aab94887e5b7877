import { useId, useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { ActivityUsageQuery, UsageBreakdown } from '../../gql/graphql.ts';
import { counted, countText } from '../../records/figures.ts';
import { Loaded } from '../../ui/Loading.tsx';
import { Table } from '../../ui/Table.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { CallerLink } from './CallerLink.tsx';
import { TIME } from './ChartCard.tsx';
import { callerKind, callerName } from './callers.ts';
import { ACTIVITY_USAGE } from './operations.ts';
import type { Period } from './ranges.ts';
import type { ActivitySearch } from './search.ts';
import { ToolName } from './ToolRankings.tsx';

type Used = NonNullable<ActivityUsageQuery['usageStatistics']>[number];
type Bucket = Used['buckets'][number];
type UsageProps = {
  readonly search: ActivitySearch;
  readonly period: Omit<Period, 'before'>;
  readonly refetchEveryMs?: number;
};

const NAMES = { TOOL: 'By tool', AGENT: 'By agent', PERSON: 'By person' } as const satisfies Record<
  UsageBreakdown,
  string
>;
const COLUMN = { TOOL: 'Tool', AGENT: 'Agent', PERSON: 'Person' } as const satisfies Record<UsageBreakdown, string>;
const ABOUT = {
  TOOL: 'The most called tools.',
  AGENT: 'The client endpoints and API keys with the most calls.',
  PERSON: 'The users who called in the dashboard and the end users named by agents, by number of calls.',
} as const satisfies Record<UsageBreakdown, string>;
const EMPTY = {
  TOOL: 'No calls in this period.',
  AGENT: 'No calls by agents in this period.',
  PERSON: 'No calls by people or for end users in this period.',
} as const satisfies Record<UsageBreakdown, string>;

/** More bars are too thin to read. */
const BARS_MAX = 30;

/** Who used which tools over time. */
export function Usage(props: UsageProps) {
  const id = useId();
  const [usageBy, setUsageBy] = useState<UsageBreakdown>('TOOL');
  return (
    <section className="card stack stack--small activity__usage" aria-labelledby={id}>
      <h2 id={id}>Usage</h2>
      <Tabs label="Usage" names={NAMES} current={usageBy} onChange={setUsageBy}>
        <UsageTable key={usageBy} usageBy={usageBy} {...props} />
      </Tabs>
    </section>
  );
}

function UsageTable({ usageBy, search, period, refetchEveryMs }: UsageProps & { readonly usageBy: UsageBreakdown }) {
  const { since, until, wholeSeconds } = period;
  const bucketSeconds = period.bucketSeconds * Math.ceil(wholeSeconds / period.bucketSeconds / BARS_MAX);
  const query = useApiQuery(
    ACTIVITY_USAGE,
    { usageBy, stackId: search.stack ?? null, since, until, bucketSeconds },
    { keepPrevious: true, ...(refetchEveryMs !== undefined && { refetchEveryMs }) },
  );
  return (
    <Loaded query={query} lines={5}>
      {({ usageStatistics }) => {
        const rows = usageStatistics ?? [];
        if (rows.length === 0) return <p className="soft">{EMPTY[usageBy]}</p>;
        // The bars of all rows have the same scale.
        const most = Math.max(...rows.flatMap(({ buckets }) => buckets.map(({ callCount }) => callCount)));
        return (
          <>
            <p className="small soft">{ABOUT[usageBy]}</p>
            <Table
              label={`Usage ${NAMES[usageBy].toLowerCase()}`}
              columns={[COLUMN[usageBy], { number: 'Calls' }, { number: 'Failed' }, 'Over time']}
              frame="activity__tools"
            >
              {rows.map((used) => (
                <UsageRow key={keyOf(used)} used={used} most={most} search={search} />
              ))}
            </Table>
          </>
        );
      }}
    </Loaded>
  );
}

const keyOf = ({ toolId, serverId, callerId, endUser }: Used): string =>
  JSON.stringify([serverId, toolId, callerId, endUser]);

type RowProps = { readonly used: Used; readonly most: number; readonly search: ActivitySearch };

function UsageRow({ used, most, search }: RowProps) {
  return (
    <tr>
      {used.toolId === null ? (
        <CallerName used={used} search={search} />
      ) : (
        <ToolName toolId={used.toolId} search={search} />
      )}
      <td className="number" data-label="Calls">
        {countText(used.callCount)}
      </td>
      <td className="number" data-label="Failed">
        {countText(used.failureCount)}
      </td>
      <td className="activity__over-time" data-label="Over time">
        <Bars buckets={used.buckets} most={most} />
      </td>
    </tr>
  );
}

/** A caller that was deleted, or that the reader may not see, has only its id. */
function CallerName({ used, search }: Pick<RowProps, 'used' | 'search'>) {
  const { callerId, endUser } = used;
  return (
    <th scope="row">
      <CallerLink search={search} caller={callerId} endUser={endUser} name={callerName(used)} />
      <div className="small soft">{callerKind(used)}</div>
    </th>
  );
}

const HEIGHT = 24;
const GAP = 0.2;

/** A bar for each bucket; the failed calls at its bottom. */
function Bars({ buckets, most }: { readonly buckets: readonly Bucket[]; readonly most: number }) {
  const busiest = buckets.reduce((one, other) => (other.callCount > one.callCount ? other : one));
  const label = `Calls over time, at most ${counted(busiest.callCount, 'call')} from ${timeOf(busiest)}`;
  return (
    <svg
      className="activity__bars"
      viewBox={`0 0 ${buckets.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {buckets.map((bucket, index) => (
        <g key={bucket.start}>
          <title>{barText(bucket)}</title>
          {/* Shows the text also above the bar. */}
          <rect x={index} width={1} height={HEIGHT} fill="transparent" />
          <Bar index={index} count={bucket.callCount} most={most} ink="a" />
          <Bar index={index} count={bucket.failureCount} most={most} ink="c" />
        </g>
      ))}
    </svg>
  );
}

const timeOf = ({ start }: Bucket): string => TIME.format(Date.parse(start));

const barText = (bucket: Bucket): string =>
  `${timeOf(bucket)}: ${counted(bucket.callCount, 'call')}, ${countText(bucket.failureCount)} failed`;

type BarProps = { readonly index: number; readonly count: number; readonly most: number; readonly ink: 'a' | 'c' };

function Bar({ index, count, most, ink }: BarProps) {
  if (count === 0) return null;
  // A single call stays visible when others have thousands.
  const height = Math.max((HEIGHT * count) / most, 1);
  return (
    <rect
      className={`activity__ink--${ink}`}
      x={index}
      y={HEIGHT - height}
      width={1 - GAP}
      height={height}
      fill="currentcolor"
    />
  );
}
