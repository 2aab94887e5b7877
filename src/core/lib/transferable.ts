import { hasExactNumber } from './decimal.ts';
import { parseJson } from './json.ts';

/** A value of JSON on its way to another thread: as text where it holds exact numbers, of which threads get no copy. */
export type Transferable = { readonly value: unknown } | { readonly text: string };

/** Encodes a value for another thread, where `fromTransferable` decodes it. */
export const toTransferable = (value: unknown): Transferable =>
  hasExactNumber(value) ? { text: JSON.stringify(value) } : { value };

/** The value, with its numbers as they were written. In a thread: a long text would take the event loop too long. */
export const fromTransferable = (given: Transferable): unknown =>
  'text' in given ? parseJson(given.text) : given.value;
