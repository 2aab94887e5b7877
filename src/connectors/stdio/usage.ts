import { chmod, lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The size of a page of memory, in which `/proc` counts: 4 KiB on the processors that Node has builds for. */
const PAGE_BYTES = 4_096;
const BLOCK_BYTES = 512;

type Process = { readonly parent: number; readonly group: number; readonly bytes: number };

/**
 * Resident bytes of each of the given processes with all its descendants and the rest of its process group. Memory that
 * processes share counts for each. Empty where there is no `/proc`.
 */
export async function memoryOf(pids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const processes = await readProcesses();
  const roots = new Set(pids);
  const rootOf = (pid: number): number | null => {
    let at = pid;
    for (let process = processes.get(at); process !== undefined; process = processes.get(at)) {
      if (roots.has(at)) return at;
      if (roots.has(process.group)) return process.group;
      at = process.parent;
    }
    return null;
  };
  const sums = new Map<number, number>();
  for (const [pid, { bytes }] of processes) {
    const root = rootOf(pid);
    if (root !== null) sums.set(root, (sums.get(root) ?? 0) + bytes);
  }
  return sums;
}

async function readProcesses(): Promise<ReadonlyMap<number, Process>> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(async (pid) => [pid, await readProcess(pid)] as const));
  return new Map(found.flatMap(([pid, process]) => (process === null ? [] : [[pid, process]])));
}

/** One line of proc_pid_stat(5); null for a process that has ended. */
async function readProcess(pid: number): Promise<Process | null> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may hold anything, also spaces and parentheses.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [, parent = '', group = ''] = fields;
  const pages = fields[21];
  if (pages === undefined) return null;
  return { parent: Number(parent), group: Number(group), bytes: Number(pages) * PAGE_BYTES };
}

/** What is on the disk below a directory. */
export type FilesUsage = { readonly bytes: number; readonly entries: number };

/**
 * Bytes and entries below `dir`, without following links; stops counting beyond `max`. A file with two names counts
 * twice; one that is deleted but still open does not count.
 */
export async function filesBelow(dir: string, max: FilesUsage): Promise<FilesUsage> {
  const open = [dir];
  let [bytes, entries] = [0, 0];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of await entriesOf(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) open.push(path);
      entries += 1;
      bytes += await lstat(path).then(
        ({ blocks }) => blocks * BLOCK_BYTES,
        () => 0,
      );
      if (bytes > max.bytes || entries > max.entries) return { bytes, entries };
    }
  }
  return { bytes, entries };
}

/** A program may close its directories to everybody: they belong to the service's user or to one that it may act for. */
async function entriesOf(dir: string) {
  const read = () => readdir(dir, { withFileTypes: true });
  return read().catch(async () => {
    await chmod(dir, 0o700).catch(() => undefined);
    return read().catch(() => []);
  });
}
