import vm from 'node:vm';
import { isRecord } from '../lib/json.ts';

type RunContext = { run: () => void };

// Uses an empty `node:vm` context, since only its time limit can end synchronous code.
const sandbox: RunContext = { run: () => undefined };
const context = vm.createContext(sandbox);
const script = new vm.Script('run()');

/** The time limit for synchronous work on an untrusted document was reached. */
export class TimeLimitExceeded extends Error {
  override readonly name = 'TookTooLong';
}

/** The processor time of this thread. Node 22 only measures the whole process, so that work seems to cost more. */
export const cpuUsage: NodeJS.Process['cpuUsage'] = (before) =>
  typeof process.threadCpuUsage === 'function' ? process.threadCpuUsage(before) : process.cpuUsage(before);

/** How often work is started if other programs had the processor. */
const TRIES_MAX = 4;

/**
 * Runs synchronous work without side effects and aborts it after `limitMs`, even in the middle of a statement. Work
 * that had the processor for less than half of that time is started again. Costs about 0.1 ms. Tested by
 * `test/core/schemas/validate.test.ts` and `runBounded.test.ts`.
 * @throws TimeLimitExceeded, or the error of the work
 */
export function runBounded<T>(work: () => T, limitMs: number): T {
  const done: T[] = [];
  sandbox.run = () => {
    done.push(work());
  };
  try {
    for (let tries = 1; ; tries += 1) {
      const before = cpuUsage();
      try {
        script.runInContext(context, { timeout: limitMs });
        break;
      } catch (error) {
        // Checks the code, since `instanceof Error` is false for an error from another context.
        if (!isRecord(error) || error['code'] !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
        const { user, system } = cpuUsage(before);
        if (tries === TRIES_MAX || (user + system) / 1_000 >= limitMs / 2) break;
      }
    }
  } finally {
    sandbox.run = () => undefined;
  }
  for (const value of done) return value;
  throw new TimeLimitExceeded(`Took longer than ${limitMs} ms`);
}
