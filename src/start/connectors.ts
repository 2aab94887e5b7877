import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createConnectors } from '../connectors/index.ts';
import type { Connectors } from '../core/calls/connector.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type ProgramPlace, programOptions } from './programs.ts';
import type { Team } from './workers/team.ts';

type ConnectorParts = ProgramPlace & {
  readonly metrics: Pick<Metrics, 'watchProcesses'> | null;
  /** The worker's connection to its supervisor, which runs the programs; null in a single process. */
  readonly team: Pick<Team, 'programs' | 'countPrograms'> | null;
};

/** The connectors as this installation configures them. */
export function openConnectors(config: Config, log: Logger, { metrics, team, ...place }: ConnectorParts): Connectors {
  if (team) metrics?.watchProcesses(team.countPrograms);
  return createConnectors({
    ...programOptions(config, log, place),
    egressAllowIndirect: config.egressAllowIndirect,
    callTimeoutMs: Math.max(config.callTimeoutMs, config.jobTimeoutMs),
    stdioIdleMs: config.stdioIdleMs,
    kubernetes: config.kubernetes,
    programs: team?.programs ?? null,
    watchProcesses: (count) => metrics?.watchProcesses(count),
  });
}
