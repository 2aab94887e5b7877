import cluster from 'node:cluster';
import type { Config } from '../../config/config.ts';
import { workerCount } from './workerCount.ts';

/** Runs the service until a signal ends it: in this process, or in workers. Returns the exit code. */
export async function run(config: Config): Promise<number> {
  if (cluster.isWorker) return (await import('./worker.ts')).runWorker(config);
  const count = workerCount(config);
  if (count === 1) return (await import('../../server.ts')).runServer(config);
  return (await import('./supervisor.ts')).runSupervisor(config, count);
}
