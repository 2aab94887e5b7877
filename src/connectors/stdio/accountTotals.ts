import { join } from 'node:path';
import type { Log } from '../../core/kernel/context.ts';
import { AppError } from '../../core/lib/errors.ts';
import { PROGRAM_LIMITS } from './confinement.ts';
import type { RunningProgram, StdioPool } from './pool.ts';
import { type FilesUsage, filesBelow, memoryOf } from './usage.ts';

/** Total limits for all programs of one account. */
export type TotalsMax = {
  readonly memoryBytes: number;
  readonly fileBytes: number;
  /** Files and directories. Without a bound, empty ones could exhaust a file system. */
  readonly entries?: number;
  /** How often files are counted. */
  readonly filesEveryMs?: number;
};

const MIB = 1_048_576;
/** Defaults, documented in `.env.example`. */
export const DEFAULT_TOTALS: TotalsMax = { memoryBytes: 4_096 * MIB, fileBytes: 1_024 * MIB };

const ENTRIES_MAX = 50_000;
/** How often memory is measured. A program can allocate a gigabyte in less than a second. */
const MEMORY_EVERY_MS = 250;
const FILES_EVERY_MS = 10_000;

/** Messages about reached totals, for callers and the log. */
const TOTAL_REACHED = {
  over_memory: 'the programs of an account together use more memory than TOOLYARD_STDIO_MEMORY_MB_PER_ACCOUNT allows',
  over_program_memory: 'a process of the program used more than 1,024 MB of memory',
  over_files: 'the files of an account’s programs exceed TOOLYARD_STDIO_FILES_MB_PER_ACCOUNT',
} as const;

/** The message if a reached total ended a program; otherwise null. */
export const totalReached = (reason: string): string | null =>
  Object.entries(TOTAL_REACHED).find(([name]) => name === reason)?.[1] ?? null;

/** Monitors the total usage of each account's programs. */
export type AccountTotals = {
  /**
   * Starts measuring, which continues while programs run. Call it before using a program. @throws invalid_input while
   * the account has too many files
   */
  require(account: string): Promise<void>;
  close(): void | Promise<void>;
};

type Totals = {
  readonly pool: StdioPool;
  readonly scratchDir: string;
  readonly max: TotalsMax;
  readonly log: Log | undefined;
  /** Accounts that had too many files at the last count. */
  readonly full: Set<string>;
};

/**
 * Bounds the memory of each process, and the total memory and files of an account's programs. The operating system
 * limits only single files and reserved memory. Memory is measured four times a second and files every ten seconds, so
 * an account can exceed its total in between. Tested by `test/connectors/stdio/accountTotals.test.ts`.
 */
export function watchAccountTotals(limits: Omit<Totals, 'full'>): AccountTotals {
  const totals: Totals = { ...limits, full: new Set() };
  const watches = [
    every(MEMORY_EVERY_MS, totals, () => holdMemory(totals)),
    every(limits.max.filesEveryMs ?? FILES_EVERY_MS, totals, () => holdFiles(totals)),
  ];
  return {
    async require(account) {
      for (const watch of watches) watch.start();
      if (!totals.full.has(account)) return;
      if (!(await isFull(totals, account))) return void totals.full.delete(account);
      const remedy = 'delete a stack whose programs keep files; the operator can raise the limit';
      throw new AppError('invalid_input', `${TOTAL_REACHED.over_files}: ${remedy}`);
    },
    close: () => {
      for (const watch of watches) watch.stop();
    },
  };
}

/** Runs `measure` repeatedly, one run at a time, while programs run. */
function every(periodMs: number, { pool, log }: Totals, measure: () => Promise<void>) {
  let timer: NodeJS.Timeout | null = null;
  const again = () => {
    timer = setTimeout(() => {
      if (pool.size() === 0) {
        timer = null;
        return;
      }
      measure()
        .catch((error: unknown) => log?.warn({ err: error }, 'the resource use of programs could not be measured'))
        .finally(() => timer && again());
    }, periodMs).unref();
  };
  return {
    start: () => {
      if (!timer) again();
    },
    stop: () => {
      clearTimeout(timer ?? undefined);
      timer = null;
    },
  };
}

const byAccount = (programs: readonly RunningProgram[]): ReadonlyMap<string, readonly RunningProgram[]> =>
  Map.groupBy(programs, ({ account }) => account);

/**
 * Stops programs with an oversized process. Then, for each account above its total, stops idle programs first and the
 * largest next.
 */
async function holdMemory({ pool, max, log }: Totals): Promise<void> {
  const running = pool.programs();
  const uses = await memoryOf(running.map(({ pid }) => pid));
  const sizeOf = ({ pid }: RunningProgram): number => uses.get(pid)?.bytes ?? 0;
  const isTooLarge = ({ pid }: RunningProgram): boolean =>
    (uses.get(pid)?.largestBytes ?? 0) > PROGRAM_LIMITS.memoryBytes;
  const [large, programs] = [running.filter(isTooLarge), running.filter((program) => !isTooLarge(program))];
  for (const program of large) {
    log?.warn({ account: program.account, server: program.key }, TOTAL_REACHED.over_program_memory);
    program.cut('over_program_memory');
  }
  for (const [account, own] of byAccount(programs)) {
    let left = own.reduce((sum, program) => sum + sizeOf(program), 0);
    const order = own.toSorted((a, b) => Number(a.isBusy()) - Number(b.isBusy()) || sizeOf(b) - sizeOf(a));
    for (const program of order) {
      if (left <= max.memoryBytes) break;
      log?.warn({ account, server: program.key }, TOTAL_REACHED.over_memory);
      program.cut('over_memory');
      left -= sizeOf(program);
    }
  }
}

async function holdFiles(totals: Totals): Promise<void> {
  for (const [account, own] of byAccount(totals.pool.programs())) {
    if (!(await isFull(totals, account))) continue;
    totals.full.add(account);
    totals.log?.warn({ account }, TOTAL_REACHED.over_files);
    for (const program of own) program.cut('over_files');
  }
}

async function isFull({ scratchDir, max }: Totals, account: string): Promise<boolean> {
  const allowed: FilesUsage = { bytes: max.fileBytes, entries: max.entries ?? ENTRIES_MAX };
  const { bytes, entries } = await filesBelow(join(scratchDir, account), allowed);
  return bytes > allowed.bytes || entries > allowed.entries;
}
