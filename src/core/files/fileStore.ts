import type { FileId } from '../kernel/ids.ts';

/**
 * Bytes of a segment, except a file's last one. Each is sealed and stored as one object, so any part of a file is
 * readable alone, and stored objects never change.
 */
export const SEGMENT_BYTES = 1_048_576;

/**
 * Where the sealed segments of files are stored. All instances share it.
 * @throws unavailable if the store does not answer
 */
export type FileStore = {
  /** `sealed`: the segment in pieces. */
  write(id: FileId, segment: number, sealed: readonly Uint8Array[]): Promise<void>;
  /** Null if it does not exist. */
  read(id: FileId, segment: number): Promise<Buffer | null>;
  /** Removes the segments of a file, of which some may not exist. */
  remove(id: FileId, segments: number): Promise<void>;
  /** Whether the last request succeeded; absent for a store in the data directory. */
  isUp?(): boolean;
};
