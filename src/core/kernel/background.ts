import type { Log } from './context.ts';

/** Work that no caller waits for, but shutdown does. */
export type Background = {
  run(name: string, work: () => Promise<unknown>): void;
  /** Resolves when all work has ended. */
  drain(): Promise<void>;
};

/** Runs background work; created once per process. A failure is logged with the work's name and has no other effect. */
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
      // Finished tasks may have started more.
      while (running.size > 0) await Promise.all(running);
    },
  };
}
