import type { UploadId } from '../kernel/ids.ts';

/** A part of an upload, located by the offset of its first byte. */
type UploadPart = { readonly id: UploadId; readonly at: number; readonly content: Uint8Array };

/**
 * Writes and reads parts of uploads. Callers must have checked that the upload belongs to their account. Bypasses
 * Prisma, which would encode the bytes as text several times, on the event loop.
 */
export type UploadParts = {
  /**
   * Adds a part if it is the next one.
   * @returns whether it was the next one
   */
  append(part: UploadPart): Promise<boolean>;
  /** All `bytes` bytes, read one part at a time; null if some are missing. */
  read(id: UploadId, bytes: number): Promise<Uint8Array | null>;
};
