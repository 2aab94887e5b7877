import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { isRecord } from '../../core/lib/json.ts';
import { BackupError } from '../../store/backup/frames.ts';
import { CliError } from '../exit.ts';

/**
 * Writes a backup to a new file that only its owner may read. The file appears once it is complete and on disk. Returns
 * its length in bytes. @throws CliError when the file exists or cannot be written
 */
export async function writeBackup(path: string, frames: AsyncIterable<Buffer>, signal: AbortSignal): Promise<number> {
  const temporary = `${path}.part`;
  const existing = await open(path, 'r').catch(() => null);
  if (existing !== null) {
    await existing.close();
    throw new CliError('already_exists', `${path} already exists: choose another path`);
  }
  const file = await open(temporary, 'wx', 0o600).catch((error: unknown) => {
    throw fileFault(temporary, error);
  });
  try {
    await pipeline(Readable.from(frames), createGzip(), file.createWriteStream({ flush: true }), { signal });
    const reopened = await open(temporary, 'r');
    const { size } = await reopened.stat().finally(() => reopened.close());
    await rename(temporary, path);
    const directory = await open(dirname(path), 'r');
    await directory.sync().finally(() => directory.close());
    return size;
  } catch (error) {
    await rm(temporary, { force: true });
    throw signal.aborted ? signal.reason : fileFault(path, error);
  }
}

const WORDS: Readonly<Record<string, string>> = {
  EEXIST: 'already exists: another backup is running, or one was interrupted. If none is running, remove the file',
  ENOENT: 'cannot be created: the directory does not exist',
  EACCES: 'cannot be written: permission denied',
  ENOSPC: 'cannot be written: the disk is full',
};

function fileFault(path: string, error: unknown): unknown {
  const words = isRecord(error) ? WORDS[String(error['code'])] : undefined;
  return words === undefined ? error : new CliError('invalid_input', `${path} ${words}`, error);
}

/** The frames of a backup file. @throws CliError not_found, BackupError if the file is not a backup */
export async function* readBackup(path: string): AsyncGenerator<Buffer> {
  const source = createReadStream(path).on('error', (error) => unzipped.destroy(error));
  const unzipped = source.pipe(createGunzip());
  try {
    yield* unzipped;
  } catch (error) {
    const code = isRecord(error) ? String(error['code']) : '';
    if (code === 'ENOENT') throw new CliError('not_found', `File ${path} not found`, error);
    if (code === 'Z_BUF_ERROR') throw new BackupError('The backup is truncated', { cause: error });
    if (code.startsWith('Z_'))
      throw new BackupError('The file is not a Toolyard backup, or it is damaged', { cause: error });
    throw error;
  } finally {
    source.destroy();
  }
}
