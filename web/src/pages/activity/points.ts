import type { ActivityFiguresQuery } from '../../gql/graphql.ts';

export type Statistics = NonNullable<ActivityFiguresQuery['figures']>;

/** One point per bucket; where nothing was called there is no latency and no share. */
export type Points = {
  /** Seconds since 1970, when the bucket begins. */
  readonly times: readonly number[];
  readonly perMinute: readonly number[];
  readonly p50Ms: readonly (number | null)[];
  readonly p95Ms: readonly (number | null)[];
  /** From 0 to 1. */
  readonly failureShare: readonly (number | null)[];
};

const MINUTE_SECONDS = 60;
const SECOND_MS = 1_000;

export const pointsOf = ({ buckets }: Statistics, bucketSeconds: number): Points => ({
  times: buckets.map(({ start }) => Date.parse(start) / SECOND_MS),
  perMinute: buckets.map(({ figures }) => (figures.callCount * MINUTE_SECONDS) / bucketSeconds),
  p50Ms: buckets.map(({ figures }) => figures.p50Ms),
  p95Ms: buckets.map(({ figures }) => figures.p95Ms),
  failureShare: buckets.map(({ figures: { callCount, failureCount } }) =>
    callCount === 0 ? null : failureCount / callCount,
  ),
});
