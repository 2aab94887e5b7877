import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Ctx, requesterOf } from '../kernel/context.ts';
import { newResultId, type StackId } from '../kernel/ids.ts';
import { openBytes, SEAL_BYTES, sealBytes } from '../kernel/vault/sealText.ts';
import { VaultError } from '../kernel/vault/vault.ts';
import { AppError } from '../lib/errors.ts';
import { eventLoop } from '../lib/eventLoopScheduler.ts';
import { createFairQueue } from '../lib/fairQueue.ts';
import { isStorable } from '../lib/text.ts';
import { callerOf } from '../limits/caller.ts';
import { requireStored } from '../limits/countedBounds.ts';
import { LARGE_BYTES } from './largeOutput.ts';
import { CHARACTER_BYTES, type ResultPart, type TextWindow } from './part.ts';
import { type ResultSource, toSources } from './source.ts';

/** How long the rest of a result can be fetched. */
const RESULT_KEPT_MS = 10 * 60_000;

const PURPOSE = 'stored-result';
/** Results are encrypted in segments of this size, so that reading a part decrypts only that part. */
const SEGMENT_BYTES = 65_536;
const SEALED_SEGMENT_BYTES = SEGMENT_BYTES + SEAL_BYTES;
const SEGMENTS_AT_A_TIME = 4;
/** Maximum offset: larger than any result, and within PostgreSQL's integers. */
const OFFSET_MAX = 2 ** 30;

/** A part of a result, not yet cut to size, with the handle for the rest; null if the rest could not be stored. */
export type StoredPart = ResultPart & { readonly handle: string | null };

/**
 * Stores a result that is too large to send whole, and returns its first part. The same caller can read the rest for
 * ten minutes, on every instance. If the result can't be stored, the first part is returned without a handle, since the
 * tool has already run.
 */
export async function storeResult(
  ctx: Ctx,
  stackId: StackId,
  { buffer, byteOffset, length }: Uint8Array,
  { chunkBytes, sources }: { readonly chunkBytes: number; readonly sources: readonly ResultSource[] },
): Promise<StoredPart> {
  const bytes = Buffer.from(buffer, byteOffset, length);
  const window = { bytes: bytes.subarray(0, chunkBytes + CHARACTER_BYTES), from: 0, totalBytes: bytes.length };
  const part = { window, offset: 0, bytesMax: chunkBytes };
  const handle = newResultId();
  const expiresAt = new Date(ctx.now().getTime() + RESULT_KEPT_MS);
  const row = { id: handle, stackId, reader: callerOf(ctx), chunkBytes, expiresAt };
  try {
    await requireStored(ctx, 'max_results_bytes');
    // Two writes are safe, since callers learn the handle only after both.
    await ctx.db.storedResult.create({ data: { ...row, sources: [...sources], sealed: new Uint8Array() } });
    const sealed = await sealSegments(ctx, row, bytes);
    await eventLoop.yieldIfBusy(ctx.actor.accountId ?? '');
    await ctx.sealedValues.write('stored_result', handle, sealed);
    const where = { expiresAt: { lte: ctx.now() } };
    ctx.background.run('remove old results', () => ctx.db.storedResult.deleteMany({ where }));
    return { ...part, handle };
  } catch (error) {
    ctx.log.error({ err: error, stackId }, 'the rest of a result could not be stored');
    return { ...part, handle: null };
  }
}

type OwnedHandle = { readonly id: string; readonly reader: string };

/** Encrypts a result in segments. Yields after every few, so that other requests continue. */
async function sealSegments(ctx: Ctx, row: OwnedHandle, bytes: Buffer): Promise<Buffer> {
  const count = Math.ceil(bytes.length / SEGMENT_BYTES);
  const sealed = Buffer.allocUnsafe(bytes.length + count * SEAL_BYTES);
  for (let index = 0; index < count; index += 1) {
    if (index % SEGMENTS_AT_A_TIME === SEGMENTS_AT_A_TIME - 1) await nextTurn();
    const segment = bytes.subarray(index * SEGMENT_BYTES, (index + 1) * SEGMENT_BYTES);
    const place = boundTo(row, index, bytes.length);
    sealed.set(sealBytes(ctx.vault, PURPOSE, place, segment), index * SEALED_SEGMENT_BYTES);
  }
  return sealed;
}

/**
 * The binding of a segment. It includes the index and the total size, so that segments cannot be swapped or removed.
 */
const boundTo = ({ id, reader }: OwnedHandle, index: number, totalBytes: number): string =>
  `${id} ${reader} ${index} of ${totalBytes}`;

const busy = 'Too many parts of results are being read: try again';
/**
 * Queues the reads of parts. A part of several megabytes needs ten times as much memory, so each account reads one at a
 * time.
 */
const reading = createFairQueue({
  atOnceMax: 3,
  waitingPerAccountMax: 64,
  waitingMax: 2_000,
  retryAfterSeconds: 1,
  messages: { tooMany: busy, busy },
});

/**
 * The part of a stored result that starts at byte `offset`. An account reads one large part at a time.
 * @throws not_found if it is expired, unknown, or another caller's; as `FairQueue`
 */
export async function readResult(ctx: Ctx, stackId: StackId, handle: string, offset: number): Promise<StoredPart> {
  const at = Math.min(offset, OFFSET_MAX);
  const row = isStorable(handle) ? await findRow(ctx, stackId, handle) : null;
  if (!row) throw resultNotFound(handle);
  const read = (): Promise<TextWindow> => readWindow(ctx, row, at);
  const window = row.chunkBytes < LARGE_BYTES ? await read() : await reading.run(requesterOf(ctx), read);
  return { window, offset: at, bytesMax: row.chunkBytes, handle };
}

/** A stored result as JSON text, with the tools whose output it contains. */
type WholeResult = { readonly json: Buffer; readonly sources: readonly ResultSource[] };

/**
 * A whole stored result. An account reads one at a time.
 * @throws not_found; invalid_input over `bytesMax`; as `FairQueue`
 */
export function readWholeResult(
  ctx: Ctx,
  stackId: StackId,
  handle: string,
  bytesMax = Number.POSITIVE_INFINITY,
): Promise<WholeResult> {
  return reading.run(requesterOf(ctx), async () => {
    const row = isStorable(handle) ? await findRow(ctx, stackId, handle) : null;
    if (row && totalBytesOf(row) > bytesMax)
      throw new AppError('invalid_input', `Result ${handle} has more than ${bytesMax} bytes: read it in parts`);
    const sealed = row && (await ctx.sealedValues.read('stored_result', row.id));
    if (!row || !sealed) throw resultNotFound(handle);
    return { json: (await openSegments(ctx, { ...row, sealed }, 0)).bytes, sources: toSources(row.sources) };
  });
}

const resultNotFound = (handle: string): AppError => new AppError('not_found', `Result ${handle} not found`);

type Row = OwnedHandle & {
  readonly chunkBytes: number;
  readonly sources: unknown;
  readonly sealedBytes: number;
};

const totalBytesOf = ({ sealedBytes }: Row): number =>
  sealedBytes - SEAL_BYTES * Math.ceil(sealedBytes / SEALED_SEGMENT_BYTES);

async function findRow(ctx: Ctx, stackId: StackId, handle: string): Promise<Row | undefined> {
  const [row] = await ctx.db.$queryRaw<Row[]>`
    SELECT id, reader, chunk_bytes AS "chunkBytes", sources, octet_length(sealed) AS "sealedBytes" FROM stored_result
    WHERE id = ${handle} AND stack_id = ${stackId} AND reader = ${callerOf(ctx)} AND expires_at > ${ctx.now()}`;
  return row;
}

/**
 * Reads and decrypts only the segments that contain the part at `offset`.
 * @throws not_found if the result is deleted in the meantime
 */
async function readWindow(ctx: Ctx, row: Row, offset: number): Promise<TextWindow> {
  const first = Math.floor(offset / SEGMENT_BYTES);
  const count = Math.floor((offset + row.chunkBytes + CHARACTER_BYTES) / SEGMENT_BYTES) - first + 1;
  const range = { from: first * SEALED_SEGMENT_BYTES, length: count * SEALED_SEGMENT_BYTES };
  const sealed = await ctx.sealedValues.read('stored_result', row.id, range);
  if (!sealed) throw resultNotFound(row.id);
  return openSegments(ctx, { ...row, sealed }, offset);
}

type SealedRow = Row & { readonly sealed: Uint8Array };

/** Decrypts segments, and yields like `sealSegments`. */
async function openSegments(ctx: Ctx, { sealed, ...row }: SealedRow, offset: number) {
  const first = Math.floor(offset / SEGMENT_BYTES);
  const totalBytes = totalBytesOf(row);
  const count = Math.ceil(sealed.length / SEALED_SEGMENT_BYTES);
  const bytes = Buffer.allocUnsafe(Math.max(0, sealed.length - count * SEAL_BYTES));
  try {
    for (let index = 0; index < count; index += 1) {
      if (index % SEGMENTS_AT_A_TIME === SEGMENTS_AT_A_TIME - 1) await nextTurn();
      const segment = sealed.subarray(index * SEALED_SEGMENT_BYTES, (index + 1) * SEALED_SEGMENT_BYTES);
      const place = boundTo(row, first + index, totalBytes);
      openBytes(ctx.vault, PURPOSE, place, segment).copy(bytes, index * SEGMENT_BYTES);
    }
    return { bytes, from: first * SEGMENT_BYTES, totalBytes };
  } catch (error) {
    if (error instanceof VaultError) throw resultNotFound(row.id);
    throw error;
  }
}
