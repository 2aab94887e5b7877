import { readdir, readFile, readlink } from 'node:fs/promises';
import type { Service } from '../../test/harness/service.ts';

export type Victim = 'everything' | 'server' | 'database';
export const VICTIMS: readonly Victim[] = ['everything', 'everything', 'server', 'database'];

/** Process ids of the PostgreSQL processes that use the data directory, found by their working directory. */
export async function databasePids(dataDir: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const problems = await Promise.all(
    pids.map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
      return command.startsWith('postgres') && cwd.startsWith(dataDir) ? [Number(pid)] : [];
    }),
  );
  return problems.flat();
}

export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process exited meanwhile.
    }
  }
}

/** Sends SIGKILL to the server first, so that it can't log anything about a dying database. */
export async function strike(victim: Victim, service: Service, dataDir: string): Promise<void> {
  const { pid } = service.child;
  const server = victim === 'database' || pid === undefined ? [] : [pid];
  const database = victim === 'server' ? [] : await databasePids(dataDir);
  killAll([...server, ...database]);
}
