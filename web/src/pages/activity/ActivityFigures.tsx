import type { ReactNode } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { ActivityComparedQuery } from '../../gql/graphql.ts';
import { Loaded } from '../../ui/Loading.tsx';
import { CallerFigures } from './CallerFigures.tsx';
import { FiguresCharts, FiguresStrip } from './FiguresView.tsx';
import { ACTIVITY_COMPARED, ACTIVITY_FIGURES } from './operations.ts';
import type { Period } from './ranges.ts';
import type { ActivitySearch } from './search.ts';
import { ToolRankings } from './ToolRankings.tsx';
import { Usage } from './Usage.tsx';

type ActivityFiguresProps = {
  readonly search: ActivitySearch;
  readonly period: Period;
  readonly isLive: boolean;
  /** The list of calls. */
  readonly children: ReactNode;
};

const REFRESH_MS = 3_000;
/** The previous period's figures and the figures per tool change slowly and cost more to query. */
const SLOW_REFRESH_MS = 15_000;

/** The figures above the list, and the charts and rankings below it. */
export function ActivityFigures(props: ActivityFiguresProps) {
  const { search, period, isLive, children } = props;
  if (search.caller === undefined && search.endUser === undefined) return <AllFigures {...props} />;
  return (
    <>
      <CallerFigures
        key={`${search.caller} ${search.endUser}`}
        {...{ search, period }}
        {...(isLive && { refetchEveryMs: SLOW_REFRESH_MS })}
      />
      {children}
    </>
  );
}

function AllFigures({ search, period, isLive, children }: ActivityFiguresProps) {
  const { since, until, bucketSeconds, wholeSeconds } = period;
  const query = {
    ...{ stackId: search.stack ?? null, serverId: search.server ?? null, toolId: search.tool ?? null },
    ...{ since, until },
  };
  const slowly = isLive ? { refetchEveryMs: SLOW_REFRESH_MS } : {};
  const figures = useApiQuery(
    ACTIVITY_FIGURES,
    { ...query, bucketSeconds },
    { keepPrevious: true, ...(isLive && { refetchEveryMs: REFRESH_MS }) },
  );
  const compared = useApiQuery(ACTIVITY_COMPARED, { ...query, wholeSeconds }, { keepPrevious: true, ...slowly });
  const statistics = figures.data?.callStatistics ?? null;
  const before = compared.data?.callStatistics?.before ?? null;
  // While new figures load, the old period's figures may still show; don't compare across periods.
  const isOther = before === null || compared.isPlaceholderData || figures.isPlaceholderData;
  return (
    <>
      <Loaded query={figures} lines={5}>
        {(data) =>
          data.callStatistics && (
            <FiguresStrip
              statistics={data.callStatistics}
              bucketSeconds={bucketSeconds}
              compared={isOther ? null : { total: before.total, name: period.before }}
            >
              <RecordsBegin before={before} since={since} />
            </FiguresStrip>
          )
        }
      </Loaded>
      {search.outcome && (
        <p className="small soft">
          Figures and charts include every outcome. The outcome filter applies only to the list.
        </p>
      )}
      {children}
      {search.server === undefined && search.tool === undefined && (
        <Usage search={search} period={period} {...slowly} />
      )}
      {statistics && <FiguresCharts statistics={statistics} bucketSeconds={bucketSeconds} />}
      {search.tool === undefined && <ToolRankings search={search} period={period} {...slowly} />}
    </>
  );
}

type Before = NonNullable<NonNullable<ActivityComparedQuery['callStatistics']>['before']>;

const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });

/** The reason for a missing comparison. */
function RecordsBegin({ before, since }: { readonly before: Before | null; readonly since: string }) {
  if (before === null || before.total !== null || before.recordedSince === null) return null;
  const begin = `Call records start on ${TIME.format(new Date(before.recordedSince))}`;
  return (
    <p className="small soft">
      {Date.parse(before.recordedSince) > Date.parse(since)
        ? `${begin}, so there’s no earlier data to show or compare.`
        : `${begin}, so the previous period is incomplete and can’t be compared.`}
    </p>
  );
}
