import { randomUUID } from 'node:crypto';
import { callerOf } from '../calls/caller.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { isStorable } from '../lib/text.ts';
import { openText, sealText } from '../vault/sealText.ts';
import { VaultError } from '../vault/vault.ts';
import { type Chunk, chunkOf } from './chunk.ts';

/** How long the rest of a result can be fetched. */
const RESULT_KEPT_MS = 10 * 60_000;

const PURPOSE = 'stored-result';

/** A part of a result with the handle that the rest is fetched with; null where the rest could not be kept. */
export type StoredChunk = Chunk & { readonly handle: string | null };

/**
 * The first part of a result that is too large to send whole. The rest is kept sealed for ten minutes, for the same
 * caller, on every instance. A result that cannot be kept is sent cut: the tool has run already.
 */
export async function keepResult(ctx: Ctx, stackId: string, json: string, chunkBytes: number): Promise<StoredChunk> {
  const chunk = chunkOf(Buffer.from(json), 0, chunkBytes);
  // Unguessable, though the caller is checked too.
  const handle = `result_${randomUUID()}`;
  const expiresAt = new Date(ctx.now().getTime() + RESULT_KEPT_MS);
  const row = { id: handle, stackId, reader: callerOf(ctx), chunkBytes, expiresAt };
  try {
    const sealed = sealText(ctx.vault, PURPOSE, `${handle} ${row.reader}`, json);
    await ctx.db.storedResult.create({ data: { ...row, sealed } });
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

/** The part of a kept result that starts at `offset`. @throws not_found: expired, unknown, or another caller's */
export async function readResult(ctx: Ctx, stackId: string, handle: string, offset: number): Promise<StoredChunk> {
  const where = { id: handle, stackId, reader: callerOf(ctx), expiresAt: { gt: ctx.now() } };
  const row = isStorable(handle) ? await ctx.db.storedResult.findFirst({ where }) : null;
  if (!row) throw resultNotFound(handle);
  return { ...chunkOf(openResult(ctx, row), offset, row.chunkBytes), handle };
}

const resultNotFound = (handle: string): AppError => new AppError('not_found', `Result ${handle} not found`);

type Row = { readonly id: string; readonly reader: string; readonly sealed: Uint8Array };

function openResult(ctx: Ctx, { id, reader, sealed }: Row): Buffer {
  try {
    return Buffer.from(openText(ctx.vault, PURPOSE, `${id} ${reader}`, sealed));
  } catch (error) {
    if (error instanceof VaultError) throw resultNotFound(id);
    throw error;
  }
}
