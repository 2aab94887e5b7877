import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { isRecord } from '../core/lib/json.ts';
import { acquireServerLock } from '../store/serverLock.ts';
import type { Closers } from './closers.ts';

const PRIVATE_DIRECTORY = 0o700;

/** Creates the data directory if necessary. @throws Error with a message for the operator */
export async function openDataDir(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: PRIVATE_DIRECTORY });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(`The data directory ${path} ${await reasonOf(path, error)}: set another TOOLYARD_DATA_DIR`, {
      cause: error,
    });
  }
}

async function reasonOf(path: string, error: unknown): Promise<string> {
  const code = isRecord(error) ? String(error['code']) : '';
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR': {
      const file = await nearest(path);
      return file === path ? 'is a file' : `cannot be created, because ${file} is a file`;
    }
    case 'EACCES':
    case 'EPERM':
      return 'is not accessible to this user';
    case 'EROFS':
      return 'is on a file system that cannot be written';
    case 'ENOSPC':
      return 'is on a file system that is full';
    default:
      return `cannot be used (${code})`;
  }
}

/** The path itself, or its nearest existing parent. */
const nearest = (path: string): Promise<string> =>
  stat(path).then(
    () => path,
    () => (dirname(path) === path ? path : nearest(dirname(path))),
  );

/** Makes this process the only user of an embedded database. @throws Error with a message for the operator */
export async function lockDataDir(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  closers: Closers,
): Promise<void> {
  if (databaseUrl !== null) return;
  await openDataDir(resolve(dataDir));
  const lock = await acquireServerLock(resolve(dataDir));
  closers.add(() => lock.release());
}
