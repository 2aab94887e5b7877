import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../core/files/fileStore.ts';
import type { FileId } from '../core/kernel/ids.ts';
import { isRecord } from '../core/lib/json.ts';

const PRIVATE_FILE = 0o600;
const PRIVATE_DIRECTORY = 0o700;

/**
 * Stores files in a directory that all instances share. Each file is a directory of its segments.
 * Tested by `test/core/files/content.test.ts`.
 */
export function createFileDirectory(path: string): FileStore {
  // Two levels, so that no directory has too many entries.
  const folderOf = (id: FileId): string => join(path, id.slice(-2), id);
  return {
    async write(id, segment, sealed) {
      const folder = folderOf(id);
      if (segment === 0) await mkdir(folder, { recursive: true, mode: PRIVATE_DIRECTORY });
      await writeFile(join(folder, String(segment)), sealed, { mode: PRIVATE_FILE });
    },
    async read(id, segment) {
      try {
        return await readFile(join(folderOf(id), String(segment)));
      } catch (error) {
        if (isRecord(error) && error['code'] === 'ENOENT') return null;
        throw error;
      }
    },
    remove: (id) => rm(folderOf(id), { recursive: true, force: true }),
  };
}
