import { ExactNumber } from './json.ts';

/** A scalar as a text. Objects and lists become '', because JavaScript can't convert some: `{"toString": null}`. */
export const scalarText = (value: unknown): string =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber) ? '' : String(value);
