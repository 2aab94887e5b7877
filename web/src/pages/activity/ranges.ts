type Range = {
  readonly label: string;
  readonly seconds: number;
  /** One point of a chart. */
  readonly bucketSeconds: number;
};

export const RANGES = {
  hour: { label: 'Last hour', seconds: 3_600, bucketSeconds: 60 },
  day: { label: 'Last 24 hours', seconds: 86_400, bucketSeconds: 900 },
  week: { label: 'Last 7 days', seconds: 604_800, bucketSeconds: 7_200 },
} as const satisfies Record<string, Range>;

export type RangeName = keyof typeof RANGES;

export const isRange = (text: unknown): text is RangeName => typeof text === 'string' && Object.hasOwn(RANGES, text);

const SECOND_MS = 1_000;

/**
 * When the range begins: at the start of a bucket, so that the query's key stays the same for a while and its cached
 * answer is used.
 */
export function sinceOf({ seconds, bucketSeconds }: Range, nowMs: number): string {
  const bucketMs = bucketSeconds * SECOND_MS;
  return new Date(Math.ceil((nowMs - seconds * SECOND_MS) / bucketMs) * bucketMs).toISOString();
}
