import { randomUUID } from 'node:crypto';
import { callerOf } from '../calls/caller.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { isStorable } from '../lib/text.ts';
import { requireBytes } from '../limits/room.ts';
import { openBytes, SEAL_BYTES, sealBytes } from '../vault/sealText.ts';
import { VaultError } from '../vault/vault.ts';
import { type Chunk, chunkOf } from './chunk.ts';

/** How long the rest of a result can be fetched. */
const RESULT_KEPT_MS = 10 * 60_000;

const PURPOSE = 'stored-result';
/** A result is sealed in segments of so many bytes, so that reading a part of it opens no more than that part. */
const SEGMENT_BYTES = 65_536;
const SEALED_SEGMENT_BYTES = SEGMENT_BYTES + SEAL_BYTES;
/** A part starts and ends at whole characters: UTF-8 (RFC 3629) needs up to so many bytes more to find them. */
const CHARACTER_BYTES = 4;
/** No result is as large; what is beyond it is beyond every result, and within PostgreSQL's integers. */
const OFFSET_MAX = 2 ** 30;

/** A part of a result with the handle that the rest is fetched with; null where the rest could not be kept. */
export type StoredChunk = Chunk & { readonly handle: string | null };

/**
 * The first part of a result that is too large to send whole. The rest is kept sealed for ten minutes, for the same
 * caller, on every instance. A result that cannot be kept is sent cut: the tool has run already.
 */
export async function keepResult(ctx: Ctx, stackId: string, json: string, chunkBytes: number): Promise<StoredChunk> {
  const bytes = Buffer.from(json);
  const chunk = chunkOf({ bytes, from: 0, totalBytes: bytes.length }, 0, chunkBytes);
  // Unguessable, though the caller is checked too.
  const handle = `result_${randomUUID()}`;
  const expiresAt = new Date(ctx.now().getTime() + RESULT_KEPT_MS);
  const row = { id: handle, stackId, reader: callerOf(ctx), chunkBytes, expiresAt };
  try {
    await requireBytes(ctx, 'max_results_bytes');
    await ctx.db.storedResult.create({ data: { ...row, sealed: sealSegments(ctx, row, bytes) } });
    sweep(ctx);
    return { ...chunk, handle };
  } catch (error) {
    ctx.log.error({ err: error, stackId }, 'the rest of a result could not be kept');
    return { ...chunk, handle: null };
  }
}

function sweep(ctx: Ctx): void {
  const where = { expiresAt: { lte: ctx.now() } };
  ctx.background.run('remove old results', () => ctx.db.storedResult.deleteMany({ where }));
}

type Owned = { readonly id: string; readonly reader: string };

function sealSegments(ctx: Ctx, row: Owned, bytes: Buffer): Uint8Array<ArrayBuffer> {
  const count = Math.ceil(bytes.length / SEGMENT_BYTES);
  const segments = Array.from({ length: count }, (_each, index) => {
    const segment = bytes.subarray(index * SEGMENT_BYTES, (index + 1) * SEGMENT_BYTES);
    return sealBytes(ctx.vault, PURPOSE, boundTo(row, index, bytes.length), segment);
  });
  return new Uint8Array(Buffer.concat(segments));
}

/** With its place and the size of the whole, a segment does not open as another one, nor in a result that was cut. */
const boundTo = ({ id, reader }: Owned, index: number, totalBytes: number): string =>
  `${id} ${reader} ${index} of ${totalBytes}`;

/** The part of a kept result that starts at `offset`. @throws not_found: expired, unknown, or another caller's */
export async function readResult(ctx: Ctx, stackId: string, handle: string, offset: number): Promise<StoredChunk> {
  const at = Math.min(offset, OFFSET_MAX);
  const row = isStorable(handle) ? await readSegments(ctx, stackId, handle, at) : null;
  if (!row) throw resultNotFound(handle);
  return { ...chunkOf(openSegments(ctx, row, at), at, row.chunkBytes), handle };
}

const resultNotFound = (handle: string): AppError => new AppError('not_found', `Result ${handle} not found`);

type Row = Owned & { readonly chunkBytes: number; readonly sealedBytes: number; readonly sealed: Uint8Array };

/** The segments that the part at `offset` lies in: the others stay in the database. */
async function readSegments(ctx: Ctx, stackId: string, handle: string, offset: number): Promise<Row | null> {
  const first = Math.floor(offset / SEGMENT_BYTES);
  const [row] = await ctx.db.$queryRaw<Row[]>`
    SELECT id, reader, chunk_bytes AS "chunkBytes", octet_length(sealed) AS "sealedBytes",
      substring(sealed FROM ${first * SEALED_SEGMENT_BYTES + 1}::int
        FOR ((${offset}::int + chunk_bytes + ${CHARACTER_BYTES}::int) / ${SEGMENT_BYTES}::int - ${first}::int + 1)
          * ${SEALED_SEGMENT_BYTES}::int) AS sealed
    FROM stored_result
    WHERE id = ${handle} AND stack_id = ${stackId} AND reader = ${callerOf(ctx)} AND expires_at > ${ctx.now()}`;
  return row ?? null;
}

function openSegments(ctx: Ctx, row: Row, offset: number) {
  const first = Math.floor(offset / SEGMENT_BYTES);
  const totalBytes = row.sealedBytes - SEAL_BYTES * Math.ceil(row.sealedBytes / SEALED_SEGMENT_BYTES);
  const count = Math.ceil(row.sealed.length / SEALED_SEGMENT_BYTES);
  try {
    const opened = Array.from({ length: count }, (_each, index) => {
      const sealed = row.sealed.subarray(index * SEALED_SEGMENT_BYTES, (index + 1) * SEALED_SEGMENT_BYTES);
      return openBytes(ctx.vault, PURPOSE, boundTo(row, first + index, totalBytes), sealed);
    });
    return { bytes: Buffer.concat(opened), from: first * SEGMENT_BYTES, totalBytes };
  } catch (error) {
    if (error instanceof VaultError) throw resultNotFound(row.id);
    throw error;
  }
}
