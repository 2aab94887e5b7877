import { readings } from './denseText.ts';
import { type DecodedText, type Span, unescaped } from './escapes.ts';

/**
 * Maximum nested notations: two from the service, one from the format of its response, and one from the transport.
 */
const NOTATIONS_MAX = 4;
/** Maximum nested hexadecimal or base64 notations, since these cost the most to decode. */
const READINGS_MAX = 2;
/** Maximum encoded bytes of one byte of a secret that crosses the edge of two windows: `\u` inside `\u`. */
const ENCODED_BYTES_MAX = 36;
const WINDOW_BYTES_MIN = 65_536;

/** Finds secrets in texts, in any supported notation. */
export type Finder = {
  /** The windows of a text to search one by one. They overlap, so that each secret is complete in one window. */
  windowsOf(bytes: Buffer): readonly Span[];
  /** Whether a window contains a secret. Fast: one pass, without a copy if nothing is escaped. */
  isIn(window: Buffer): boolean;
  /** The positions of secrets, in order; spans may overlap. */
  spansIn(window: Buffer): readonly Span[];
};

/** How many notations may still be decoded within a text, and how many of them may be hexadecimal or base64. */
type DecodingBudget = { readonly notations: number; readonly readings: number };
const FULL_BUDGET: DecodingBudget = { notations: NOTATIONS_MAX, readings: READINGS_MAX };

/**
 * The text and everything that can be decoded from it. Decoded text is smaller than its source, so this uses the memory
 * of a few windows.
 */
function* layersOf(
  bytes: Buffer,
  bytesMin: number,
  budget: DecodingBudget,
): Generator<DecodedText & { isReading: boolean }> {
  if (budget.notations === 0) return;
  const plain = unescaped(bytes);
  if (plain) yield { ...plain, isReading: false };
  if (budget.readings === 0) return;
  for (const reading of readings(bytes, bytesMin)) yield { ...reading, isReading: true };
}

const afterDecoding = (budget: DecodingBudget, isReading: boolean): DecodingBudget => ({
  notations: budget.notations - 1,
  readings: isReading ? budget.readings - 1 : budget.readings,
});

/**
 * The forms of the secrets to search for in decoded texts: unchanged, with `+` for spaces, and decoded if they look
 * escaped.
 */
function needlesOf(values: readonly string[], bytesMin: number): readonly Buffer[] {
  const secrets = new Map<string, Buffer>();
  for (const value of values.flatMap((each) => [each, each.replaceAll(' ', '+')])) {
    let needle: Buffer | undefined = Buffer.from(value);
    while (needle && needle.length >= bytesMin && !secrets.has(needle.toString('latin1'))) {
      secrets.set(needle.toString('latin1'), needle);
      // Decoding a text also decodes a secret that looks escaped.
      needle = unescaped(needle)?.bytes;
    }
  }
  return [...secrets.values()];
}

type Needles = { readonly all: readonly Buffer[]; readonly shortest: number };

function isIn(bytes: Buffer, needles: Needles, budget: DecodingBudget): boolean {
  if (bytes.length < needles.shortest) return false;
  if (needles.all.some((needle) => bytes.includes(needle))) return true;
  for (const layer of layersOf(bytes, needles.shortest, budget)) {
    if (isIn(layer.bytes, needles, afterDecoding(budget, layer.isReading))) return true;
  }
  return false;
}

function spansIn(bytes: Buffer, needles: Needles, budget: DecodingBudget): Span[] {
  if (bytes.length < needles.shortest) return [];
  const spans = needles.all.flatMap((needle) => occurrences(bytes, needle));
  for (const layer of layersOf(bytes, needles.shortest, budget)) {
    const inner = spansIn(layer.bytes, needles, afterDecoding(budget, layer.isReading));
    for (const span of inner) spans.push(layer.sourceOf(span));
  }
  return spans;
}

/** Finds the given values. Forms shorter than `bytesMin` are not searched for. */
export function createFinder(values: readonly string[], bytesMin: number): Finder {
  const all = needlesOf(values, bytesMin);
  const lengths = all.map(({ length }) => length);
  const needles = { all, shortest: Math.min(...lengths) };
  const overlap = Math.max(...lengths) * ENCODED_BYTES_MAX;
  const step = Math.max(WINDOW_BYTES_MIN, overlap);
  return {
    windowsOf: ({ length }) => {
      const count = Math.max(1, Math.ceil((length - overlap) / step));
      return Array.from({ length: count }, (_, index) => ({
        start: index * step,
        end: Math.min(length, (index + 1) * step + overlap),
      }));
    },
    isIn: (window) => isIn(window, needles, FULL_BUDGET),
    spansIn: (window) => spansIn(window, needles, FULL_BUDGET),
  };
}

function occurrences(bytes: Buffer, needle: Buffer): Span[] {
  const spans: Span[] = [];
  let at = bytes.indexOf(needle);
  while (at >= 0) {
    spans.push({ start: at, end: at + needle.length });
    at = bytes.indexOf(needle, at + needle.length);
  }
  return spans;
}
