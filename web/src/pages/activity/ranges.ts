type Range = {
  readonly label: string;
  readonly seconds: number;
  /** One point of a chart. */
  readonly bucketSeconds: number;
  /** What is compared with: as long a time before. */
  readonly before: string;
};

export const RANGES = {
  hour: { label: 'Last hour', seconds: 3_600, bucketSeconds: 60, before: 'the hour before' },
  day: { label: 'Last 24 hours', seconds: 86_400, bucketSeconds: 900, before: 'the 24 hours before' },
  week: { label: 'Last 7 days', seconds: 604_800, bucketSeconds: 7_200, before: 'the 7 days before' },
} as const satisfies Record<string, Range>;

export type RangeName = keyof typeof RANGES;

export const isRange = (text: unknown): text is RangeName => typeof text === 'string' && Object.hasOwn(RANGES, text);

const SECOND_MS = 1_000;

/**
 * When the range begins: at the start of a bucket, so that the query's key stays the same for a while and its cached
 * answer is used.
 */
function sinceOf({ seconds, bucketSeconds }: Range, nowMs: number): string {
  const bucketMs = bucketSeconds * SECOND_MS;
  return new Date(Math.ceil((nowMs - seconds * SECOND_MS) / bucketMs) * bucketMs).toISOString();
}

/** The time that the page shows, and how it is asked for. */
export type Period = {
  readonly since: string;
  /** Null: until now, and on. */
  readonly until: string | null;
  readonly bucketSeconds: number;
  /** All of it as one bucket. */
  readonly wholeSeconds: number;
  readonly before: string;
};

/** The period of a range that ends now. */
export const periodOf = (range: Range, nowMs: number): Period => ({
  since: sinceOf(range, nowMs),
  until: null,
  bucketSeconds: range.bucketSeconds,
  wholeSeconds: range.seconds,
  before: range.before,
});
