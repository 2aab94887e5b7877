import type { DecodedText, Span } from './escapes.ts';

/** A notation that encodes every byte in its own alphabet: hexadecimal or base64. */
type Notation = {
  /** For each byte, 1 if it is a character of the notation. Any other character ends a run. */
  readonly chars: Uint8Array;
  /** The encoding for Node's decoder. `base64` decodes both alphabets. */
  readonly encoding: 'hex' | 'base64';
  readonly bitsPerChar: 4 | 6;
  /** The possible alignments: encoded bytes line up with characters again after this many characters. */
  readonly phases: readonly number[];
};

const charsOf = (alphabet: string): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => Number(alphabet.includes(String.fromCharCode(byte))));

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const HEX: Notation = { chars: charsOf('0123456789abcdefABCDEF'), encoding: 'hex', bitsPerChar: 4, phases: [0, 1] };
/** Base64 in both alphabets of RFC 4648 (sections 4 and 5). */
const BASE64: Notation = { chars: charsOf(`${LETTERS}+/-_`), encoding: 'base64', bitsPerChar: 6, phases: [0, 1, 2, 3] };

const charsFor = ({ bitsPerChar }: Notation, bytes: number): number => Math.ceil((bytes * 8) / bitsPerChar);

/** Minimum characters of lines that are joined. MIME has lines of 76 characters, and PEM of 64. */
const LINE_CHARS_MIN = 8;
/** Maximum white space between two lines, including an indent. */
const BREAK_CHARS_MAX = 80;
/** Maximum bytes of a source whose alignments are decoded into one text. Longer texts are cheaper to search apart. */
const SHORT_BYTES = 4_096;
const WHITE = charsOf(' \t\r\n');

/**
 * The decoded runs of hexadecimal and base64 characters in a text that are long enough to hold `bytesMin` bytes.
 * Decodes from each alignment at which a value may begin, including runs broken into lines.
 */
export function* readings(source: Buffer, bytesMin: number): Generator<DecodedText> {
  yield* readingsOfRuns(source, bytesMin);
  const joined = joinedLines(source);
  if (joined === null) return;
  for (const { bytes, sourceOf } of readingsOfRuns(joined.bytes, bytesMin)) {
    yield { bytes, sourceOf: (span) => joined.sourceOf(sourceOf(span)) };
  }
}

/** The text without the white space that splits base64 or hexadecimal into lines; null if there is none. */
function joinedLines(source: Buffer): DecodedText | null {
  const spans: Span[] = [];
  let start = 0;
  for (const { end } of runsOf(source, BASE64, LINE_CHARS_MIN)) {
    const next = nextLine(source, end);
    if (next === null) continue;
    spans.push({ start, end });
    start = next;
  }
  if (spans.length === 0) return null;
  spans.push({ start, end: source.length });
  return withoutBreaks(source, spans);
}

/** Where the next line begins if white space at `at` separates two lines of one run. */
function nextLine(source: Buffer, at: number): number | null {
  let end = at;
  while (end < source.length && WHITE[source[end] ?? 0] === 1) end += 1;
  const isBreak = end > at && end - at <= BREAK_CHARS_MAX && end < source.length;
  return isBreak && BASE64.chars[source[end] ?? 0] === 1 ? end : null;
}

function withoutBreaks(source: Buffer, spans: readonly Span[]): DecodedText {
  const places: ReadRun[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    places.push({ from, source: start });
    from += end - start;
  }
  const positionOf = (byte: number): number => {
    const place = placeOf(places, byte);
    return place.source + byte - place.from;
  };
  return {
    bytes: Buffer.concat(spans.map(({ start, end }) => source.subarray(start, end))),
    sourceOf: ({ start, end }) => ({ start: positionOf(start), end: positionOf(end - 1) + 1 }),
  };
}

function* readingsOfRuns(source: Buffer, bytesMin: number): Generator<DecodedText> {
  const runs = runsOf(source, BASE64, charsFor(BASE64, bytesMin));
  // Without base64 runs there are no hexadecimal ones either: those digits are base64 characters and need longer runs.
  if (runs.length === 0) return;
  for (const notation of [HEX, BASE64]) {
    const own = notation === BASE64 ? runs : runsOf(source, HEX, charsFor(HEX, bytesMin));
    if (own.length === 0) continue;
    if (source.length <= SHORT_BYTES) yield reading(source, own, notation, notation.phases);
    else for (const phase of notation.phases) yield reading(source, own, notation, [phase]);
  }
}

/**
 * Runs of at least `charsMin` characters. Skips most text, since a foreign character found `charsMin` ahead rules out
 * every run that ends before it.
 */
function runsOf(source: Buffer, { chars }: Notation, charsMin: number): readonly Span[] {
  const isIn = (at: number): boolean => chars[source[at] ?? 0] === 1;
  const runs: Span[] = [];
  let start = 0;
  while (start + charsMin <= source.length) {
    let last = start + charsMin - 1;
    while (last >= start && isIn(last)) last -= 1;
    if (last < start) {
      let end = start + charsMin;
      while (end < source.length && isIn(end)) end += 1;
      runs.push({ start, end });
      last = end;
    }
    start = last + 1;
  }
  return runs;
}

type ReadRun = { readonly from: number; readonly source: number };

/** All runs, decoded from each of these alignments, in one text. */
function reading(source: Buffer, runs: readonly Span[], notation: Notation, phases: Notation['phases']): DecodedText {
  const { bitsPerChar } = notation;
  const chars = runs.reduce((sum, { start, end }) => sum + end - start, 0);
  const target = Buffer.allocUnsafe((Math.ceil((chars * bitsPerChar) / 8) + runs.length) * phases.length);
  const places: ReadRun[] = [];
  let written = 0;
  for (const phase of phases) {
    for (const { start, end } of runs) {
      places.push({ from: written, source: start + phase });
      written = decodeRun(source, { start: start + phase, end }, notation, target, written);
      // Decoded runs are separated by a zero byte, so that no value seems to span two of them.
      target[written] = 0;
      written += 1;
    }
  }
  return {
    bytes: target.subarray(0, written),
    sourceOf: ({ start, end }) => {
      const place = placeOf(places, start);
      const charOf = (byte: number): number => ((byte - place.from) * 8) / bitsPerChar + place.source;
      // Every character that holds a bit of the secret is part of the span.
      return { start: Math.floor(charOf(start)), end: Math.ceil(charOf(end)) };
    },
  };
}

/** The run that contains a byte of the decoded text: the last one that starts at or before it. */
function placeOf(places: readonly ReadRun[], byte: number): ReadRun {
  let [low, high] = [0, places.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((places[middle]?.from ?? 0) <= byte) low = middle;
    else high = middle - 1;
  }
  return places[low] ?? { from: 0, source: 0 };
}

function decodeRun(
  source: Buffer,
  { start, end }: Span,
  { encoding, phases }: Notation,
  target: Buffer,
  at: number,
): number {
  // Ignore a last character that does not complete a byte.
  const whole = (end - start) % phases.length === 1 ? end - 1 : end;
  return at + target.write(source.toString('latin1', start, whole), at, encoding);
}
