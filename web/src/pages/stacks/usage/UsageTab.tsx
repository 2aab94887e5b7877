import { Link, useSearch } from '@tanstack/react-router';
import { useApiQuery } from '../../../api/hooks.ts';
import { Figures } from '../../../records/Figures.tsx';
import type { FiguresOf } from '../../../records/figures.ts';
import { useSince } from '../../../records/useSince.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { type OpenStack, useOpenStack } from '../openStack.ts';
import { RecordCalls } from '../RecordCalls.tsx';
import { STACKS_USAGE } from './operations.ts';
import { ToolFigures } from './ToolFigures.tsx';

const DAY_SECONDS = 86_400;

/** What the stack was used for in the last day or week. */
export function UsageTab() {
  const stack = useOpenStack();
  const { days = 1 } = useSearch({ from: '/inside/stacks/$stackId/usage' });
  const since = useSince(days * DAY_SECONDS);
  const query = useApiQuery(
    STACKS_USAGE,
    { stackId: stack.id, since, bucketSeconds: days * DAY_SECONDS },
    { keepPrevious: true },
  );
  return (
    <section className="stack" aria-label="Usage">
      {!stack.configuration.analyticsEnabled && (
        <Notice kind="warn">
          <h2>Calls of this stack are not recorded</h2>
          <RecordCalls stack={stack} />
        </Notice>
      )}
      <div className="row row--spread">
        <Periods stackId={stack.id} />
        <ButtonLink to="/activity" search={{ stack: stack.id }}>
          Every call, on the Activity page
        </ButtonLink>
      </div>
      <Loaded query={query} lines={4}>
        {({ callStatistics }) =>
          callStatistics === null || callStatistics.total.callCount === 0 ? (
            <NoCalls stack={stack} />
          ) : (
            <>
              <Figures figures={callStatistics.total} compared={comparedOf(callStatistics.before?.total, days)} />
              <ToolFigures tools={callStatistics.byTool} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

/** Nothing, and not “unknown”, is said of a time from which no call is on record. */
const comparedOf = (total: FiguresOf | null | undefined, days: number) =>
  total ? { total, name: days === 1 ? 'the day before' : `the ${days} days before` } : undefined;

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
  if (!stack.configuration.analyticsEnabled) return <Empty title="No call was recorded in this time" />;
  const connect = (
    <ButtonLink to="/stacks/$stackId/connect" params={{ stackId: stack.id }}>
      Connect an agent
    </ButtonLink>
  );
  return (
    <Empty title="No call in this time" action={connect}>
      Calls show here once an agent makes them, or when you try a tool in the playground.
    </Empty>
  );
}
