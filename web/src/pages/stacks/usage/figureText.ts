/** Counts and latencies in milliseconds, as the API gives them; null without calls. */
export type FiguresOf = {
  readonly callCount: number;
  readonly failureCount: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
};

const COUNT = new Intl.NumberFormat('en');
const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const SECONDS = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const SECOND_MS = 1_000;

export const countText = (count: number): string => COUNT.format(count);

export const shareText = (part: number, whole: number): string => SHARE.format(whole === 0 ? 0 : part / whole);

export function latencyText(ms: number | null): string {
  if (ms === null) return '–';
  return ms < SECOND_MS ? `${Math.round(ms)} ms` : `${SECONDS.format(ms / SECOND_MS)} s`;
}
