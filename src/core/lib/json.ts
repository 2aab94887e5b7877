import { isUtf8 } from 'node:buffer';
import { isMainThread } from 'node:worker_threads';

declare global {
  interface JSON {
    /** From ECMAScript 2026: also passes the source text of a primitive. */
    parse(
      text: string,
      reviver: (this: object, key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): JsonValue;
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

/** A JSON value (RFC 8259). */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
/** A JSON object; reading an absent key gives undefined. */
export type JsonObject = { readonly [key: string]: JsonValue };

/**
 * A JSON number that JavaScript would write differently, such as an id beyond 2^53 or `1.50`. Keeps its notation, and
 * calculates as the nearest JavaScript number. It is neither a record (`isRecord`) nor a `number`.
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

/**
 * On the event loop, a text that exceeds both of these limits is parsed with plain numbers, since exact numbers take
 * five times as long per value. `EXACT_VALUES_MAX` limits the commas and opening brackets.
 */
export const EXACT_CHARS_MAX = isMainThread ? 262_144 : Number.POSITIVE_INFINITY;
const EXACT_VALUES_MAX = 65_536;

/** Whether a text, or its UTF-8 bytes, has few enough values to check each number. */
export const hasFewValues = (text: string | Buffer): boolean => countSigns(text, EXACT_VALUES_MAX) <= EXACT_VALUES_MAX;

/** Counts commas and opening brackets, which approximates the number of values; stops at one more than `max`. */
export function countSigns(text: string | Buffer, max: number): number {
  let signs = 0;
  for (const sign of ',[{') {
    for (let at = text.indexOf(sign); at >= 0 && signs <= max; at = text.indexOf(sign, at + 1)) signs += 1;
  }
  return signs;
}

// Matches digits that may be an exact number: sixteen in a row or around a point, an exponent, and -0. A fraction
// matches if it starts with six zeros or ends in a zero. Also matches inside strings.
const SUSPECT =
  /[:,[\s]-?(?:\d{16}|[\d.]{17}|0\.0{6}|\d+\.\d*0(?![\d.])|\d+(?:\.\d+)?[eE]|0(?=\s*[,\]}]|$)(?<=-0))|^-?\d[\d.eE+-]{2}|^-0/;

/** Parsed objects and lists that contain an exact number, at any depth. */
const holders = new WeakSet<object>();

/** Whether a parsed object or list holds an exact number. */
export const holdsExactNumber = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && holders.has(value);

/** Marks a copy as holding exact numbers if its original does. */
export function inheritLossless<T extends object>(original: object, copy: T): T {
  if (holders.has(original)) holders.add(copy);
  return copy;
}

/** Marks and returns a value built from parts that contain an exact number. */
export function markExact<T extends object>(made: T): T {
  holders.add(made);
  return made;
}

function keepNumber(this: object, _key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value === 'number') {
    // JavaScript writes most numbers in their original notation.
    if (source === undefined || String(value) === source) return value;
    holders.add(this);
    return new ExactNumber(source);
  }
  if (holdsExactNumber(value)) holders.add(this);
  return value;
}

/**
 * Parses JSON and preserves the notation of numbers. On the event loop, a text of more than 256 KiB with very many
 * values gets JavaScript numbers instead.
 * @throws SyntaxError
 */
export const parseJson = (text: string): JsonValue =>
  mayHoldExactNumber(text) && holdsOthers(text) ? JSON.parse(text, keepNumber) : JSON.parse(text);

/**
 * Like `parseJson`, for a text of any length. Use only in a worker thread or where latency does not matter.
 * @throws SyntaxError
 */
export const parseLongJson = (text: string): JsonValue =>
  SUSPECT.test(text) && holdsOthers(text) ? JSON.parse(text, keepNumber) : JSON.parse(text);

/**
 * Matches a string or a possible number. Also matches an unterminated string, so that no part of it is scanned twice.
 */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[\d.eE+-]+/gs;
/** A JavaScript number has at most 25 characters; a longer one is not in JavaScript's notation. */
const PLAIN_CHARS_MAX = 32;

/**
 * Whether a text has a number that JavaScript would write differently. Ten times faster than parsing with exact
 * numbers.
 */
function holdsOthers(text: string): boolean {
  for (const [token] of text.matchAll(TOKEN)) {
    // Skip strings, and the `e` in words such as `true`, which the pattern takes for an exponent.
    if (token[0] === '"' || !/\d/.test(token)) continue;
    if (token.length > PLAIN_CHARS_MAX || String(Number(token)) !== token) return true;
  }
  return false;
}

/** Whether `parseJson` must check every number of a text, which is rarely necessary. */
export const mayHoldExactNumber = (text: string): boolean =>
  SUSPECT.test(text) && (text.length <= EXACT_CHARS_MAX || hasFewValues(text));

/** Maps copies with plain numbers to their originals with exact numbers. */
const written = new WeakMap<object, object>();

/** Records the value that `toLossless` returns for a copy with plain numbers. */
export const rememberLossless = (plain: object, exact: object): void => void written.set(plain, exact);

/** For a value that `toPlainNumbers` returned, the original value with exact numbers. Any other value is unchanged. */
export const toLossless = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (written.get(value) ?? value) : value;

/** A copy with plain numbers, for calculations; the value itself if it has no exact ones. */
export function withPlainNumbers(value: unknown): unknown {
  if (value instanceof ExactNumber) return Number(value);
  if (typeof value !== 'object' || value === null || !holders.has(value)) return value;
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withPlainNumbers(member)]));
}

/** As `isRecord`, for parsed JSON, whose members are JSON too. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

/** Whether a value is a plain JSON object: not null, an array or an exact number. */
export const isRecord: (value: unknown) => value is Record<string, unknown> = isJsonObject;

/** JSON text with sorted object keys, so that equal values have equal texts (RFC 8785, section 3.2.3). */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    // An exact number arrives here as a raw text, which looks like a record.
    isRecord(member) && !JSON.isRawJSON(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

/** Maximum nesting of objects and arrays; deeper values overflow the stack of recursive code. */
const JSON_LEVELS_MAX = 128;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** By byte: 1 for an opening bracket, -1 for a closing one, 0 for all others. */
export const STEPS = Int8Array.from(
  { length: 256 },
  (_, byte) => ({ '[': 1, '{': 1, ']': -1, '}': -1 })[String.fromCharCode(byte)] ?? 0,
);

/**
 * Bytes of a string to check one by one before a native search. Most strings end earlier, and after an escaped quote
 * the next quote is often near.
 */
const CHECKED_BYTES = 32;

/**
 * True for a JSON text nested deeper than `levelsMax`. Does not parse the text. Brackets inside strings do not count.
 */
export function isTooDeep(text: Buffer, levelsMax = JSON_LEVELS_MAX): boolean {
  // Each level takes at least a byte.
  if (text.length <= levelsMax) return false;
  let levels = 0;
  for (let at = 0; at < text.length && levels <= levelsMax; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === QUOTE) at = endOfString(text, at + 1);
    else levels += STEPS[byte] ?? 0;
  }
  return levels > levelsMax;
}

/** The index of the quote that ends the string whose first byte is at `start`; the text's length if there is none. */
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

/** The index of the next unescaped quote, or of the end of the checked bytes. */
function nearQuote(text: Buffer, start: number): number {
  const end = Math.min(text.length, start + CHECKED_BYTES);
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

/** Values of bodies that were parsed in parts (`longJson.ts`). */
const readBefore = new WeakMap<Buffer, { readonly value: unknown }>();

/** Caches the value that `readJson` would return for a body. */
export const noteRead = (bytes: Buffer, value: unknown): void => void readBefore.set(bytes, { value });

/**
 * The JSON value of a UTF-8 body, with exact numbers (RFC 8259, section 8.1). Undefined for bytes that aren't JSON, and
 * for more than 128 levels. Each interface rejects both as an unreadable body.
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

/** Decodes UTF-8 bytes. */
export const textOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('utf8');
