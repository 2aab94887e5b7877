import { createHash, hkdfSync } from 'node:crypto';
import type { StoredFile } from '../../generated/prisma/client.ts';
import { BOUNDS, boundReached } from '../kernel/bounds.ts';
import type { Ctx } from '../kernel/context.ts';
import { type DerivedKeys, openBytes, sealedPieces } from '../kernel/vault/sealText.ts';
import { openedOrNull } from '../kernel/vault/vault.ts';
import { AppError } from '../lib/errors.ts';
import { eventLoop } from '../lib/eventLoopScheduler.ts';
import { requireCapacity } from '../limits/countedBounds.ts';
import type { Scrubber } from '../results/scrub.ts';
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

/** Stores the content of a file in segments, one of which is in memory. */
class SegmentWriter {
  readonly #ctx: Ctx;
  readonly #file: StoredFile;
  readonly #isClean: Scrubber['isClean'];
  readonly #key: DerivedKeys;
  readonly #hash = createHash('sha256');
  // The segment starts behind the end of the previous one, which is searched again.
  readonly #window = Buffer.allocUnsafeSlow(OVERLAP_BYTES + SEGMENT_BYTES);
  readonly #first: number;
  #segment: number;
  #reserved: number;
  #end = OVERLAP_BYTES;
  #searched = OVERLAP_BYTES;

  /** `from`: the first byte to store, which begins a segment. */
  constructor(ctx: Ctx, file: StoredFile, { from = 0, isClean = () => true }: WriterOptions = {}) {
    this.#ctx = ctx;
    this.#file = file;
    this.#isClean = isClean;
    this.#key = keyOf(ctx, file);
    this.#first = from / SEGMENT_BYTES;
    this.#segment = this.#first;
    this.#reserved = from === 0 ? 0 : file.segments;
  }

  /** The bytes of the file so far. */
  get bytes(): number {
    return this.#segment * SEGMENT_BYTES + this.#end - OVERLAP_BYTES;
  }

  /** @throws FileHoldsSecret; AppError invalid_input at a bound */
  async add(chunk: Uint8Array): Promise<void> {
    const { max } = BOUNDS.max_file_bytes;
    if (this.bytes + chunk.length > max) throw boundReached('max_file_bytes', max);
    for (let at = 0; at < chunk.length; ) {
      if (this.#end === this.#window.length) await this.#store(false);
      const part = chunk.subarray(at, at + Math.min(SEARCHED_BYTES, this.#window.length - this.#end));
      this.#window.set(part, this.#end);
      this.#end += part.length;
      at += part.length;
      if (this.#end - this.#searched >= SEARCHED_BYTES) this.#search();
    }
  }

  /** Stores the last segment, and returns the complete file. */
  async finish(): Promise<StoredFile> {
    const bytes = BigInt(this.bytes);
    await this.#store(true);
    const file = { ...this.#file, bytes, segments: this.#segment };
    const digest = this.#first === 0 ? this.#hash.digest() : await digestOf(this.#ctx, file);
    const where = { id: file.id, accountId: file.accountId };
    const data = { bytes, segments: file.segments, digest };
    const { count } = await this.#ctx.db.storedFile.updateMany({ where, data });
    if (count === 0) throw new AppError('not_found', 'The file was deleted while it was stored');
    return { ...file, digest };
  }

  #search(): void {
    const from = this.#segment === this.#first ? OVERLAP_BYTES : 0;
    const window = this.#window.subarray(Math.max(from, this.#searched - OVERLAP_BYTES), this.#end);
    if (!this.#isClean(window)) throw new FileHoldsSecret();
    this.#searched = this.#end;
  }

  async #store(isLast: boolean): Promise<void> {
    if (this.#end > this.#searched) this.#search();
    if (this.#segment >= this.#reserved) this.#reserved = await reserve(this.#ctx, this.#file, this.#reserved);
    const content = this.#window.subarray(OVERLAP_BYTES, this.#end);
    this.#hash.update(content);
    const sealed = sealedPieces(this.#key, PURPOSE, boundTo(this.#file, this.#segment, isLast), content);
    await this.#ctx.fileStore.write(this.#file.id, this.#segment, sealed);
    this.#window.copyWithin(0, this.#end - OVERLAP_BYTES, this.#end);
    this.#segment += 1;
    this.#end = OVERLAP_BYTES;
    this.#searched = OVERLAP_BYTES;
    await eventLoop.yieldIfBusy(this.#file.accountId);
  }
}

type WriterOptions = { readonly from?: number } & Partial<Pick<Scrubber, 'isClean'>>;

async function digestOf(ctx: Ctx, file: StoredFile): Promise<Buffer<ArrayBuffer>> {
  const hash = createHash('sha256');
  for await (const part of readContent(ctx, file)) hash.update(part);
  return hash.digest();
}

/**
 * Stores the content of a file as it arrives. Each segment is reserved before it is stored, so that a failure leaves
 * nothing uncounted.
 * @returns the file, complete
 * @throws FileHoldsSecret; AppError invalid_input at a bound; as `chunks`
 */
export async function fillFile(
  ctx: Ctx,
  file: StoredFile,
  chunks: AsyncIterable<Uint8Array>,
  options: Pick<WriterOptions, 'isClean'> = {},
): Promise<StoredFile> {
  const writer = new SegmentWriter(ctx, file, options);
  for await (const chunk of chunks) await writer.add(chunk);
  return writer.finish();
}

/** Bytes of an upload from which it continues after an interruption: those of its whole segments. */
export const uploadedBytes = ({ bytes }: StoredFile): number => Number(bytes);

/**
 * Stores the next part of an upload of `size` bytes, which begins at byte `from`. If it breaks off, the whole segments
 * so far remain.
 * @returns the complete file; null if bytes are still missing
 * @throws invalid_input for another offset than `uploadedBytes` or 0; too_large beyond `size`; as `chunks`
 */
export async function continueUpload(
  ctx: Ctx,
  file: StoredFile,
  chunks: AsyncIterable<Uint8Array>,
  { from, size }: { readonly from: number; readonly size: number },
): Promise<StoredFile | null> {
  const stored = uploadedBytes(file);
  if (from !== 0 && from !== stored) throw new AppError('invalid_input', `The next part must begin at byte ${stored}`);
  const writer = new SegmentWriter(ctx, file, { from });
  let saved = from;
  for await (const chunk of chunks) {
    if (writer.bytes + chunk.length > size) throw new AppError('too_large', `The file has more than ${size} bytes`);
    await writer.add(chunk);
    const whole = Math.floor((writer.bytes - 1) / SEGMENT_BYTES) * SEGMENT_BYTES;
    if (whole > saved) {
      const where = { id: file.id, accountId: file.accountId, digest: null };
      await ctx.db.storedFile.updateMany({ where, data: { bytes: BigInt(whole) } });
      saved = whole;
    }
  }
  return writer.bytes === size ? writer.finish() : null;
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
    const place = boundTo(file, index, index === file.segments - 1);
    const content = sealed && openedOrNull(() => openBytes(key, PURPOSE, place, sealed));
    if (!content) throw new AppError('not_found', 'The file can’t be read');
    yield content.subarray(Math.max(0, from - start), Math.min(content.length, to - start));
    await eventLoop.yieldIfBusy(file.accountId);
  }
}
