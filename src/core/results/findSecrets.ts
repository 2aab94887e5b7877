import { readings } from './denseText.ts';
import { type Decoded, type Span, unescaped } from './escapes.ts';

/** How many notations may lie around each other: two of a service's own, one of the answer, one of what carries it. */
const NOTATIONS_MAX = 4;
/** Of these, how many may be hexadecimal or base64, which cost the most to take off. */
const READINGS_MAX = 2;
/** The most bytes that a byte may be spelt with and be found across the edge of two windows: `\u` inside `\u`. */
const SPELT_BYTES_MAX = 36;
const WINDOW_BYTES_MIN = 65_536;

/** Finds secrets in texts, whatever notation they are spelt in. */
export type Finder = {
  /** The parts of a text that are looked at one by one, each long enough to hold any secret that begins in it. */
  windowsOf(bytes: Buffer): readonly Span[];
  /** False for nearly all texts, and fast to say so: one pass that copies nothing where nothing is escaped. */
  isIn(window: Buffer): boolean;
  /** Where each stands, in order; they may overlap. */
  spansIn(window: Buffer): readonly Span[];
};

type Left = { readonly notations: number; readonly readings: number };
const ALL: Left = { notations: NOTATIONS_MAX, readings: READINGS_MAX };

/** What can be taken off; decoded text is smaller than its source, so all of it takes memory of a few windows. */
function* layersOf(bytes: Buffer, bytesMin: number, left: Left): Generator<Decoded & { isReading: boolean }> {
  if (left.notations === 0) return;
  const plain = unescaped(bytes);
  if (plain) yield { ...plain, isReading: false };
  if (left.readings === 0) return;
  for (const reading of readings(bytes, bytesMin)) yield { ...reading, isReading: true };
}

const below = ({ notations, readings: left }: Left, isReading: boolean): Left => ({
  notations: notations - 1,
  readings: isReading ? left - 1 : left,
});

/** The values as texts may hold them once all notations are off: with `+` for spaces, and read as if they were escaped. */
function needlesOf(values: readonly string[], bytesMin: number): readonly Buffer[] {
  const found = new Map<string, Buffer>();
  for (const value of values.flatMap((each) => [each, each.replaceAll(' ', '+')])) {
    let needle: Buffer | undefined = Buffer.from(value);
    while (needle && needle.length >= bytesMin && !found.has(needle.toString('latin1'))) {
      found.set(needle.toString('latin1'), needle);
      // A secret that looks escaped itself is read so too.
      needle = unescaped(needle)?.bytes;
    }
  }
  return [...found.values()];
}

type Sought = { readonly needles: readonly Buffer[]; readonly shortest: number };

const holds = (bytes: Buffer, { needles }: Sought): boolean => needles.some((needle) => bytes.includes(needle));

function isIn(bytes: Buffer, sought: Sought, left: Left): boolean {
  if (bytes.length < sought.shortest) return false;
  if (holds(bytes, sought)) return true;
  for (const layer of layersOf(bytes, sought.shortest, left)) {
    if (isIn(layer.bytes, sought, below(left, layer.isReading))) return true;
  }
  return false;
}

function spansIn(bytes: Buffer, sought: Sought, left: Left): Span[] {
  if (bytes.length < sought.shortest) return [];
  const spans = sought.needles.flatMap((needle) => occurrences(bytes, needle));
  for (const layer of layersOf(bytes, sought.shortest, left)) {
    const inner = spansIn(layer.bytes, sought, below(left, layer.isReading));
    for (const span of inner) spans.push(layer.sourceOf(span));
  }
  return spans;
}

/** `bytesMin`: shorter forms of a value are not looked for. */
export function createFinder(values: readonly string[], bytesMin: number): Finder {
  const needles = needlesOf(values, bytesMin);
  const lengths = needles.map(({ length }) => length);
  const sought = { needles, shortest: Math.min(...lengths) };
  const overlap = Math.max(...lengths) * SPELT_BYTES_MAX;
  const step = Math.max(WINDOW_BYTES_MIN, overlap);
  return {
    windowsOf: ({ length }) => windows(length, step, overlap),
    isIn: (window) => isIn(window, sought, ALL),
    spansIn: (window) => spansIn(window, sought, ALL),
  };
}

function windows(length: number, step: number, overlap: number): readonly Span[] {
  const count = Math.max(1, Math.ceil((length - overlap) / step));
  return Array.from({ length: count }, (_, index) => ({
    start: index * step,
    end: Math.min(length, (index + 1) * step + overlap),
  }));
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
