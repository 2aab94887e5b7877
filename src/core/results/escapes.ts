import { decodeHTML } from 'entities';

/** A range of bytes: from `start` to before `end`. */
export type Span = { readonly start: number; readonly end: number };

/** A text with one notation decoded, and a mapping from each part of it to its part of the source. */
export type DecodedText = { readonly bytes: Buffer; sourceOf(span: Span): Span };

const PERCENT = 0x25;
const AMPERSAND = 0x26;
const HASH = 0x23;
const SEMICOLON = 0x3b;
const BACKSLASH = 0x5c;

const NOT_HEX = 0xff;
const HEX_VALUES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(value) ? NOT_HEX : value;
});
const CONTROL_ESCAPES = new Map([...'bfnrt'].map((name, at) => [name.charCodeAt(0), [8, 12, 10, 13, 9][at] ?? 0]));
/** HTML's longest entity name has 31 characters. */
const ENTITY_NAME_CHARS_MAX = 31;
const DIGITS_MAX = 10;

/** One escape sequence: its length in bytes, and the byte or text that it encodes. */
type Escape = { readonly length: number; readonly byte?: number; readonly text?: string };

/** The number that `digits` hexadecimal digits at `at` encode; -1 if they are not digits. */
function hexNumber(bytes: Buffer, at: number, digits: number): number {
  let value = 0;
  for (let index = at; index < at + digits; index += 1) {
    const digit = index < bytes.length ? (HEX_VALUES[bytes[index] ?? 0] ?? NOT_HEX) : NOT_HEX;
    if (digit === NOT_HEX) return -1;
    value = value * 16 + digit;
  }
  return value;
}

const characterOf = (codePoint: number): string =>
  codePoint <= 0x10ffff ? String.fromCodePoint(codePoint).toWellFormed() : '\uFFFD';

/** `%2F` (RFC 3986, section 2.1). */
function percentEscape(bytes: Buffer, at: number): Escape | null {
  const byte = hexNumber(bytes, at + 1, 2);
  return byte < 0 ? null : { length: 3, byte };
}

/** `\u002f` (RFC 8259, section 7), surrogate pairs as one character, and ECMAScript's `\u{2f}`. */
function unicodeEscape(bytes: Buffer, at: number): Escape | null {
  if (bytes[at + 2] === 0x7b) return bracedEscape(bytes, at);
  const unit = hexNumber(bytes, at + 2, 4);
  if (unit < 0) return null;
  const isPair = (unit & 0xfc00) === 0xd800 && bytes[at + 6] === BACKSLASH && bytes[at + 7] === 0x75;
  const low = isPair ? hexNumber(bytes, at + 8, 4) : -1;
  return (low & 0xfc00) === 0xdc00
    ? { length: 12, text: String.fromCharCode(unit, low) }
    : { length: 6, text: characterOf(unit) };
}

function bracedEscape(bytes: Buffer, at: number): Escape | null {
  const end = bytes.subarray(at, at + DIGITS_MAX + 4).indexOf(0x7d);
  const codePoint = end < 4 ? -1 : hexNumber(bytes, at + 3, end - 3);
  return codePoint < 0 ? null : { length: end + 1, text: characterOf(codePoint) };
}

const IS_PUNCTUATION = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(/[!-/:-@[-`{-~]/.test(String.fromCharCode(byte))),
);

const IS_ALPHANUMERIC = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(/[0-9A-Za-z]/.test(String.fromCharCode(byte))),
);

/** Backslash escapes of JSON, JavaScript, C and shells. */
function backslashEscape(bytes: Buffer, at: number): Escape | null {
  const next = bytes[at + 1];
  if (next === undefined) return null;
  if (next === 0x75) return unicodeEscape(bytes, at);
  if (next === 0x78) {
    const byte = hexNumber(bytes, at + 2, 2);
    return byte < 0 ? null : { length: 4, text: characterOf(byte) };
  }
  const control = CONTROL_ESCAPES.get(next);
  if (control !== undefined) return { length: 2, byte: control };
  return IS_PUNCTUATION[next] === 1 ? { length: 2, byte: next } : null;
}

/** Decoded entities by name, since the library takes ten times as long. Bounded, because HTML has a fixed list. */
const entities = new Map<string, string>([['&semi;', ';']]);

/** `&#47;`, `&#x2F;` and `&sol;` (HTML, section 13.5); the first two also without their semicolon. */
function htmlEscape(bytes: Buffer, at: number): Escape | null {
  if (bytes[at + 1] === HASH) return numericEntity(bytes, at);
  let end = at + 1;
  const endMax = Math.min(bytes.length, end + ENTITY_NAME_CHARS_MAX);
  while (end < endMax && IS_ALPHANUMERIC[bytes[end] ?? 0] === 1) end += 1;
  if (bytes[end] !== SEMICOLON || end === at + 1) return null;
  const text = namedEntity(bytes.toString('latin1', at, end + 1));
  return text === null ? null : { length: end + 1 - at, text };
}

function namedEntity(entity: string): string | null {
  const known = entities.get(entity);
  if (known !== undefined) return known;
  const text = decodeHTML(entity);
  // The semicolon remains if only an old entity without one was decoded: `&ampx;` becomes `&x;`.
  if (text.endsWith(';')) return null;
  entities.set(entity, text);
  return text;
}

function numericEntity(bytes: Buffer, at: number): Escape | null {
  const written = bytes.toString('latin1', at, at + DIGITS_MAX + 4);
  const [all, hex, decimal] = /^&#(?:[xX]0*([0-9A-Fa-f]{1,6})|0*([0-9]{1,7}));?/.exec(written) ?? [];
  if (all === undefined) return null;
  const codePoint = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return { length: all.length, text: characterOf(codePoint) };
}

function escapeAt(bytes: Buffer, at: number): Escape | null {
  switch (bytes[at]) {
    case PERCENT:
      return percentEscape(bytes, at);
    case BACKSLASH:
      return backslashEscape(bytes, at);
    case AMPERSAND:
      return htmlEscape(bytes, at);
    default:
      return null;
  }
}

const INTRODUCERS = [PERCENT, AMPERSAND, BACKSLASH] as const;

/** Returns a function that finds the next possible start of an escape. Call it with increasing positions. */
function introducersOf(bytes: Buffer): (at: number) => number {
  const next = INTRODUCERS.map((byte) => ({ byte, at: -1 }));
  return (at) => {
    for (const each of next) {
      if (each.at >= at) continue;
      const index = bytes.indexOf(each.byte, at);
      each.at = index < 0 ? bytes.length : index;
    }
    return next.reduce((first, each) => Math.min(first, each.at), bytes.length);
  };
}

/**
 * The text with every percent escape, backslash escape and HTML entity decoded, in any mix; null if there are none.
 * Decodes one level: call it twice for text that was escaped twice.
 */
export function unescaped(source: Buffer): DecodedText | null {
  if (!INTRODUCERS.some((byte) => source.includes(byte))) return null;
  const bytes = decodeInto(source, null);
  if (bytes === null) return null;
  let offsets: Uint32Array | null = null;
  return {
    bytes,
    // Compute the offsets on demand, since few texts contain a secret.
    sourceOf: ({ start, end }) => {
      if (offsets === null) {
        offsets = new Uint32Array(bytes.length + 1);
        decodeInto(source, offsets);
      }
      return { start: offsets[start] ?? 0, end: offsets[end] ?? source.length };
    },
  };
}

/**
 * Decodes escapes; null if there are none. `offsets`, if given, receives the source offset of each byte of the result,
 * and the source's end.
 */
function decodeInto(source: Buffer, offsets: Uint32Array | null): Buffer | null {
  // A decoded escape is never longer than its encoded form.
  const target = Buffer.allocUnsafe(source.length);
  const nextIntroducer = introducersOf(source);
  let written = 0;
  let at = 0;
  while (at < source.length) {
    const spelling = escapeAt(source, at);
    // Copy text without an escape up to the next possible start of one.
    const end = spelling === null ? nextIntroducer(at + 1) : at + spelling.length;
    const length = spelling === null ? source.copy(target, written, at, end) : put(target, written, spelling);
    if (offsets !== null) noteOffsets(offsets.subarray(written, written + length), at, spelling === null);
    written += length;
    at = end;
  }
  if (offsets !== null) offsets.fill(at, written);
  return written === source.length ? null : target.subarray(0, written);
}

function noteOffsets(offsets: Uint32Array, from: number, isPlain: boolean): void {
  for (let index = 0; index < offsets.length; index += 1) offsets[index] = isPlain ? from + index : from;
}

function put(target: Buffer, at: number, { byte, text }: Escape): number {
  if (text !== undefined) return target.write(text, at);
  target[at] = byte ?? 0;
  return 1;
}
