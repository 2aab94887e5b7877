import { closeSync, fsyncSync, openSync } from 'node:fs';

/** The value of `read`, or null if it throws. For files and processes that may disappear at any time. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Syncs a file's content, or a directory's entries, to disk, so that they survive a power cut. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The `code` of a system or PostgreSQL error, or null. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
