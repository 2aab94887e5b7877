import { isUtf8 } from 'node:buffer';
import { ExactNumber, parseJson } from './exactNumber.ts';

/** A value of JSON (RFC 8259). */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
/** A JSON object; an absent key reads as undefined. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** As `isRecord`, for values that came from JSON, whose members are JSON, too. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

/** True for a plain JSON object: not null, not an array, not a number that is kept as it was written. */
export const isRecord: (value: unknown) => value is Record<string, unknown> = isJsonObject;

/**
 * The JSON text with the keys of every object in one order, so that equal values have equal texts (RFC 8785, section
 * 3.2.3).
 */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    // An exact number comes here as a raw text, which looks like a record.
    isRecord(member) && !JSON.isRawJSON(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

/** Nesting of objects and arrays; deeper values overflow the stack of recursive code. */
const JSON_LEVELS_MAX = 128;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** By byte: 1 for a bracket that opens a level, -1 for one that closes it, 0 for all others. */
export const STEPS = Int8Array.from(
  { length: 256 },
  (_, byte) => ({ '[': 1, '{': 1, ']': -1, '}': -1 })[String.fromCharCode(byte)] ?? 0,
);

/**
 * Bytes that are looked at one by one: most strings end before a native search would have begun, and after one that has
 * found an escaped quote the next is often near.
 */
const LOOKED_BYTES = 32;

/**
 * True for a JSON text nested deeper than `levelsMax`. Counted before anything is parsed; brackets inside strings do
 * not count.
 */
export function isTooDeep(text: Buffer, levelsMax = JSON_LEVELS_MAX): boolean {
  let levels = 0;
  for (let at = 0; at < text.length && levels <= levelsMax; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === QUOTE) at = endOfString(text, at + 1);
    else levels += STEPS[byte] ?? 0;
  }
  return levels > levelsMax;
}

/**
 * The index of the quote that ends the string whose first byte is at `start`; the text's length where there is none.
 */
export function endOfString(text: Buffer, start: number): number {
  let at = nearQuote(text, start);
  while (text[at] !== QUOTE) {
    const quote = text.indexOf(QUOTE, at);
    if (quote < 0) return text.length;
    if (!isEscaped(text, quote, at)) return quote;
    at = nearQuote(text, quote + 1);
  }
  return at;
}

/** Where the next quote stands that is not escaped, or where there was none so far. */
function nearQuote(text: Buffer, start: number): number {
  const end = Math.min(text.length, start + LOOKED_BYTES);
  let at = start;
  while (at < end && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** True after an odd number of backslashes, counted back to `start`. */
function isEscaped(text: Buffer, at: number, start: number): boolean {
  let first = at;
  while (first > start && text[first - 1] === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

const BOM = '\ufeff';

/** Bodies that were read in parts (`longJson.ts`), as soon as they had come. */
const readBefore = new WeakMap<Buffer, { readonly value: unknown }>();

/** Keeps what `readJson` would read of a body. */
export const noteRead = (bytes: Buffer, value: unknown): void => void readBefore.set(bytes, { value });

/**
 * The JSON value of a body in UTF-8, with exact numbers (RFC 8259, section 8.1); undefined for bytes that are no JSON,
 * and for more than 128 levels. Every edge refuses both with its text for a body that cannot be read.
 */
export function readJson(bytes: Buffer): unknown {
  const read = readBefore.get(bytes);
  if (read) return read.value;
  if (!isUtf8(bytes) || isTooDeep(bytes)) return undefined;
  const text = bytes.toString('utf8');
  try {
    return parseJson(text.startsWith(BOM) ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

/** The text of bytes in UTF-8. */
export const textOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('utf8');
