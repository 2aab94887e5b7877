/** Counts and latencies in milliseconds from the API; null without calls. */
export type FiguresOf = {
  readonly callCount: number;
  readonly failureCount: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
};

const COUNT = new Intl.NumberFormat('en');
const RATE = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const SECONDS = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const SECOND_MS = 1_000;
const KILO = 1_000;
const MEGA = 1_000_000;

export const countText = (count: number): string => COUNT.format(count);

export const rateText = (perMinute: number): string => `${RATE.format(perMinute)} per minute`;

export const shareText = (share: number): string => SHARE.format(share);

export function latencyText(ms: number | null): string {
  if (ms === null) return '–';
  return ms < SECOND_MS ? `${Math.round(ms)} ms` : `${SECONDS.format(ms / SECOND_MS)} s`;
}

export function bytesText(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  return bytes < MEGA ? `${SECONDS.format(bytes / KILO)} kB` : `${SECONDS.format(bytes / MEGA)} MB`;
}

/** “1 call”, “2 calls”. */
export const counted = (count: number, noun: string): string => `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
