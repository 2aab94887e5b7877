import type { AccountTotals } from './accountTotals.ts';
import type { StdioPool } from './pool.ts';
import type { StarterOptions } from './start.ts';

/** Where the programs of stdio servers run: on this machine, or elsewhere. */
export type ProgramHost = Pick<StarterOptions, 'spawn' | 'where' | 'startsMax'> & {
  /** Directories on the host in which programs are looked up. */
  readonly searchPath: string;
  /** The path on the host of one program's directory, named by account, stack and server. */
  directory(parts: readonly string[]): Promise<string>;
  /** The path of a single-use directory. */
  directoryOnce(): Promise<{ readonly path: string; remove(): Promise<void> }>;
  /** Called once: bounds the total usage of an account's programs. */
  watch(pool: StdioPool): AccountTotals;
};
