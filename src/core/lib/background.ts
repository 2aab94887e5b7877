import type { Log } from '../context.ts';

/** Work that no caller waits for, but that shutdown does. */
export type Background = {
  run(name: string, work: () => Promise<unknown>): void;
  /** Resolves when all work that was started has ended. */
  drain(): Promise<void>;
};

/** One for a process; what fails is logged with its name and nothing else comes of it. */
export function createBackground(log: Log): Background {
  const running = new Set<Promise<void>>();
  return {
    run(name, work) {
      const task = work()
        .then(() => undefined)
        .catch((error: unknown) => log.error({ err: error, work: name }, 'background work failed'))
        .finally(() => running.delete(task));
      running.add(task);
    },
    async drain() {
      // What ends may have started more.
      while (running.size > 0) await Promise.all(running);
    },
  };
}
