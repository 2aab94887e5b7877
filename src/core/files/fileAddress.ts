import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { StoredFile } from '../../generated/prisma/client.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import { consumeNonce } from '../kernel/consumeNonce.ts';
import type { Ctx } from '../kernel/context.ts';
import { type FileId, noServerId, noToolId, type StackId, toAccountId, toFileId } from '../kernel/ids.ts';
import {
  noSuchStack,
  ownAccountId,
  requireRightIn,
  requireRightSomewhere,
  requireUnrestrictedKey,
  singleStacks,
} from '../kernel/scope.ts';
import { openText, sealText } from '../kernel/vault/sealText.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { shownName } from '../lib/text.ts';
import { labelSchema, NO_SOURCE } from '../results/source.ts';
import { createFile, getFile, handleOf, NAME_CHARS_MAX } from './storedFile.ts';

/* One-time addresses of files, for people and programs without a key. */

const PURPOSE = 'file-address';
const ADDRESS_MS = 60 * 60_000;
const SECRET_CHARS_MAX = 2_048;

/** The permission in an address: to download a file, or to upload one of this size. */
const addressSchema = z.object({
  id: z.string(),
  accountId: z.string().transform(toAccountId),
  fileId: z.string().transform(toFileId),
  /** Null: a download. */
  uploadBytes: z.number().nullable(),
  expiresAt: z.number(),
});
type Address = z.infer<typeof addressSchema>;

/** An address and the time when it ends. */
export type FileAddress = { readonly url: string; readonly expiresAt: Date };

/** The address itself is the proof: its content is sealed, so it can't be forged or changed. */
function makeAddress(ctx: Ctx, { id: fileId, accountId }: StoredFile, uploadBytes: number | null): FileAddress {
  const expiresAt = ctx.now().getTime() + ADDRESS_MS;
  const address = { id: randomUUID(), accountId, fileId, uploadBytes, expiresAt };
  const secret = Buffer.from(sealText(ctx.vault, PURPOSE, '', JSON.stringify(address))).toString('base64url');
  return { url: `${ctx.publicUrl()}/files/${secret}`, expiresAt: new Date(expiresAt) };
}

const uploadInput = z.object({
  name: shownName.min(1).max(NAME_CHARS_MAX),
  mediaType: z
    .string()
    .max(NAME_CHARS_MAX)
    .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/, 'must be a media type, such as text/csv'),
  bytes: z.int().min(0).max(BOUNDS.max_file_bytes.max),
  label: labelSchema.nullish(),
});

/** A file to upload, and where. */
export type FileUpload = { readonly file: StoredFile; readonly address: FileAddress };

/**
 * Creates a file for the caller and its end user, and an address to which its content can be sent once:
 * `{ name, mediaType, bytes, label? }`. The handle works when all bytes have arrived.
 * @throws not_found (stack); invalid_input, also at `max_files`; forbidden
 */
export async function createFileUpload(ctx: Ctx, stackId: StackId, input: unknown): Promise<FileUpload> {
  requireRightIn(ctx.actor, 'invoke', stackId);
  // Without `read`, a caller may still call tools, and so upload their inputs.
  const ids = singleStacks(ctx.actor, 'invoke');
  const where = { id: stackId, accountId: ownAccountId(ctx.actor), ...(ids && { AND: { id: { in: ids } } }) };
  const stack = await ctx.db.stack.findFirst({ where, select: { accountId: true } });
  if (!stack) throw noSuchStack();
  const { bytes, label, ...named } = parseInput(uploadInput, input, 'Invalid request parameters');
  const origin = { server: noServerId(), toolId: noToolId() };
  const sources = [{ ...NO_SOURCE, label: label ?? '' }];
  const file = await createFile(ctx, { ...stack, stackId }, { ...named, origin, sources });
  return { file, address: makeAddress(ctx, file, bytes) };
}

/**
 * Creates an address from which the caller's file can be downloaded once, which is audited.
 * @throws not_found; forbidden
 */
export async function createFileDownload(ctx: Ctx, id: FileId): Promise<FileAddress> {
  requireRightSomewhere(ctx.actor, 'invoke');
  return createDownloadOf(ctx, await getFile(ctx, ownAccountId(ctx.actor), handleOf(id)));
}

/** As `createFileDownload`, for a file that `getFile` has returned. Agents may also do this. @throws forbidden */
export async function createDownloadOf(ctx: Ctx, file: StoredFile): Promise<FileAddress> {
  requireRightIn(ctx.actor, 'invoke', file.stackId);
  // The address works from every network, and outlives the key or token.
  requireUnrestrictedKey(ctx.actor);
  const { id, stackId, name, bytes } = file;
  return write(ctx, async () => ({
    value: makeAddress(ctx, file, null),
    audit: {
      action: 'file.create_download',
      target: { kind: 'stack', id: stackId },
      stackId,
      details: { fileId: id, name, bytes: Number(bytes) },
    },
  }));
}

const useless = (): AppError =>
  new AppError('not_found', 'This address is invalid, expired or already used. Ask for a new one.');

/** An address that a request names, and its file. */
export type OpenedAddress = { readonly address: Address; readonly file: StoredFile };

/** The file of an address. @throws not_found for an address that is unknown, changed, expired or used */
export async function openAddress(ctx: Ctx, secret: string): Promise<OpenedAddress> {
  const address = readAddress(ctx, secret);
  if (!address || address.expiresAt <= ctx.now().getTime()) throw useless();
  const { id, fileId, accountId, uploadBytes } = address;
  const isUsed = (await ctx.db.usedChallenge.findUnique({ where: { id: usedKey(id) } })) !== null;
  const where = { id: fileId, accountId, expiresAt: { gt: ctx.now() } };
  const file = isUsed ? null : await ctx.db.storedFile.findFirst({ where });
  // An upload ends with its last byte, and a download begins with a complete file.
  if (!file || (file.digest !== null) !== (uploadBytes === null)) throw useless();
  return { address, file };
}

function readAddress({ vault }: Ctx, secret: string): Address | null {
  if (secret.length > SECRET_CHARS_MAX) return null;
  try {
    return addressSchema.parse(JSON.parse(openText(vault, PURPOSE, '', Buffer.from(secret, 'base64url'))));
  } catch {
    return null;
  }
}

const usedKey = (id: string): string => `file_${id}`;

export async function endAddress(ctx: Ctx, { id, expiresAt }: Address): Promise<void> {
  await consumeNonce(ctx, ctx.db, { id: usedKey(id), expiresAt: new Date(expiresAt) });
}
