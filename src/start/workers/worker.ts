import type { Config } from '../../config/config.ts';
import { createLog } from '../../log/log.ts';
import { startServer } from '../../server.ts';
import { goLast } from '../priority.ts';
import { joinTeam } from './team.ts';
import { workerCount } from './workerCount.ts';

/** Fewer connections would let one slow query block a worker. */
const POOL_MIN = 2;

/** Serves requests until the supervisor stops this worker. Returns 0 after a clean stop, otherwise 1. */
export async function runWorker(config: Config): Promise<number> {
  // A terminal sends its signals to the workers too, but only the supervisor stops them.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const takeTurn = goLast();
  const log = createLog(config.logLevel);
  const { team, supervisor, stopped, hurry } = joinTeam();
  try {
    // All workers share the database connections of an instance.
    const databasePoolMax = Math.max(POOL_MIN, Math.ceil(config.databasePoolMax / workerCount(config)));
    const server = await startServer({ ...config, databasePoolMax }, log, { hurry, team });
    takeTurn();
    supervisor.notify('ready', { banner: server.banner });
    await stopped;
    log.info({}, 'stopping: waiting for running calls');
    await server.close();
    return 0;
  } catch (error) {
    log.debug({ err: error }, 'the worker ended');
    process.stderr.write(`\nToolyard cannot run: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
