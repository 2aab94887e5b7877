import { boundReached, storedBound } from '../kernel/bounds.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { type AccountId, newUploadId, type UploadId } from '../kernel/ids.ts';
import { accountIdOf, requireRight } from '../kernel/scope.ts';
import { withAccountMutex } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { plural } from '../lib/text.ts';
import { lockAccount } from '../limits/countedBounds.ts';
import { DOCUMENT_MIB_MAX, documentTooLong, type UploadedDocument } from './importPort.ts';

/** How long an upload is stored and can be imported, from its start. */
const UPLOAD_KEPT_MS = 30 * 60_000;
/** Maximum bytes of one part, which keeps its request as small as other requests. */
export const UPLOAD_PART_BYTES_MAX = 1_048_576;

const BYTES_MAX = DOCUMENT_MIB_MAX * 1_048_576;

/** An upload as its owner sees it: `received` of `bytes` bytes have arrived. */
type Upload = {
  readonly id: UploadId;
  readonly bytes: number;
  readonly received: number;
  readonly expiresAt: Date;
};

/** The same error for an unknown upload and for another account's. */
const noSuchUpload = (code: 'not_found' | 'invalid_input' = 'not_found'): AppError =>
  new AppError(code, 'Upload not found. Uploads are stored for 30 minutes: upload the document again');

/**
 * Starts an upload of `bytes` bytes, which are then sent in parts. Available on every instance. Beyond `max_uploads`,
 * the oldest upload is removed.
 * @throws invalid_input for a size that no document can have; forbidden
 */
export async function createUpload(ctx: Ctx, bytes: number): Promise<Upload> {
  requireRight(ctx.actor, 'write');
  const accountId = accountIdOf(ctx.actor);
  if (!Number.isSafeInteger(bytes) || bytes < 1) throw new AppError('invalid_input', 'Specify the number of bytes');
  if (bytes > BYTES_MAX) throw documentTooLong();
  const expiresAt = new Date(ctx.now().getTime() + UPLOAD_KEPT_MS);
  return withAccountMutex(accountId, () =>
    ctx.db.$transaction((tx) => insertUpload(ctx, tx, { accountId, bytes, expiresAt })),
  );
}

/** Adds an upload, and removes the account's oldest ones beyond `max_uploads`. */
async function insertUpload(
  ctx: Ctx,
  tx: Tx,
  upload: Omit<Upload, 'id' | 'received'> & { readonly accountId: AccountId },
) {
  const { accountId } = upload;
  const max = storedBound((await lockAccount(tx, accountId))?.limits, 'max_uploads');
  if (max < 1) throw boundReached('max_uploads', max);
  const stored = await tx.upload.findMany({
    where: { accountId, expiresAt: { gt: ctx.now() } },
    orderBy: { id: 'desc' },
    take: max - 1,
    select: { id: true },
  });
  await tx.upload.deleteMany({ where: { accountId, id: { notIn: stored.map(({ id }) => id) } } });
  return tx.upload.create({ data: { id: newUploadId(), ...upload } });
}

/**
 * Appends the bytes that start at offset `at`. Repeating a stored part, for example because its response was lost,
 * changes nothing.
 * @returns the number of bytes stored
 * @throws not_found; invalid_input for any part other than the next, or for bytes beyond the announced end; too_large
 */
export async function appendToUpload(ctx: Ctx, id: UploadId, at: number, content: Uint8Array): Promise<number> {
  requireRight(ctx.actor, 'write');
  if (content.length > UPLOAD_PART_BYTES_MAX) throw new AppError('too_large', 'Payload too large');
  const upload = await ownUpload(ctx, id);
  if (!upload) throw noSuchUpload();
  const end = at + content.length;
  if (content.length === 0 || !(end <= upload.bytes)) {
    throw new AppError('invalid_input', `A part must not be empty or exceed the declared ${upload.bytes} bytes`);
  }
  if (await ctx.uploadParts.append({ id, at, content })) return end;
  const received = (await ownUpload(ctx, id))?.received;
  if (received === undefined) throw noSuchUpload();
  if (received === end) return received;
  throw new AppError('invalid_input', `The next part must begin at byte ${received}`);
}

/** Removes an upload, complete or not. @throws not_found */
export async function removeUpload(ctx: Ctx, id: UploadId): Promise<void> {
  requireRight(ctx.actor, 'write');
  const { count } = await ctx.db.upload.deleteMany({ where: { id, accountId: accountIdOf(ctx.actor) } });
  if (count === 0) throw noSuchUpload();
}

const ownUpload = (ctx: Ctx, id: UploadId): Promise<Upload | null> =>
  ctx.db.upload.findFirst({
    where: { id, accountId: accountIdOf(ctx.actor), expiresAt: { gt: ctx.now() } },
  });

/** A complete upload, whose bytes are read later. @throws invalid_input if it is unknown or incomplete */
export async function findUpload(ctx: Ctx, id: UploadId): Promise<UploadedDocument> {
  const upload = await ownUpload(ctx, id);
  if (!upload) throw noSuchUpload('invalid_input');
  const { bytes, received } = upload;
  if (received < bytes) {
    throw new AppError('invalid_input', `The upload has ${received} of ${plural(bytes, 'byte')}: send the rest first`);
  }
  const read = async (): Promise<Uint8Array> => {
    const part = await ctx.uploadParts.read(id, bytes);
    if (!part) throw noSuchUpload('invalid_input');
    return part;
  };
  return { bytes, read };
}
