import type { Period } from './ranges.ts';

const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** The longest range that the API answers. */
const RANGE_DAYS_MAX = 31;

/** Points of a chart for ranges up to so many seconds: some hundred, and hours or more for what is read from totals. */
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

/** What is wrong with a range, and with which of its ends. */
export type RangeProblem = { readonly of: 'from' | 'to'; readonly text: string };

/** Why a range of two instants cannot be shown; null where it can. */
export function rangeProblem(from: string, to: string, nowMs: number): RangeProblem | null {
  if (!isInstant(from)) return { of: 'from', text: 'Enter a date and a time.' };
  if (!isInstant(to)) return { of: 'to', text: 'Enter a date and a time.' };
  if (Date.parse(from) >= nowMs) return { of: 'from', text: 'This time has not come yet.' };
  const seconds = secondsOf(from, to);
  if (seconds <= 0) return { of: 'to', text: 'The end must be after the beginning.' };
  if (seconds <= RANGE_DAYS_MAX * DAY_SECONDS) return null;
  return { of: 'to', text: `At most ${RANGE_DAYS_MAX} days at once; these are ${spanText(seconds)}.` };
}

/** The period of a range that can be shown. */
export function customPeriod(from: string, to: string): Period {
  const seconds = secondsOf(from, to);
  const bucketSeconds = POINTS.find(([longest]) => seconds <= longest)?.[1] ?? LONGEST_POINT;
  const [since, until] = [new Date(from).toISOString(), new Date(to).toISOString()];
  return {
    since,
    until,
    bucketSeconds,
    wholeSeconds: Math.ceil(seconds),
    before: `the ${spanText(seconds).replace(ONE_UNIT, '$1')} before`,
  };
}

/** “the hour before”, not “the 1 hour before”. */
const ONE_UNIT = /^1 (\w+)$/;

const UNITS = [
  ['day', DAY_SECONDS],
  ['hour', HOUR_SECONDS],
  ['minute', MINUTE_SECONDS],
] as const;

/** A length of time in the two largest units that it has, such as “2 days 3 hours”. */
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

/** An instant as a date-time input has it, in the time zone of whoever reads; empty for none. */
export function toLocalText(instant: string): string {
  if (!isInstant(instant)) return '';
  const at = new Date(instant);
  const day = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/**
 * The instant of a date-time input. Of a time that comes twice, when clocks are put back, it is the first; one that
 * clocks skip is none.
 */
export function toInstant(local: string): string | null {
  const at = new Date(local);
  if (Number.isNaN(at.getTime())) return null;
  const instant = at.toISOString();
  return toLocalText(instant) === local.slice(0, 'yyyy-mm-ddThh:mm'.length) ? instant : null;
}

/** The time zone that date-time inputs are in. */
export const localZone = (): string => new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
