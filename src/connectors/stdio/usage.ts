import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../core/lib/json.ts';

/** The memory page size that `/proc` counts in: 4 KiB on all processors with Node builds. */
const PAGE_BYTES = 4_096;
const BLOCK_BYTES = 512;

type Process = { readonly parent: number; readonly group: number; readonly bytes: number };

/** Resident bytes of a program’s processes: the total, and the largest. */
type MemoryUse = { readonly bytes: number; readonly largestBytes: number };

/**
 * Memory of each given process, its descendants and the rest of its process group. Shared memory counts for each
 * process. Empty without `/proc`.
 */
export async function memoryOf(pids: readonly number[]): Promise<ReadonlyMap<number, MemoryUse>> {
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
  const uses = new Map<number, MemoryUse>();
  for (const [pid, { bytes }] of processes) {
    const root = rootOf(pid);
    if (root === null) continue;
    const known = uses.get(root) ?? { bytes: 0, largestBytes: 0 };
    uses.set(root, { bytes: known.bytes + bytes, largestBytes: Math.max(known.largestBytes, bytes) });
  }
  return uses;
}

async function readProcesses(): Promise<ReadonlyMap<number, Process>> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const processes = await Promise.all(pids.map(async (pid) => [pid, await readProcess(pid)] as const));
  return new Map(processes.flatMap(([pid, process]) => (process === null ? [] : [[pid, process]])));
}

/** One line of proc_pid_stat(5); null for a process that has ended. */
async function readProcess(pid: number): Promise<Process | null> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may contain anything, including spaces and parentheses.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [, parent = '', group = ''] = fields;
  const pages = fields[21];
  if (pages === undefined) return null;
  return { parent: Number(parent), group: Number(group), bytes: Number(pages) * PAGE_BYTES };
}

/** Disk usage below a directory. */
export type FilesUsage = { readonly bytes: number; readonly entries: number };

/**
 * Bytes and entries below `dir`, without following links; stops counting beyond `max`. A file with two names counts
 * twice. A file that is deleted but still open does not count.
 */
export async function filesBelow(dir: string, max: FilesUsage): Promise<FilesUsage> {
  const open = [dir];
  let [bytes, entries] = [0, 0];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const dirEntries = await entriesOf(next);
    // An uncountable directory counts as over the limit; otherwise a program could hide its files this way.
    if (dirEntries === null) return { bytes: Number.POSITIVE_INFINITY, entries: Number.POSITIVE_INFINITY };
    entries += dirEntries.length;
    // Checked before any entry is processed, because there may be millions.
    if (entries > max.entries) break;
    open.push(...dirEntries.filter((entry) => entry.isDirectory()).map(({ name }) => join(next, name)));
    for (const { name } of dirEntries)
      bytes += await lstat(join(next, name)).then(
        ({ blocks }) => blocks * BLOCK_BYTES,
        () => 0,
      );
    if (bytes > max.bytes) break;
  }
  return { bytes, entries };
}

/**
 * Null for a directory that the service cannot read. Permissions are not changed, because a program may swap in a link
 * at any moment and redirect the change to its target.
 */
async function entriesOf(dir: string) {
  try {
    return await readdir(dir, { withFileTypes: true });
  } catch (error) {
    return isRecord(error) && error['code'] === 'EACCES' ? null : [];
  }
}
