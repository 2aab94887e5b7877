import { hasExactNumber } from './decimal.ts';
import { parseJson } from './json.ts';

/** A JSON value for another thread: as text if it has exact numbers, which can't be cloned. */
export type Transferable = { readonly value: unknown } | { readonly text: string };

/** Encodes a value for another thread, which decodes it with `fromTransferable`. */
export const toTransferable = (value: unknown): Transferable =>
  hasExactNumber(value) ? { text: JSON.stringify(value) } : { value };

/**
 * Decodes a value, with its numbers in their original notation. Call it in a worker thread, since parsing a long text
 * would block the event loop.
 */
export const fromTransferable = (input: Transferable): unknown =>
  'text' in input ? parseJson(input.text) : input.value;
