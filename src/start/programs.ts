import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { openPrograms } from '../connectors/programs.ts';
import { CONFINEMENT_LABELS, type Confinement, findConfinement } from '../connectors/stdio/confinement.ts';
import type { McpStdio } from '../connectors/stdio/mcpStdio.ts';

/** Where stdio servers keep their files: `<account>/<stack>/<server>`. */
export const scratchDirIn = (dataDir: string): string => join(dataDir, 'scratch');

/** The sandbox for programs, in which they cannot see the installation's data, keys or settings. */
export const confinementOf = (config: Config, dataDir: string): (() => Promise<Confinement>) =>
  findConfinement({
    scratchDir: scratchDirIn(dataDir),
    hidden: {
      dirs: [dataDir],
      files: [resolve('.env'), ...(config.masterKey.from === 'file' ? [resolve(config.masterKey.path)] : [])],
    },
    isUnconfinedAllowed: config.isUnconfinedAllowed,
  });

/** Describes where programs run and how they are sandboxed, for the operator. */
export async function describeStdioHost(config: Config, confinement: () => Promise<Confinement>): Promise<string> {
  if (config.kubernetes === null) return CONFINEMENT_LABELS[(await confinement()).kind];
  return `run in pods of the namespace ${config.kubernetes.namespace}`;
}

export type ProgramPlace = { readonly dataDir: string; readonly confinement: () => Promise<Confinement> };

/** How this installation runs programs. */
export const programOptions = (config: Config, log: Logger, { dataDir, confinement }: ProgramPlace) => ({
  egressAllow: config.egressAllow,
  npmRegistry: config.npmRegistry,
  npmProxy: config.npmProxy,
  scratchDir: scratchDirIn(dataDir),
  confinement,
  accountProcessesMax: config.stdioProcessesPerAccountMax,
  accountTotalsMax: config.stdioTotalsPerAccountMax,
  log,
});

/** Runs the programs of all workers, in their supervisor. */
export const openOwnPrograms = (config: Config, log: Logger, dataDir: string): Promise<McpStdio> =>
  openPrograms(
    {
      ...programOptions(config, log, { dataDir, confinement: confinementOf(config, dataDir) }),
      idleMs: config.stdioIdleMs,
    },
    config.kubernetes,
  );
