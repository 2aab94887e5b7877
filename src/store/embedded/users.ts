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

/** This process's use of the embedded PostgreSQL. */
export type Use = {
  /** Ends this use; runs `stop` when nobody else uses the database, and keeps newcomers waiting meanwhile. */
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
 * Records that this process uses the database: the last one to leave stops it, whoever started it. A user
 * first shows itself and then looks for one that leaves, who first shows that and then looks for users: so either the
 * newcomer waits or the database stays. Records of processes that died are ignored.
 */
export async function enter({ home, user }: Location): Promise<Use> {
  const directory = directoryIn(home);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Root shares it with the user whose data directory it is.
  if (user !== null && statSync(home).uid === user.uid) chownSync(directory, user.uid, user.gid);
  for (const record of readRecords(directory)) {
    if (!record.isLive) rmSync(join(directory, record.file), { force: true });
  }
  const base = join(directory, [process.pid, processIdentity(process.pid), randomBytes(4).toString('hex')].join('_'));
  writeFileSync(`${base}_using`, '', { flag: 'wx' });
  while (isAny(directory, 'leaving')) await delay(POLL_MS);
  return {
    async leave(stop) {
      // Gone with the whole data directory, as after a test.
      if (attempt(() => renameSync(`${base}_using`, `${base}_leaving`)) === null) return;
      try {
        if (!isAny(directory, 'using')) await stop();
      } finally {
        rmSync(`${base}_leaving`, { force: true });
      }
    },
  };
}
