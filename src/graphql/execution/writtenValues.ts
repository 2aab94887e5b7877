import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WhenAnswered } from '../../core/limits/answerBytes.ts';
import { streamOf } from '../../wire/webResponse.ts';
import { withReadTimeout } from './readTimeout.ts';

/** A value's JSON text in UTF-8 pieces, which exist already, or are created or read while they are sent. */
type WrittenValue = Iterable<Piece> | AsyncIterable<Uint8Array>;

/** Values written separately from a response, by their placeholder in it. */
export type DeferredValues = Map<string, WrittenValue>;

/** Part of a response's text; for a stored value, its reader. */
export type Piece = Uint8Array | AsyncIterable<Uint8Array>;

export function* piecesOfValue(value: WrittenValue): Generator<Piece> {
  if (Symbol.asyncIterator in value) yield value;
  else yield* value;
}

/** A resolver's result for a JSON text: a random placeholder that no caller can forge. */
export function withPlaceholders(written: DeferredValues, pieces: WrittenValue): string {
  const name = `written:${randomUUID()}`;
  written.set(name, pieces);
  return name;
}

const NAMES = /"(written:[0-9a-f-]{36})"/;
/** A longer response is sent in pieces, one per turn of the event loop, without its length. */
const WHOLE_BYTES_MAX = 262_144;
const PIECE_BYTES = 262_144;

/** The response with each placeholder replaced by its value. */
export function withWrittenValues(
  answer: string,
  written: DeferredValues,
  whenAnswered: WhenAnswered = () => () => undefined,
): Buffer | Readable {
  const streamed = (rest: readonly Piece[]): Readable => streamOf(withReadTimeout(inTurns(rest, pieces), whenAnswered));
  const pieces = piecesOf(answer, written);
  const read: Uint8Array[] = [];
  let bytes = 0;
  // Has no `return`, because leaving a loop over the pieces would otherwise end the iterator.
  for (const piece of {
    [Symbol.iterator]: () => ({ next: () => pieces.next() }),
  }) {
    if (!(piece instanceof Uint8Array)) return streamed([...read, piece]);
    read.push(piece);
    bytes += piece.length;
    if (bytes > WHOLE_BYTES_MAX) return streamed(read);
  }
  return Buffer.concat(read);
}

function* piecesOf(answer: string, written: DeferredValues): Generator<Piece> {
  // After the split, placeholders are at odd indices and the text around them at even ones.
  for (const [at, part] of answer.split(NAMES).entries()) {
    if (at % 2 === 0) yield Buffer.from(part);
    else yield* piecesOfValue(written.get(part) ?? [Buffer.from(JSON.stringify(part))]);
  }
}

async function* inTurns(read: readonly Piece[], rest: Iterable<Piece>): AsyncGenerator<Uint8Array> {
  for await (const part of bytesOf(read, rest)) {
    for (let at = 0; at < part.length; at += PIECE_BYTES) {
      yield part.subarray(at, at + PIECE_BYTES);
      await nextTurn();
    }
  }
}

async function* bytesOf(...groups: readonly Iterable<Piece>[]): AsyncGenerator<Uint8Array> {
  for (const pieces of groups) for (const piece of pieces) yield* piece instanceof Uint8Array ? [piece] : piece;
}
