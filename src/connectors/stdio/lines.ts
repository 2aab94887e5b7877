import { parseJson } from '../../core/lib/json.ts';

const NEWLINE = 0x0a;
/** Bytes kept at each end of an overlong line. A JSON-RPC response has its id in one of the ends. */
const END_BYTES = 128;

const BRACKET = 0x5b;
/** The beginning of a batch, but not of a banner such as `[info] started`. */
const BATCH = /^\[\s*\{/;

/** A stream exceeded the maximum line length without a line end; reading stops. */
export class EndlessLine extends Error {
  override readonly name = 'EndlessLine';
}

/** A line without its line end. An overlong line has only its two ends, joined. */
export type Line = { readonly bytes: Buffer; readonly isCut: boolean };

/** Bounds of lines in bytes. `lineMax()` is evaluated as bytes arrive. Longer lines are consumed but discarded. */
type LineBounds = {
  lineMax(): number;
  /** Reading stops at a line of this length. */
  readonly endlessMax: number;
  /** Called with the number of kept bytes, as they arrive. */
  hold(bytes: number): void;
};

/**
 * The lines of a byte stream; holds at most one in memory.
 * @throws EndlessLine at the first line of more than `endlessMax` bytes
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, bounds: LineBounds): AsyncGenerator<Line> {
  let line = openLine(bounds);
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      line.add(chunk.subarray(start, end));
      start = end + 1;
      yield line.finish();
      line = openLine(bounds);
    }
    if (start < chunk.length) line.add(chunk.subarray(start));
  }
  const last = line.finish();
  if (last.bytes.length > 0) yield last;
}

function openLine({ lineMax, endlessMax, hold }: LineBounds) {
  let parts: Uint8Array[] = [];
  let [length, isCut] = [0, false];
  const ends = (): Buffer => {
    const rest = Buffer.concat(parts);
    return Buffer.concat([rest.subarray(0, END_BYTES), rest.subarray(END_BYTES).subarray(-END_BYTES)]);
  };
  return {
    add(part: Uint8Array): void {
      length += part.length;
      if (length > endlessMax) throw new EndlessLine();
      parts.push(part);
      isCut ||= length > lineMax();
      if (isCut) parts = [ends()];
      else hold(part.length);
    },
    finish: (): Line => ({ bytes: trimmed(Buffer.concat(parts)), isCut }),
  };
}

const BOM = Buffer.from('\ufeff');
const SPACES: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0d]);

/** A line without its byte order mark, surrounding white space and carriage return. */
function trimmed(line: Buffer): Buffer {
  let [start, end] = [line.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0, line.length];
  while (start < end && SPACES.has(line[start])) start += 1;
  while (end > start && SPACES.has(line[end - 1])) end -= 1;
  return line.subarray(start, end);
}

/** Splits a batch (MCP 2025-03-26) into one line per message; any other line is a single message. */
export function messagesIn(line: Line): readonly Line[] {
  // Nearly every line is one message, which other code parses as text.
  if (line.bytes[0] !== BRACKET) return [line];
  const text = line.bytes.toString();
  if (!BATCH.test(text)) return [line];
  try {
    const batch = parseJson(text);
    return Array.isArray(batch)
      ? batch.map((message) => ({ bytes: Buffer.from(JSON.stringify(message)), isCut: false }))
      : [line];
  } catch {
    return [line];
  }
}
