import '../../activity/activity.css';
import { Link, useSearch } from '@tanstack/react-router';
import { useApiQuery } from '../../../api/hooks.ts';
import type { StacksUsageQuery } from '../../../gql/graphql.ts';
import { Figures } from '../../../records/Figures.tsx';
import { counted, countText, type FiguresOf } from '../../../records/figures.ts';
import { useSince } from '../../../records/useSince.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { ChartCard } from '../../activity/ChartCard.tsx';
import { Usage } from '../../activity/Usage.tsx';
import { type OpenStack, useOpenStack } from '../openStack.ts';
import { RecordCalls } from '../RecordCalls.tsx';
import { STACKS_USAGE } from './operations.ts';
import { ToolFigures } from './ToolFigures.tsx';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const SECOND_MS = 1_000;

export function UsageTab() {
  const stack = useOpenStack();
  const { days = 1 } = useSearch({ from: '/inside/stacks/$stackId/usage' });
  const since = useSince(days * DAY_SECONDS);
  const query = useApiQuery(
    STACKS_USAGE,
    { stackId: stack.id, since, bucketSeconds: days * HOUR_SECONDS },
    { keepPrevious: true },
  );
  return (
    <section className="stack" aria-label="Usage">
      {!stack.configuration.isRecorded && (
        <Notice kind="warn">
          <h2>This stack doesn’t record its calls</h2>
          <RecordCalls stack={stack} />
        </Notice>
      )}
      <div className="row row--spread">
        <Periods stackId={stack.id} />
        <ButtonLink to="/activity" search={{ stack: stack.id }}>
          View calls in Activity
        </ButtonLink>
      </div>
      <Loaded query={query} lines={4}>
        {({ callStatistics }) =>
          callStatistics === null || callStatistics.total.callCount === 0 ? (
            <NoCalls stack={stack} />
          ) : (
            <>
              <Figures figures={callStatistics.total} compared={comparedOf(callStatistics.before?.total, days)} />
              <CallChart buckets={callStatistics.buckets} days={days} />
              <Usage
                search={{ stack: stack.id, range: days === 1 ? 'day' : 'week' }}
                period={{ since, until: null, bucketSeconds: days * HOUR_SECONDS, wholeSeconds: days * DAY_SECONDS }}
              />
              <ToolFigures stackId={stack.id} days={days} tools={callStatistics.byTool} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

type CallChartProps = {
  readonly buckets: NonNullable<StacksUsageQuery['callStatistics']>['buckets'];
  readonly days: number;
};

/** Calls over time: per hour in a day, per seven hours in a week. */
function CallChart({ buckets, days }: CallChartProps) {
  const most = Math.max(...buckets.map(({ figures }) => figures.callCount));
  const unit = days === 1 ? 'hour' : `${days} hours`;
  return (
    <ChartCard
      title={`Calls per ${unit}`}
      summary={`At most ${counted(most, 'call')} per ${unit}.`}
      times={buckets.map(({ start }) => Date.parse(start) / SECOND_MS)}
      lines={[
        { label: 'Calls', values: buckets.map(({ figures }) => figures.callCount), ink: 'a', isBar: true },
        { label: 'Failed', values: buckets.map(({ figures }) => figures.failureCount), ink: 'c', isBar: true },
      ]}
      text={countText}
    />
  );
}

/** The earlier period to compare with; undefined if it has no call records. */
const comparedOf = (total: FiguresOf | null | undefined, days: number) =>
  total ? { total, name: days === 1 ? 'the previous day' : `the previous ${days} days` } : undefined;

function Periods({ stackId }: { readonly stackId: string }) {
  const shared = {
    to: '/stacks/$stackId/usage',
    params: { stackId },
    className: 'tab',
    resetScroll: false,
    activeOptions: { exact: true },
  } as const;
  return (
    <nav className="tabs" aria-label="Period">
      <Link {...shared} search={{}}>
        Last 24 hours
      </Link>
      <Link {...shared} search={{ days: 7 }}>
        Last 7 days
      </Link>
    </nav>
  );
}

function NoCalls({ stack }: { readonly stack: OpenStack }) {
  if (!stack.configuration.isRecorded) return <Empty title="No calls recorded in this period" />;
  const connect = (
    <ButtonLink to="/stacks/$stackId/connect" params={{ stackId: stack.id }}>
      Connect an agent
    </ButtonLink>
  );
  return (
    <Empty title="No calls in this period" action={connect}>
      Connect an agent, or try a tool in the playground.
    </Empty>
  );
}
