import type { ReactNode } from 'react';
import type { ActivityFiguresQuery } from '../../gql/graphql.ts';
import type { Compared } from '../../records/comparison.ts';
import { Figures } from '../../records/Figures.tsx';
import { counted, countText, latencyText, rateText, shareText } from '../../records/figures.ts';
import { ChartCard } from './ChartCard.tsx';

type Statistics = NonNullable<ActivityFiguresQuery['callStatistics']>;

/** One point per bucket; buckets without calls have no latency or failure rate. */
type Points = {
  /** Start of the bucket in Unix seconds. */
  readonly times: readonly number[];
  readonly perMinute: readonly number[];
  readonly p50Ms: readonly (number | null)[];
  readonly p95Ms: readonly (number | null)[];
  /** From 0 to 1. */
  readonly failureShare: readonly (number | null)[];
};

const MINUTE_SECONDS = 60;
const SECOND_MS = 1_000;

const pointsOf = ({ buckets }: Statistics, bucketSeconds: number): Points => ({
  times: buckets.map(({ start }) => Date.parse(start) / SECOND_MS),
  perMinute: buckets.map(({ figures }) => (figures.callCount * MINUTE_SECONDS) / bucketSeconds),
  p50Ms: buckets.map(({ figures }) => figures.p50Ms),
  p95Ms: buckets.map(({ figures }) => figures.p95Ms),
  failureShare: buckets.map(({ figures: { callCount, failureCount } }) =>
    callCount === 0 ? null : failureCount / callCount,
  ),
});

type FiguresProps = {
  readonly statistics: Statistics;
  readonly bucketSeconds: number;
  readonly compared: Compared | null;
  /** A note about the figures. */
  readonly children: ReactNode;
};

/** The figures and the volume of the period, in a strip above the list. */
export function FiguresStrip({ statistics, bucketSeconds, compared, children }: FiguresProps) {
  const points = pointsOf(statistics, bucketSeconds);
  return (
    <section className="stack stack--small activity__strip" aria-label="Figures">
      <Figures figures={statistics.total} compared={compared} />
      {children}
      <ChartCard
        title="Calls per minute"
        summary={volumeSummary(statistics.total.callCount, points)}
        times={points.times}
        lines={[{ label: 'Calls', values: points.perMinute, ink: 'a', isBar: true }]}
        text={rateText}
      />
    </section>
  );
}

/** Latency and failures over time, below the list. */
export function FiguresCharts({ statistics, bucketSeconds }: Pick<FiguresProps, 'statistics' | 'bucketSeconds'>) {
  const { callCount, failureCount, p50Ms, p95Ms } = statistics.total;
  const points = pointsOf(statistics, bucketSeconds);
  const failureShare = callCount === 0 ? 0 : failureCount / callCount;
  return (
    <section aria-label="Charts">
      <div className="activity__charts">
        <ChartCard
          title="Latency"
          summary={
            callCount === 0
              ? 'No calls in this period.'
              : `Half of the calls took up to ${latencyText(p50Ms)}, 95% up to ${latencyText(p95Ms)}.`
          }
          times={points.times}
          lines={[
            { label: 'p50', values: points.p50Ms, ink: 'a' },
            { label: 'p95', values: points.p95Ms, ink: 'b' },
          ]}
          text={latencyText}
        />
        <ChartCard
          title="Failure rate"
          summary={
            callCount === 0
              ? 'No calls in this period.'
              : `${countText(failureCount)} of ${counted(callCount, 'call')} failed, ${shareText(failureShare)}.`
          }
          times={points.times}
          lines={[{ label: 'Failed', values: points.failureShare, ink: 'c', isBar: true }]}
          text={shareText}
          max={1}
        />
      </div>
    </section>
  );
}

function volumeSummary(callCount: number, { perMinute }: Points): string {
  if (callCount === 0) return 'No calls in this period.';
  return `${counted(callCount, 'call')} in this period, peaking at ${rateText(Math.max(...perMinute))}.`;
}
