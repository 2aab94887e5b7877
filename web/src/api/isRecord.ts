import { ExactNumber } from './exactJson.ts';

/** True for a plain JSON object: not null, not an array, not a number that is kept as it was written. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
