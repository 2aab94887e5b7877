import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createConnectors } from '../connectors/index.ts';
import { CONFINEMENT_LABELS, type Confinement, findConfinement } from '../connectors/stdio/confinement.ts';
import type { Connectors } from '../core/calls/connector.ts';
import type { Metrics } from '../metrics/metrics.ts';

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

type Place = {
  readonly dataDir: string;
  readonly confinement: () => Promise<Confinement>;
  readonly metrics: Pick<Metrics, 'watchProcesses'> | null;
};

/** The connectors as this installation configures them. */
export const openConnectors = (config: Config, log: Logger, { dataDir, confinement, metrics }: Place): Connectors =>
  createConnectors({
    egressAllow: config.egressAllow,
    egressAllowIndirect: config.egressAllowIndirect,
    callTimeoutMs: Math.max(config.callTimeoutMs, config.jobTimeoutMs),
    scratchDir: scratchDirIn(dataDir),
    confinement,
    stdioIdleMs: config.stdioIdleMs,
    accountProcessesMax: config.stdioProcessesPerAccountMax,
    accountTotalsMax: config.stdioTotalsPerAccountMax,
    kubernetes: config.kubernetes,
    log,
    watchProcesses: (count) => metrics?.watchProcesses(count),
  });
