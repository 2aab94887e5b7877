import { isRecord } from './json.ts';
import { charsIn, namesOf } from './jsonSize.ts';
import type { Pause } from './longJson.ts';

/** Characters written without a pause, which takes about a tenth of a millisecond. */
const PART_CHARS = 16_384;

/** The JSON text of a value in UTF-8, written in parts so that a long value does not block the event loop. */
export async function jsonInParts(value: unknown, pause: Pause): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let text = '';
  // Listing the members of a large object takes milliseconds, and so may the caller's work in this turn.
  const first = pause();
  if (first) await first;
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length < PART_CHARS) continue;
    parts.push(Buffer.from(text));
    text = '';
    const turn = pause();
    if (turn) await turn;
  }
  const all = Buffer.concat([...parts, Buffer.from(text)]);
  return new Uint8Array(all.buffer.byteLength === all.length ? all.buffer : all);
}

function* piecesOf(value: unknown): Generator<string> {
  const isShort = typeof value !== 'object' || charsIn(value, PART_CHARS) <= PART_CHARS;
  if (!isShort && Array.isArray(value)) yield* listPieces(value);
  else if (!isShort && isRecord(value)) yield* objectPieces(value);
  else yield JSON.stringify(value);
}

const NUMBER_CHARS = 8;

/** The pieces of a list's text. Short items are written together. */
function* listPieces(list: readonly unknown[]): Generator<string> {
  let [from, chars, sign] = [0, 0, '['];
  const shortOnes = function* (to: number): Generator<string> {
    if (to === from) return;
    yield `${sign}${JSON.stringify(list.slice(from, to)).slice(1, -1)}`;
    [from, chars, sign] = [to, 0, ','];
  };
  for (const [at, item] of list.entries()) {
    const length =
      typeof item === 'object' ? charsIn(item, PART_CHARS) : typeof item === 'string' ? item.length + 2 : NUMBER_CHARS;
    if (chars + length > PART_CHARS) yield* shortOnes(at);
    chars += length;
    if (length <= PART_CHARS) continue;
    yield sign;
    yield* piecesOf(item);
    [from, chars, sign] = [at + 1, 0, ','];
  }
  yield* shortOnes(list.length);
  yield ']';
}

function* objectPieces(object: Record<string, unknown>): Generator<string> {
  let sign = '{';
  for (const key of namesOf(object)) {
    if (object[key] === undefined) continue;
    yield `${sign}${JSON.stringify(key)}:`;
    yield* piecesOf(object[key]);
    sign = ',';
  }
  yield '}';
}
