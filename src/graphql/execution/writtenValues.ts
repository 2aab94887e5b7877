import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { streamOf } from '../../wire/webResponse.ts';

/** Values that are JSON text already, in UTF-8 and in pieces, by the placeholder that stands for each in an answer. */
export type WrittenValues = Map<string, readonly Uint8Array[]>;

/** What a resolver returns for a value that is JSON text: a random placeholder, which no caller can forge. */
export function withPlaceholders(written: WrittenValues, ...pieces: readonly Uint8Array[]): string {
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
  // After the split, placeholders are at odd places and the text around them at even ones.
  const parts = answer.split(NAMES).flatMap((part, at): readonly Uint8Array[] => {
    if (at % 2 === 0) return [Buffer.from(part)];
    return written.get(part) ?? [Buffer.from(JSON.stringify(part))];
  });
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  return bytes <= WHOLE_BYTES_MAX ? Buffer.concat(parts) : streamOf(inTurns(parts));
}

async function* inTurns(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += PIECE_BYTES) {
      yield part.subarray(at, at + PIECE_BYTES);
      await nextTurn();
    }
  }
}
