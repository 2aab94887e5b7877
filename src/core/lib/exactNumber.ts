import { isMainThread } from 'node:worker_threads';
import type { JsonValue } from './json.ts';

declare global {
  interface JSON {
    /** ECMAScript 2026, JSON.parse source text access: what a primitive was in the text. */
    parse(
      text: string,
      reviver: (this: object, key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): JsonValue;
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

/**
 * A JSON number that JavaScript would write in another way than it was written, such as an id beyond 2^53 or `1.50`.
 * Calculates as the nearest number and is written as it came. Neither a record (`isRecord`) nor a `number`.
 */
export class ExactNumber extends Number {
  readonly #source: string;

  constructor(source: string) {
    super(source);
    this.#source = source;
  }

  override toString(): string {
    return this.#source;
  }

  toJSON(): object {
    return JSON.rawJSON(this.#source);
  }
}

/** On the event loop, longer texts are parsed with plain numbers, since exact ones take five times as long. */
export const EXACT_CHARS_MAX = isMainThread ? 262_144 : Number.POSITIVE_INFINITY;

// Finds digits that may be an exact number: sixteen of them, a fraction of fifteen or one that ends in a zero, an
// exponent, and -0. They may also be within a string.
const SUSPECT =
  /[:,[\s]-?(?:\d{16}|\d+\.\d{15}|\d+\.\d*0(?![\d.])|\d+(?:\.\d+)?[eE]|0(?=\s*[,\]}]|$)(?<=-0))|^-?\d[\d.eE+-]{2}|^-0/;

/** The objects and lists with an exact number in them, at whatever depth, as they were parsed. */
const holders = new WeakSet<object>();

/** Whether a parsed object or list holds an exact number. */
export const holdsExactNumber = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && holders.has(value);

/** Marks a copy as holding exact numbers if its original does. */
export function copiedFrom<T extends object>(original: object, copy: T): T {
  if (holders.has(original)) holders.add(copy);
  return copy;
}

function keepNumber(this: object, _key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value === 'number') {
    // JavaScript writes most numbers as they were written.
    if (source === undefined || String(value) === source) return value;
    holders.add(this);
    return new ExactNumber(source);
  }
  if (holdsExactNumber(value)) holders.add(this);
  return value;
}

/**
 * Parses JSON and keeps its numbers as they were written; on the event loop, in a text of more
 * than 256 KiB, they become those of JavaScript.
 * @throws SyntaxError
 */
export const parseJson = (text: string): JsonValue =>
  mayHoldExactNumber(text) ? JSON.parse(text, keepNumber) : JSON.parse(text);

/** Whether `parseJson` has to look at every number of a text, which few texts need. */
export const mayHoldExactNumber = (text: string): boolean => text.length <= EXACT_CHARS_MAX && SUSPECT.test(text);

/** For objects and lists with plain numbers, the same with exact ones. */
const written = new WeakMap<object, object>();

/** Notes what `asWritten` returns for a copy with plain numbers. */
export const noteWritten = (plain: object, exact: object): void => void written.set(plain, exact);

/** The same value with exact numbers, for a value that `withWrittenNumbers` returned. */
export const asWritten = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (written.get(value) ?? value) : value;

/** A copy with plain numbers, for code that calculates; the value itself where it has no exact ones. */
export function withPlainNumbers(value: unknown): unknown {
  if (value instanceof ExactNumber) return Number(value);
  if (typeof value !== 'object' || value === null || !holders.has(value)) return value;
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withPlainNumbers(member)]));
}
