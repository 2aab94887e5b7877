/**
 * Frames of a backup, in order: one `header`; for each table a `table`, its `rows` in pieces, and a `counted`; one
 * `end`, without which the backup is incomplete.
 */
type FrameKind = 'header' | 'table' | 'rows' | 'counted' | 'end';

/** One part of a backup. `bytes` is JSON, or for `rows` the text format of PostgreSQL's COPY. */
export type Frame = { readonly kind: FrameKind; readonly bytes: Buffer };

/** The file isn't a backup, is damaged, or doesn't fit its target. Its message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Error message for a backup that cannot be read. */
export const DAMAGED = 'The backup is damaged';

const KINDS: Readonly<Record<string, FrameKind>> = { H: 'header', T: 'table', R: 'rows', C: 'counted', E: 'end' };
const LETTERS = new Map(Object.entries(KINDS).map(([letter, kind]) => [kind, letter]));
const MAGIC = Buffer.from('toolyard backup 1\n');
const PREFIX_BYTES = 5;
const FRAME_BYTES_MAX = 1024 * 1024;

/** The bytes before the first frame. */
export const preamble = (): Buffer => MAGIC;

/** The frames of one part: a letter, the length in four bytes, and the bytes. Long rows take several frames. */
export function* toFrames(kind: FrameKind, bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from === 0 || from < bytes.length; from += FRAME_BYTES_MAX) {
    const piece = bytes.subarray(from, from + FRAME_BYTES_MAX);
    const prefix = Buffer.alloc(PREFIX_BYTES, LETTERS.get(kind));
    prefix.writeUInt32BE(piece.length, 1);
    yield prefix;
    yield piece;
  }
}

const CUT_OFF = 'The backup is truncated';

/** Reads pieces of requested sizes from a source. Buffers at most one piece and one chunk of the source. */
function createReader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  return {
    async read(length: number): Promise<Buffer> {
      const parts = [held];
      let have = held.length;
      while (have < length) {
        const next = await chunks.next();
        if (next.done) throw new BackupError(CUT_OFF);
        parts.push(Buffer.from(next.value));
        have += next.value.length;
      }
      const all = parts.length === 1 ? held : Buffer.concat(parts, have);
      held = all.subarray(length);
      return all.subarray(0, length);
    },
    /** Requires the end of the source. Lets the source check its own end, such as a compressed file's checksum. */
    async finish(): Promise<void> {
      const next = await chunks.next();
      if (!next.done || held.length > 0) throw new BackupError(DAMAGED);
    },
  };
}

/**
 * The frames of a backup, one after the other. Yields the last one only after the source has ended.
 * @throws BackupError
 */
export async function* readFrames(source: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  const reader = createReader(source);
  const magic = await reader.read(MAGIC.length);
  if (!magic.equals(MAGIC)) throw new BackupError('The file is not a Toolyard backup');
  let frame: Frame;
  do {
    const prefix = await reader.read(PREFIX_BYTES);
    const kind = KINDS[String.fromCharCode(prefix[0] ?? 0)];
    const length = prefix.readUInt32BE(1);
    if (kind === undefined || length > FRAME_BYTES_MAX) throw new BackupError(DAMAGED);
    frame = { kind, bytes: await reader.read(length) };
    if (frame.kind === 'end') await reader.finish();
    yield frame;
  } while (frame.kind !== 'end');
}
