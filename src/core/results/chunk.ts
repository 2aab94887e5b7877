/** A part of a result's JSON text. Offsets and totals are bytes of its UTF-8; `nextOffset` is null at the end. */
export type Chunk = {
  readonly text: string;
  readonly offset: number;
  readonly nextOffset: number | null;
  readonly totalBytes: number;
};

const isInsideCharacter = (bytes: Buffer, at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80;

/** The part that starts at `offset`, at most `bytesMax` long (4 at least); it never cuts a character in two. */
export function chunkOf(bytes: Buffer, offset: number, bytesMax: number): Chunk {
  let start = Math.min(offset, bytes.length);
  while (isInsideCharacter(bytes, start)) start += 1;
  let end = Math.min(start + bytesMax, bytes.length);
  while (isInsideCharacter(bytes, end)) end -= 1;
  return {
    text: bytes.toString('utf8', start, end),
    offset: start,
    nextOffset: end < bytes.length ? end : null,
    totalBytes: bytes.length,
  };
}
