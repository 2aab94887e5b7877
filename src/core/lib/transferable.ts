import { hasExactNumber } from './decimal.ts';
import { parseJson } from './json.ts';

/** A JSON value for another thread: as text if it has exact numbers, which can't be cloned. */
export type Transferable = { readonly value: unknown } | { readonly text: string };

/** Encodes a value for another thread, where `fromTransferable` decodes it. */
export const toTransferable = (value: unknown): Transferable =>
  hasExactNumber(value) ? { text: JSON.stringify(value) } : { value };

/**
 * The value, with its numbers in their original notation. In a thread: a long text would take the event loop too long.
 */
export const fromTransferable = (given: Transferable): unknown =>
  'text' in given ? parseJson(given.text) : given.value;
