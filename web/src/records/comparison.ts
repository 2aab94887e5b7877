import { countText, type FiguresOf, shareText } from './figures.ts';

/** What figures are compared with. */
export type Compared = {
  /** Of as long a time before; null where it is not known. */
  readonly total: FiguresOf | null;
  /** “the 7 days before”. */
  readonly name: string;
};

/** Of fewer calls, a share or a percentile says more of chance than of what has changed. */
const COMPARABLE_CALLS_MIN = 20;
/** Percentiles of totals are within a tenth: what differs by less is the same as far as anybody knows. */
const LATENCY_NOISE = 0.1;
const MANY_TIMES = 10;

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });
const TIMES = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** How a number of calls or failures has changed, such as “12% more than the 7 days before”. */
export function countChange(now: number, before: number, name: string): string {
  if (before === 0) return `none in ${name}`;
  if (before < COMPARABLE_CALLS_MIN || now === 0) return `${countText(before)} in ${name}`;
  const share = Math.abs(now / before - 1);
  if (PERCENT.format(share) === PERCENT.format(0)) return `as many as in ${name}`;
  if (now >= before * MANY_TIMES) return `${TIMES.format(now / before)} times as many as in ${name}`;
  return `${PERCENT.format(share)} ${now > before ? 'more' : 'fewer'} than ${name}`;
}

/** The same of failures, with their share while they are too few. */
export function failureChange(now: FiguresOf, before: FiguresOf, name: string): string {
  const { failureCount, callCount } = before;
  if (failureCount === 0 || failureCount >= COMPARABLE_CALLS_MIN)
    return countChange(now.failureCount, failureCount, name);
  return `${countText(failureCount)} (${shareText(failureCount / callCount)}) in ${name}`;
}

/** How a latency has changed, such as “about as fast as the 7 days before”. */
export function latencyChange(
  of: 'p50Ms' | 'p95Ms',
  { now, before, name }: { readonly now: FiguresOf; readonly before: FiguresOf; readonly name: string },
): string {
  const [current, earlier] = [now[of], before[of]];
  const hasFew = Math.min(now.callCount, before.callCount) < COMPARABLE_CALLS_MIN;
  if (hasFew || current === null || earlier === null) return 'too few calls to compare';
  const [slower, faster] = [current / earlier - 1, earlier / current - 1];
  // Less than a millisecond is no latency that anybody compares.
  if (Math.max(current, earlier) < 1 || Math.max(slower, faster) < LATENCY_NOISE) return `about as fast as ${name}`;
  if (current >= earlier * MANY_TIMES) return `${TIMES.format(current / earlier)} times as slow as ${name}`;
  return current > earlier
    ? `${PERCENT.format(slower)} slower than ${name}`
    : `${PERCENT.format(1 - current / earlier)} faster than ${name}`;
}
