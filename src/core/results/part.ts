import { type JsonObject, textOf } from '../lib/json.ts';

/** Maximum bytes of a character (UTF-8, RFC 3629). Parts never cut one, so a window needs this many more bytes. */
export const CHARACTER_BYTES = 4;

/** A part of a result's JSON text. Offsets and totals are bytes of its UTF-8; `nextOffset` is null at the end. */
type Chunk = {
  readonly text: string;
  readonly offset: number;
  readonly nextOffset: number | null;
  readonly totalBytes: number;
};

/** A part of a text's UTF-8: `bytes` start at byte `from` of `totalBytes`. */
export type TextWindow = { readonly bytes: Uint8Array; readonly from: number; readonly totalBytes: number };

/** The part that `chunkOf` cuts out of a window. */
export type ResultPart = { readonly window: TextWindow; readonly offset: number; readonly bytesMax: number };

const isInsideCharacter = ({ bytes, from }: TextWindow, at: number): boolean =>
  ((bytes[at - from] ?? 0) & 0xc0) === 0x80;

/**
 * The part that starts at byte `offset`, at most `bytesMax` long (at least 4), without cutting a character. The window
 * has to reach from `offset` to 4 bytes beyond the part, or to the end of the text.
 */
export function chunkOf({ window, offset, bytesMax }: ResultPart): Chunk {
  const { bytes, from, totalBytes } = window;
  let start = Math.min(offset, totalBytes);
  while (isInsideCharacter(window, start)) start += 1;
  let end = Math.min(start + bytesMax, totalBytes);
  while (isInsideCharacter(window, end)) end -= 1;
  return {
    text: textOf(bytes.subarray(start - from, end - from)),
    offset: start,
    nextOffset: end < totalBytes ? end : null,
    totalBytes,
  };
}

/** A part of a result as the `result` of a call, with the handle for the rest. */
export const chunkBody = ({ offset, nextOffset, totalBytes, text }: Chunk, handle: string | null): JsonObject => ({
  handle,
  offset,
  next_offset: nextOffset,
  total_bytes: totalBytes,
  text,
});
