import type { AccountTotals } from './accountTotals.ts';
import type { StdioPool } from './pool.ts';
import type { StarterOptions } from './start.ts';

/** Where the programs of stdio servers run: on this machine, or elsewhere. */
export type ProgramHost = Pick<StarterOptions, 'spawn' | 'where' | 'startsMax'> & {
  /** Directories to search for programs there. */
  readonly searchPath: string;
  /** The path, there, of the directory of one program, named by the parts: account, stack and server. */
  directory(parts: readonly string[]): Promise<string>;
  /** The path of a directory for one use. */
  directoryOnce(): Promise<{ readonly path: string; remove(): Promise<void> }>;
  /** Called once: bounds the total usage of an account's programs. */
  watch(pool: StdioPool): AccountTotals;
};
