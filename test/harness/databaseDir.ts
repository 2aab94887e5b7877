import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { attempt } from '../../src/store/embedded/files.ts';

const IN_MEMORY = '/dev/shm';
/** A run keeps about half a gigabyte; a container's memory file system is often smaller. */
const FREE_BYTES_MIN = 3 * 2 ** 30;

function hasRoom(): boolean {
  accessSync(IN_MEMORY, constants.W_OK);
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= FREE_BYTES_MIN;
}

/**
 * The folder of test databases: in memory if there's room, otherwise with temporary files. A database has five hundred
 * files, which take ten times as long on some disks.
 */
export const databaseDir = (): string => (attempt(hasRoom) === true ? IN_MEMORY : tmpdir());
