import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { attempt } from './files.ts';
import type { Location } from './location.ts';
import { processIdentity } from './processes.ts';

const POLL_MS = 10;

type State = 'using' | 'leaving';
type UseRecord = { readonly file: string; readonly state: State; readonly isLive: boolean };

/** This process's registered use of the embedded PostgreSQL. */
type DatabaseUse = {
  /** Ends this use. Runs `stop` when no other process uses the database; processes that arrive in the meantime wait. */
  leave(stop: () => Promise<void>): Promise<void>;
};

function readRecords(directory: string): readonly UseRecord[] {
  return readdirSync(directory).map((file) => {
    const [pid, identity, , state] = file.split('_');
    const isLive = processIdentity(Number(pid)) === identity;
    return { file, state: state === 'leaving' ? 'leaving' : 'using', isLive };
  });
}

const isAny = (directory: string, state: State): boolean =>
  readRecords(directory).some((record) => record.isLive && record.state === state);

const directoryIn = (home: string): string => join(home, 'users');

/** True while a live process has the database in `home` open. */
export const isInUse = (home: string): boolean => isAny(directoryIn(home), 'using');

/**
 * Registers this process as a user of the database. The last process to leave stops the database, even if another one
 * started it. A new process writes its record, then checks for a leaving process. A leaving process marks itself, then
 * checks for users. So either the new process waits, or the database keeps running. Ignores records of dead processes.
 */
export async function startUse({ home, user }: Location): Promise<DatabaseUse> {
  const directory = directoryIn(home);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Root gives the directory to the owner of the data directory, so that both can use it.
  if (user !== null && statSync(home).uid === user.uid) chownSync(directory, user.uid, user.gid);
  for (const record of readRecords(directory)) {
    if (!record.isLive) rmSync(join(directory, record.file), { force: true });
  }
  const base = join(directory, [process.pid, processIdentity(process.pid), randomBytes(4).toString('hex')].join('_'));
  writeFileSync(`${base}_using`, '', { flag: 'wx' });
  while (isAny(directory, 'leaving')) await delay(POLL_MS);
  return {
    async leave(stop) {
      // The rename fails if the whole data directory is gone, for example after a test.
      if (attempt(() => renameSync(`${base}_using`, `${base}_leaving`)) === null) return;
      try {
        if (!isAny(directory, 'using')) await stop();
      } finally {
        rmSync(`${base}_leaving`, { force: true });
      }
    },
  };
}
