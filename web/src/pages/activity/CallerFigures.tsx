import { useApiQuery } from '../../api/hooks.ts';
import type { UsageBreakdown } from '../../gql/graphql.ts';
import { counted, countText } from '../../records/figures.ts';
import { Loaded } from '../../ui/Loading.tsx';
import { ChartCard } from './ChartCard.tsx';
import { ACTIVITY_OF_CALLER } from './operations.ts';
import type { Period } from './ranges.ts';
import type { ActivitySearch } from './search.ts';

type CallerFiguresProps = {
  readonly search: ActivitySearch;
  readonly period: Period;
  readonly refetchEveryMs?: number;
};

/** Usage isn't counted by stack token. */
function breakdownOf({ caller = '', endUser }: ActivitySearch): UsageBreakdown | null {
  if (endUser !== undefined || caller.startsWith('user_')) return 'PERSON';
  return /^(endpoint|key)_/.test(caller) ? 'AGENT' : null;
}

const BUCKETS_MAX = 100;
const SECOND_MS = 1_000;

/** The calls of the chosen caller over time, instead of the figures of all callers. */
export function CallerFigures({ search, period, refetchEveryMs }: CallerFiguresProps) {
  const { since, until, wholeSeconds } = period;
  const usageBy = breakdownOf(search);
  const bucketSeconds = period.bucketSeconds * Math.ceil(wholeSeconds / period.bucketSeconds / BUCKETS_MAX);
  const ofOne = { callerId: search.caller ?? null, endUser: search.endUser ?? null };
  const query = useApiQuery(
    ACTIVITY_OF_CALLER,
    { usageBy: usageBy ?? 'AGENT', stackId: search.stack ?? null, ...ofOne, since, until, bucketSeconds },
    { enabled: usageBy !== null, keepPrevious: true, ...(refetchEveryMs !== undefined && { refetchEveryMs }) },
  );
  if (usageBy === null) return null;
  const isPart = [search.server, search.tool, search.outcome].some((filter) => filter !== undefined);
  return (
    <Loaded query={query} lines={5}>
      {({ usageStatistics }) => {
        const [{ callCount, failureCount, buckets } = NO_CALLS] = usageStatistics ?? [];
        return (
          <section className="stack stack--small activity__strip" aria-label="Figures">
            <ChartCard
              title="Calls of this caller"
              summary={`${counted(callCount, 'call')}, ${countText(failureCount)} failed.`}
              times={buckets.map(({ start }) => Date.parse(start) / SECOND_MS)}
              lines={[
                { label: 'Calls', values: buckets.map((bucket) => bucket.callCount), ink: 'a', isBar: true },
                { label: 'Failed', values: buckets.map((bucket) => bucket.failureCount), ink: 'c', isBar: true },
              ]}
              text={countText}
            />
            {isPart && (
              <p className="small soft">The chart includes every tool and outcome. Those filters apply to the list.</p>
            )}
          </section>
        );
      }}
    </Loaded>
  );
}

const NO_CALLS = { callCount: 0, failureCount: 0, buckets: [] } as const;
