import { RoundRobinQueue } from './roundRobinQueue.ts';

/** Runs work of many owners concurrently; no owner can occupy all slots. */
type KeyedSemaphore = {
  /**
   * Runs work once the owner has a free slot. Owners take turns. `signal` only ends the wait: running work keeps its
   * slot until it ends.
   * @throws the signal's reason when it ends the wait
   */
  run<T>(owner: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Whether work of the owner would start immediately. */
  isFree(owner: string): boolean;
  /** Number of waiting tasks, of one owner and in total. */
  waitingOf(owner: string): number;
  waiting(): number;
};

/** Tested by `test/core/lib/keyedSemaphore.test.ts`. */
export function createKeyedSemaphore(max: { readonly ofAll: number; readonly ofOwner: number }): KeyedSemaphore {
  const queues = new RoundRobinQueue();
  const underWay = new Map<string, number>();
  let total = 0;

  const isFree = (owner: string): boolean => total < max.ofAll && (underWay.get(owner) ?? 0) < max.ofOwner;
  const begin = (owner: string): void => {
    const count = (underWay.get(owner) ?? 0) + 1;
    underWay.set(owner, count);
    total += 1;
    if (count >= max.ofOwner) queues.hold(owner);
  };
  const end = (owner: string): void => {
    const left = (underWay.get(owner) ?? 1) - 1;
    total -= 1;
    if (left > 0) underWay.set(owner, left);
    else underWay.delete(owner);
    if (left === max.ofOwner - 1) queues.release(owner);
    while (total < max.ofAll) {
      const next = queues.next();
      if (!next) return;
      begin(next.owner);
      next.start();
    }
  };
  const placeOf = async (owner: string, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (isFree(owner)) return begin(owner);
    const { promise, resolve: start, reject } = Promise.withResolvers<void>();
    const leave = queues.join(owner, start);
    const giveUp = (): void => {
      if (leave()) reject(signal.reason);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', giveUp));
  };

  return {
    isFree,
    waitingOf: (owner) => queues.countOf(owner),
    waiting: () => queues.count(),
    async run(owner, signal, work) {
      await placeOf(owner, signal);
      try {
        return await work();
      } finally {
        end(owner);
      }
    },
  };
}
