import type { Prisma, StoredFile } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import {
  type AccountId,
  type FileId,
  newFileId,
  type ServerId,
  type StackId,
  type ToolId,
  toFileId,
} from '../kernel/ids.ts';
import { type IdOrder, pageAmong, pageById, type Window } from '../kernel/page.ts';
import { hasRight, inStackWhere, requireRightIn, requireRightSomewhere } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import type { JsonObject } from '../lib/json.ts';
import { storable } from '../lib/text.ts';
import { callerOf } from '../limits/caller.ts';
import { requireCapacity } from '../limits/countedBounds.ts';
import { type ResultSource, toSources } from '../results/source.ts';

/** How long a file is kept. */
const FILE_KEPT_MS = 24 * 60 * 60_000;
/** Maximum characters of a file's name. */
export const NAME_CHARS_MAX = 255;
const HANDLE = 'toolyard://file/';

/** The handle of a file, which callers pass on instead of its content. */
export const handleOf = (id: FileId): string => `${HANDLE}${id}`;

/** Whether an address is a handle. A server with the id `file` has none of this form. */
export const isFileHandle = (uri: string): boolean => /^toolyard:\/\/file\/file_[\w-]+$/.test(uri);

/** A file as callers see it. It can itself be passed as an argument. */
export const describeFile = (file: StoredFile): JsonObject => ({
  $file: handleOf(file.id),
  name: file.name,
  type: file.mediaType,
  size: Number(file.bytes),
  digest: file.digest && `sha256:${Buffer.from(file.digest).toString('hex')}`,
  origin: originOf(file),
  expires_at: file.expiresAt.toISOString(),
});

/** The server and tool whose result a file is; null for an upload. */
export const originOf = ({ toolId }: Pick<StoredFile, 'toolId'>): ToolId | null => toolId || null;

type NewFile = {
  readonly name: string;
  readonly mediaType: string;
  readonly origin: { readonly server: ServerId; readonly toolId: ToolId };
  readonly sources: readonly ResultSource[];
};

/** The tools whose output a file contains. */
export const sourcesOfFile = ({ sources, server, toolId }: StoredFile): readonly ResultSource[] =>
  toSources(sources, { server, tool: toolId, label: '' });

/**
 * Adds a file without content, for the caller and its end user only.
 * @throws invalid_input at `max_files`
 */
export async function createFile(
  ctx: Ctx,
  { accountId, stackId }: { readonly accountId: AccountId; readonly stackId: StackId },
  { name, mediaType, origin: { server, toolId }, sources }: NewFile,
): Promise<StoredFile> {
  const now = ctx.now();
  const data = {
    ...{ id: newFileId(), accountId, stackId, reader: callerOf(ctx), server, toolId },
    name: storable(name.replaceAll(/[\p{Cc}\p{Cf}/\\]/gu, '_'), NAME_CHARS_MAX - 1) || 'file',
    mediaType: storable(mediaType, NAME_CHARS_MAX),
    sources: [...sources],
    keyId: ctx.vault.currentKeyId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + FILE_KEPT_MS),
  };
  return ctx.db.$transaction(async (tx) => {
    await requireCapacity(ctx, tx, 'max_files');
    return tx.storedFile.create({ data });
  });
}

/** The same error for an unknown file, an expired one, and another caller's. */
const fileNotFound = (handle: string): AppError =>
  new AppError('not_found', `File ${handle} not found: it may have expired`);

/**
 * A complete file that the caller may use: it stored it for the same end user.
 * @throws not_found
 */
export async function getFile(ctx: Ctx, accountId: AccountId, handle: string): Promise<StoredFile> {
  const where = {
    id: toFileId(handle.startsWith(HANDLE) ? handle.slice(HANDLE.length) : ''),
    accountId,
    reader: callerOf(ctx),
    expiresAt: { gt: ctx.now() },
  };
  const file = await ctx.db.storedFile.findFirst({ where });
  if (file?.digest && hasRight(ctx.actor, 'invoke', file.stackId)) return file;
  throw fileNotFound(handle);
}

/** Removes a file that could not be stored. */
export const dropFile = async (ctx: Ctx, { id, accountId }: StoredFile): Promise<void> => {
  await ctx.db.storedFile.deleteMany({ where: { id, accountId } });
};

/** The relations and columns that `listFiles` loads, and the page that it returns. */
type FileLoad = Pick<Prisma.StoredFileFindManyArgs, 'include' | 'select'> & Window;

/** Complete files of the account, stored by any caller. */
const ofAccount = ({ actor, now }: Ctx, stackId: StackId | null): Prisma.StoredFileWhereInput => ({
  AND: [inStackWhere(actor), stackId ? { stackId } : {}],
  ...{ digest: { not: null }, expiresAt: { gt: now() } },
});

/** The account's files that have not expired, newest first by default. @throws forbidden */
export async function listFiles(
  ctx: Ctx,
  stackId: StackId | null,
  load: FileLoad = {},
  direction: IdOrder = 'desc',
): Promise<StoredFile[]> {
  const page = pageById(direction, pageAmong('file', load));
  return ctx.db.storedFile.findMany({ ...page, where: { AND: [page.where, ofAccount(ctx, stackId)] } });
}

/** The number of files that `listFiles` returns. @throws forbidden */
export const countFiles = async (ctx: Ctx, stackId: StackId | null): Promise<number> =>
  ctx.db.storedFile.count({ where: ofAccount(ctx, stackId) });

/** One of the account's files; null if it is unknown, incomplete, expired or another account's. @throws forbidden */
export const findFile = async (ctx: Ctx, id: FileId): Promise<StoredFile | null> =>
  ctx.db.storedFile.findFirst({ where: { AND: [ofAccount(ctx, null), { id }] } });

/** Deletes a file of any caller, at once. @throws not_found; forbidden */
export function deleteFile(ctx: Ctx, id: FileId): Promise<StoredFile> {
  requireRightSomewhere(ctx.actor, 'write');
  return write(ctx, async (tx) => {
    const file = await tx.storedFile.findFirst({ where: { ...inStackWhere(ctx.actor), id } });
    if (!file) throw fileNotFound(handleOf(id));
    requireRightIn(ctx.actor, 'write', file.stackId);
    await tx.storedFile.deleteMany({ where: { id, accountId: file.accountId } });
    const { stackId, name, bytes } = file;
    const target = { kind: 'stack', id: stackId } as const;
    return {
      value: file,
      audit: { action: 'file.delete', target, stackId, details: { fileId: id, name, bytes: Number(bytes) } },
    };
  });
}

const REMOVED_AT_ONCE = 100;

/** Removes the segments of deleted files from the file store. Returns how many files had some. */
export async function removeDeletedFiles(ctx: Pick<Ctx, 'db' | 'fileStore' | 'signal'>): Promise<number> {
  for (let total = 0; ; ) {
    const files = await ctx.db.deletedFile.findMany({ take: REMOVED_AT_ONCE });
    for (const { id, segments } of files) {
      if (ctx.signal.aborted) return total;
      await ctx.fileStore.remove(id, segments);
      await ctx.db.deletedFile.deleteMany({ where: { id } });
      total += 1;
    }
    if (files.length < REMOVED_AT_ONCE) return total;
  }
}
