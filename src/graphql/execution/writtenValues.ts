import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { streamOf } from '../../wire/webResponse.ts';

/**
 * Values that are JSON text already, or become it piece by piece, in UTF-8, by the placeholder that stands for each in
 * an answer.
 */
export type WrittenValues = Map<string, Iterable<Uint8Array>>;

/** What a resolver returns for a value that is JSON text: a random placeholder, which no caller can forge. */
export function withPlaceholders(written: WrittenValues, pieces: Iterable<Uint8Array>): string {
  const name = `written:${randomUUID()}`;
  written.set(name, pieces);
  return name;
}

const NAMES = /"(written:[0-9a-f-]{36})"/;
/** A longer answer goes out a piece in a turn of the event loop, without its length. */
const WHOLE_BYTES_MAX = 1_048_576;
const PIECE_BYTES = 262_144;

/** The answer with each placeholder replaced by its value. */
export function withWrittenValues(answer: string, written: WrittenValues): Buffer | Readable {
  const pieces = piecesOf(answer, written);
  const read: Uint8Array[] = [];
  let bytes = 0;
  for (const piece of untilWhole(pieces)) {
    read.push(piece);
    bytes += piece.length;
    if (bytes > WHOLE_BYTES_MAX) return streamOf(inTurns(read, pieces));
  }
  return Buffer.concat(read);
}

/** Without this, leaving the loop over them would end the pieces. */
const untilWhole = (pieces: Iterator<Uint8Array>): Iterable<Uint8Array> => ({
  [Symbol.iterator]: () => ({ next: () => pieces.next() }),
});

function* piecesOf(answer: string, written: WrittenValues): Generator<Uint8Array> {
  // After the split, placeholders are at odd places and the text around them at even ones.
  for (const [at, part] of answer.split(NAMES).entries()) {
    if (at % 2 === 0) yield Buffer.from(part);
    else yield* written.get(part) ?? [Buffer.from(JSON.stringify(part))];
  }
}

async function* inTurns(read: readonly Uint8Array[], rest: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const parts of [read, rest]) {
    for (const part of parts) {
      for (let at = 0; at < part.length; at += PIECE_BYTES) {
        yield part.subarray(at, at + PIECE_BYTES);
        await nextTurn();
      }
    }
  }
}
