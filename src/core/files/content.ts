import { createHash, hkdfSync } from 'node:crypto';
import type { StoredFile } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { eventLoop } from '../lib/eventLoopScheduler.ts';
import { BOUNDS, boundReached } from '../limits/bounds.ts';
import { requireCapacity } from '../limits/countedBounds.ts';
import type { Scrubber } from '../results/scrub.ts';
import { type DerivedKeys, openBytes, sealBytes } from '../vault/sealText.ts';
import { VaultError } from '../vault/vault.ts';
import { SEGMENT_BYTES } from './fileStore.ts';

const PURPOSE = 'stored-file';
/** Segments are reserved in groups, which saves most statements. */
const RESERVED_SEGMENTS = 16;
/** Bytes searched for secrets at once, which takes less than a millisecond. */
const SEARCHED_BYTES = 65_536;
/** Bytes before a part that are searched with it, so that a secret across the edge is found. */
const OVERLAP_BYTES = 262_144;

/** The content holds a secret of the call, so it must not be stored. */
export class FileHoldsSecret extends Error {
  override readonly name = 'FileHoldsSecret';
}

/** The key of one file. @throws VaultError if the master key that it comes from is gone */
function keyOf({ vault }: Pick<Ctx, 'vault'>, { accountId, keyId, id }: StoredFile): DerivedKeys {
  const root = vault.deriveKey(PURPOSE, keyId);
  const key = new Uint8Array(hkdfSync('sha256', root, '', `${accountId} ${id}`, root.length));
  return { deriveKey: () => key };
}

/** The binding of a segment, so that segments cannot be swapped, moved to another file or removed from its end. */
const boundTo = ({ id, reader }: StoredFile, index: number, isLast: boolean): string =>
  `${id} ${reader} ${index}${isLast ? ' last' : ''}`;

/**
 * Stores the content of a file as it arrives, in memory one segment at a time. Each segment is reserved before it is
 * stored, so that a failure leaves nothing uncounted.
 * @returns the file, complete
 * @throws FileHoldsSecret; AppError invalid_input at a bound; as `chunks`
 */
export async function fillFile(
  ctx: Ctx,
  file: StoredFile,
  chunks: AsyncIterable<Uint8Array>,
  { isClean = () => true }: Partial<Pick<Scrubber, 'isClean'>> = {},
): Promise<StoredFile> {
  const window = Buffer.allocUnsafeSlow(OVERLAP_BYTES + SEGMENT_BYTES);
  const hash = createHash('sha256');
  const key = keyOf(ctx, file);
  let [segment, reserved, bytes] = [0, 0, 0];
  // The segment starts behind the end of the previous one, which is searched again.
  let [end, searched] = [OVERLAP_BYTES, OVERLAP_BYTES];
  const search = (): void => {
    const from = segment === 0 ? OVERLAP_BYTES : 0;
    if (!isClean(window.subarray(Math.max(from, searched - OVERLAP_BYTES), end))) throw new FileHoldsSecret();
    searched = end;
  };
  const store = async (isLast: boolean): Promise<void> => {
    if (end > searched) search();
    if (segment >= reserved) reserved = await reserve(ctx, file, reserved);
    const content = window.subarray(OVERLAP_BYTES, end);
    hash.update(content);
    bytes += content.length;
    await ctx.fileStore.write(file.id, segment, sealBytes(key, PURPOSE, boundTo(file, segment, isLast), content));
    window.copyWithin(0, end - OVERLAP_BYTES, end);
    segment += 1;
    [end, searched] = [OVERLAP_BYTES, OVERLAP_BYTES];
    await eventLoop.take(file.accountId);
  };
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      if (end === window.length) await store(false);
      const part = chunk.subarray(at, at + Math.min(SEARCHED_BYTES, window.length - end));
      window.set(part, end);
      end += part.length;
      at += part.length;
      if (end - searched >= SEARCHED_BYTES) search();
    }
    if (bytes + end - OVERLAP_BYTES > BOUNDS.max_file_bytes.max)
      throw boundReached('max_file_bytes', BOUNDS.max_file_bytes.max);
  }
  await store(true);
  const data = { bytes: BigInt(bytes), segments: segment, digest: hash.digest() };
  const { count } = await ctx.db.storedFile.updateMany({ where: { id: file.id, accountId: file.accountId }, data });
  if (count === 0) throw new AppError('not_found', 'The file was deleted while it was stored');
  return { ...file, ...data };
}

/** Counts further segments of a file towards the account's bound, and returns the number of its segments. */
async function reserve(ctx: Ctx, { id, accountId }: StoredFile, reserved: number): Promise<number> {
  const segments = reserved === 0 ? 1 : reserved + RESERVED_SEGMENTS;
  await ctx.db.$transaction(async (tx) => {
    await requireCapacity(ctx, tx, 'max_files_bytes', (segments - reserved) * SEGMENT_BYTES);
    await tx.storedFile.updateMany({ where: { id, accountId }, data: { segments } });
  });
  return segments;
}

/**
 * Reads a file from byte `from` to before byte `to`, one segment at a time.
 * @throws not_found if it is deleted or damaged
 */
export async function* readContent(
  ctx: Pick<Ctx, 'fileStore' | 'vault'>,
  file: StoredFile,
  { from = 0, to = Number(file.bytes) }: { readonly from?: number; readonly to?: number } = {},
): AsyncGenerator<Buffer> {
  const key = keyOf(ctx, file);
  const first = Math.floor(from / SEGMENT_BYTES);
  for (let index = first; index * SEGMENT_BYTES < to; index += 1) {
    const sealed = await ctx.fileStore.read(file.id, index);
    const start = index * SEGMENT_BYTES;
    const content = sealed && opened(key, boundTo(file, index, index === file.segments - 1), sealed);
    if (!content) throw new AppError('not_found', 'The file can’t be read');
    yield content.subarray(Math.max(0, from - start), Math.min(content.length, to - start));
    await eventLoop.take(file.accountId);
  }
}

function opened(key: DerivedKeys, place: string, sealed: Buffer): Buffer | null {
  try {
    return openBytes(key, PURPOSE, place, sealed);
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}
