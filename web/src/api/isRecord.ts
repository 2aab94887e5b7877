import { ExactNumber } from './exactJson.ts';

/** True for a plain JSON object: not null, an array or an exact number. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
