import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFilesUrl } from '../../src/config/files.ts';
import type { FileStore } from '../../src/core/files/fileStore.ts';
import { connectBucket } from '../../src/start/fileStore.ts';
import { createFileDirectory } from '../../src/store/fileDirectory.ts';

/** The bucket of `npm run test:storage`; empty in all other tests, whose files are in a directory. */
export const TESTED_FILES_URL = process.env['FILES_URL'] ?? '';

export const openTestedFileStore = async (): Promise<FileStore> =>
  TESTED_FILES_URL === ''
    ? createFileDirectory(join(tmpdir(), `toolyard-files-${randomUUID()}`))
    : connectBucket(parseFilesUrl(TESTED_FILES_URL));
