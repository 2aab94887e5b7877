import { DAY_MS, HOUR_MS } from '../lib/day.ts';
/** The beginning of a time's hour. */
export const hourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);

/** The beginning of the next hour. */
export const hourAfter = (hour: Date): Date => new Date(hour.getTime() + HOUR_MS);

/** The beginning of a time's day, in UTC. */
export const dayOf = (time: Date): Date => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);

/** The beginning of the next day. */
export const dayAfter = (day: Date): Date => new Date(day.getTime() + DAY_MS);

/**
 * The name of the partition of a day in UTC, such as `invocation_20261122`. Statements contain it unescaped, so it
 * consists only of the table's name and digits.
 */
export const partitionOf = (day: Date): string => `invocation_${day.toISOString().slice(0, 10).replaceAll('-', '')}`;
