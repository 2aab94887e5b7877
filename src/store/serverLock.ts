import { randomBytes } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../core/lib/json.ts';
import { attempt, errorCode } from './embedded/files.ts';
import { processIdentity } from './embedded/processes.ts';

/** Held by the only server that may use a data directory. */
export type ServerLock = { release(): Promise<void> };

type Holder = { readonly pid: number; readonly identity: string | null };

const PREFIX = 'server.lock.';

const fileOf = (dataDir: string, generation: number): string => join(dataDir, `${PREFIX}${generation}`);

/** The number of the newest lock file, 0 if there is none. */
function newestGeneration(dataDir: string): number {
  const numbers = readdirSync(dataDir).map((name) => Number(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : 0));
  return Math.max(0, ...numbers.filter(Number.isInteger));
}

function findHolder(dataDir: string, generation: number): Holder | null {
  const value: unknown = attempt(() => JSON.parse(readFileSync(fileOf(dataDir, generation), 'utf8')));
  if (!isRecord(value) || typeof value['pid'] !== 'number' || typeof value['identity'] !== 'string') return null;
  const holder = { pid: value['pid'], identity: value['identity'] };
  return processIdentity(holder.pid) === holder.identity ? holder : null;
}

/** Creates a complete lock file atomically; false if it already exists. */
function createWhole(dataDir: string, generation: number, content: string): boolean {
  const temporary = join(dataDir, `lock-${process.pid}-${randomBytes(4).toString('hex')}`);
  writeFileSync(temporary, content, { mode: 0o644, flag: 'wx' });
  try {
    linkSync(temporary, fileOf(dataDir, generation));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function removeOlder(dataDir: string, generation: number): void {
  for (let older = generation - 1; older > 0; older--) {
    if (attempt(() => rmSync(fileOf(dataDir, older))) === null) return;
  }
}

/**
 * Makes this process the only server of `dataDir`. Each holder creates the lock file with the next number, and only the
 * newest file counts. So the lock of a killed process passes on in one atomic step, even if several processes want it.
 * @throws when another live process holds it; the message names its pid
 */
export async function acquireServerLock(dataDir: string): Promise<ServerLock> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const directory = realpathSync(dataDir);
  const content = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) });
  for (;;) {
    const newest = newestGeneration(directory);
    const holder = findHolder(directory, newest);
    if (holder !== null) {
      throw new Error(
        `Another Toolyard server (pid ${holder.pid}) uses ${directory}: stop it, or set another TOOLYARD_DATA_DIR`,
      );
    }
    const mine = newest + 1;
    if (!createWhole(directory, mine, content)) continue;
    // Check again: a faster process may already have created a file with a higher number.
    if (newestGeneration(directory) === mine) {
      removeOlder(directory, mine);
      return {
        release: async () => {
          const temporary = join(directory, `lock-${process.pid}-${randomBytes(4).toString('hex')}`);
          // Empty the file instead of removing it, because a number must never be reused.
          if (attempt(() => writeFileSync(temporary, '{}', { mode: 0o644, flag: 'wx' })) === null) return;
          renameSync(temporary, fileOf(directory, mine));
        },
      };
    }
    rmSync(fileOf(directory, mine), { force: true });
  }
}
