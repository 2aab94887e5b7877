import { countText, type FiguresOf, shareText } from './figures.ts';

/** The period to compare with. */
export type Compared = {
  /** Figures of the previous period; null if unknown. */
  readonly total: FiguresOf | null;
  /** Such as “the previous 7 days”. */
  readonly name: string;
};

/** Minimum calls for a comparison. With fewer, rates and percentiles are mostly noise. */
const COMPARABLE_CALLS_MIN = 20;
/** Percentiles of totals are accurate to 10%, so smaller differences count as equal. */
const LATENCY_NOISE = 0.1;
const MANY_TIMES = 10;

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });
const TIMES = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** The change of a count, such as “12% more than the previous 7 days”. */
export function countChange(now: number, before: number, name: string): string {
  if (before === 0) return `none in ${name}`;
  if (before < COMPARABLE_CALLS_MIN || now === 0) return `${countText(before)} in ${name}`;
  const share = Math.abs(now / before - 1);
  if (PERCENT.format(share) === PERCENT.format(0)) return `same as ${name}`;
  if (now >= before * MANY_TIMES) return `${TIMES.format(now / before)} times ${name}`;
  return `${PERCENT.format(share)} ${now > before ? 'more' : 'fewer'} than ${name}`;
}

/** The change of failures; shows their rate if there are too few to compare. */
export function failureChange(now: FiguresOf, before: FiguresOf, name: string): string {
  const { failureCount, callCount } = before;
  if (failureCount === 0 || failureCount >= COMPARABLE_CALLS_MIN)
    return countChange(now.failureCount, failureCount, name);
  return `${countText(failureCount)} (${shareText(failureCount / callCount)}) in ${name}`;
}

/** The change of a latency, such as “about the same as the previous 7 days”. */
export function latencyChange(
  of: 'p50Ms' | 'p95Ms',
  { now, before, name }: { readonly now: FiguresOf; readonly before: FiguresOf; readonly name: string },
): string {
  const [current, earlier] = [now[of], before[of]];
  const hasFew = Math.min(now.callCount, before.callCount) < COMPARABLE_CALLS_MIN;
  if (hasFew || current === null || earlier === null) return 'too few calls to compare';
  const [slower, faster] = [current / earlier - 1, earlier / current - 1];
  // Differences below a millisecond don't matter.
  if (Math.max(current, earlier) < 1 || Math.max(slower, faster) < LATENCY_NOISE) return `about the same as ${name}`;
  if (current >= earlier * MANY_TIMES) return `${TIMES.format(current / earlier)} times slower than ${name}`;
  return current > earlier
    ? `${PERCENT.format(slower)} slower than ${name}`
    : `${PERCENT.format(1 - current / earlier)} faster than ${name}`;
}
