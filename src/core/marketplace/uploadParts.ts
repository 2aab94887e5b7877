import type { UploadId } from '../ids.ts';

/** A part, by the place of its first byte in the document. */
export type UploadPart = { readonly id: UploadId; readonly at: number; readonly content: Uint8Array };

/**
 * Writes and reads the parts of uploads that were found within their account: past the database client, which would
 * rewrite their bytes as text several times, on the event loop.
 */
export type UploadParts = {
  /**
   * Adds a part if it is the next one.
   * @returns whether it was
   */
  append(part: UploadPart): Promise<boolean>;
  /** All `bytes` bytes, read a part at a time; null if some are missing. */
  read(id: UploadId, bytes: number): Promise<Uint8Array | null>;
};
