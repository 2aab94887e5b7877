import type { Period } from './ranges.ts';

const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** The API's maximum range. */
const RANGE_DAYS_MAX = 31;

/** Bucket size by range length: some hundred points, and whole hours for ranges read from totals. */
const POINTS: readonly (readonly [seconds: number, bucketSeconds: number])[] = [
  [2 * HOUR_SECONDS, MINUTE_SECONDS],
  [12 * HOUR_SECONDS, 5 * MINUTE_SECONDS],
  [2 * DAY_SECONDS, 15 * MINUTE_SECONDS],
  [4 * DAY_SECONDS, HOUR_SECONDS],
  [10 * DAY_SECONDS, 2 * HOUR_SECONDS],
];
const LONGEST_POINT = 6 * HOUR_SECONDS;

const isInstant = (text: string): boolean => !Number.isNaN(Date.parse(text));
const secondsOf = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / SECOND_MS;

/** A range's problem, and the end it concerns. */
export type RangeProblem = { readonly of: 'from' | 'to'; readonly text: string };

/** Why a range is invalid; null if valid. */
export function rangeProblem(from: string, to: string, nowMs: number): RangeProblem | null {
  if (!isInstant(from)) return { of: 'from', text: 'Enter a date and a time.' };
  if (!isInstant(to)) return { of: 'to', text: 'Enter a date and a time.' };
  if (Date.parse(from) >= nowMs) return { of: 'from', text: 'This time is in the future.' };
  const seconds = secondsOf(from, to);
  if (seconds <= 0) return { of: 'to', text: 'The end must be after the start.' };
  if (seconds <= RANGE_DAYS_MAX * DAY_SECONDS) return null;
  return { of: 'to', text: `The maximum is ${RANGE_DAYS_MAX} days; this range is ${spanText(seconds)}.` };
}

export function customPeriod(from: string, to: string): Period {
  const seconds = secondsOf(from, to);
  const bucketSeconds = POINTS.find(([longest]) => seconds <= longest)?.[1] ?? LONGEST_POINT;
  const [since, until] = [new Date(from).toISOString(), new Date(to).toISOString()];
  return {
    since,
    until,
    bucketSeconds,
    wholeSeconds: Math.ceil(seconds),
    before: `the previous ${spanText(seconds).replace(ONE_UNIT, '$1')}`,
  };
}

/** “the previous hour”, not “the previous 1 hour”. */
const ONE_UNIT = /^1 (\w+)$/;

const UNITS = [
  ['day', DAY_SECONDS],
  ['hour', HOUR_SECONDS],
  ['minute', MINUTE_SECONDS],
] as const;

/** A duration in its two largest units, such as “2 days 3 hours”. */
export function spanText(seconds: number): string {
  let left = Math.round(seconds / MINUTE_SECONDS) * MINUTE_SECONDS;
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? [] : [count === 1 ? `1 ${unit}` : `${count} ${unit}s`];
  });
  return parts.slice(0, 2).join(' ') || 'less than a minute';
}

const two = (part: number): string => String(part).padStart(2, '0');

/** Formats a timestamp for a datetime input, in the reader's time zone; empty if none. */
export function toLocalText(instant: string): string {
  if (!isInstant(instant)) return '';
  const at = new Date(instant);
  const day = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Parses a datetime input. An ambiguous time, when clocks go back, is the first one; a skipped time is null. */
export function toInstant(local: string): string | null {
  const at = new Date(local);
  if (Number.isNaN(at.getTime())) return null;
  const instant = at.toISOString();
  return toLocalText(instant) === local.slice(0, 'yyyy-mm-ddThh:mm'.length) ? instant : null;
}

export const localZone = (): string => new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
