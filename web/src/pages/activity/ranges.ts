type Range = {
  readonly label: string;
  readonly seconds: number;
  /** Size of a chart point. */
  readonly bucketSeconds: number;
  /** Label of the previous period of the same length. */
  readonly before: string;
};

export const RANGES = {
  hour: { label: 'Last hour', seconds: 3_600, bucketSeconds: 60, before: 'the previous hour' },
  day: { label: 'Last 24 hours', seconds: 86_400, bucketSeconds: 900, before: 'the previous 24 hours' },
  week: { label: 'Last 7 days', seconds: 604_800, bucketSeconds: 7_200, before: 'the previous 7 days' },
} as const satisfies Record<string, Range>;

export type RangeName = keyof typeof RANGES;

export const isRange = (text: unknown): text is RangeName => typeof text === 'string' && Object.hasOwn(RANGES, text);

const SECOND_MS = 1_000;

/** Start of the range, aligned to a bucket so that the query's cache key stays stable. */
function sinceOf({ seconds, bucketSeconds }: Range, nowMs: number): string {
  const bucketMs = bucketSeconds * SECOND_MS;
  return new Date(Math.ceil((nowMs - seconds * SECOND_MS) / bucketMs) * bucketMs).toISOString();
}

/** The period shown on the page, as query variables. */
export type Period = {
  readonly since: string;
  /** Null for an open end. */
  readonly until: string | null;
  readonly bucketSeconds: number;
  /** Length of the whole period, for queries with a single bucket. */
  readonly wholeSeconds: number;
  readonly before: string;
};

export const periodOf = (range: Range, nowMs: number): Period => ({
  since: sinceOf(range, nowMs),
  until: null,
  bucketSeconds: range.bucketSeconds,
  wholeSeconds: range.seconds,
  before: range.before,
});
