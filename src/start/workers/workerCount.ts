import { availableParallelism, totalmem } from 'node:os';
import type { Config } from '../../config/config.ts';

/** The processors and memory that this process may use, within its cgroup. */
type Machine = { readonly cores: number; readonly memoryBytes: number };

/** Memory of the machine for each worker that `auto` starts. A machine with less than two of these gets one worker. */
const WORKER_BYTES = 768 * 1_048_576;
/** More workers on one machine would notify each other too often (`docs/scale.md`). */
const AUTO_MAX = 16;

/** This machine's processors and memory. */
const sizeOfMachine = (): Machine => ({
  cores: availableParallelism(),
  memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
});

/** The number of processes that serve requests. */
export function workerCount({ workers }: Pick<Config, 'workers'>, machine = sizeOfMachine()): number {
  if (workers !== 'auto') return workers;
  const { cores, memoryBytes } = machine;
  return Math.max(1, Math.min(cores, Math.floor(memoryBytes / WORKER_BYTES), AUTO_MAX));
}
