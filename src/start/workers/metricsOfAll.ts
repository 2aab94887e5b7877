import { setTimeout as delay } from 'node:timers/promises';
import type { Families } from '../../metrics/metrics.ts';

export type WorkerMetrics = {
  read(): Promise<Families | null>;
  /** Its last values. */
  last: Families | null;
};

/** How long a scrape waits for a worker, whose last values then count. */
const READ_MS_MAX = 2_000;
/** Metrics that only grow. A worker that ends must not take its part of the sum away. */
const GROWING: ReadonlySet<string> = new Set(['counter', 'histogram']);

/** The sum of the metrics of all workers, also of those that have ended. */
type MetricsOfAll = {
  read(workers: readonly WorkerMetrics[]): Promise<string>;
  /** Keeps the counters of a worker that has ended. */
  keep(worker: WorkerMetrics): void;
};

export function createMetricsOfAll(): MetricsOfAll {
  let ended: Families = [];
  const aggregate = async (lists: readonly Families[]) => {
    // Loaded at the first scrape, which needs metrics to be enabled.
    const { AggregatorRegistry } = await import('prom-client');
    return AggregatorRegistry.aggregate(lists.map((families) => [...families]));
  };
  let keeping = Promise.resolve();
  return {
    async read(workers) {
      // The current values of a worker, or the last ones if it doesn't answer in time.
      const lists = await Promise.all(
        workers.map(async (worker) => {
          const late = delay(READ_MS_MAX, null, { ref: false });
          const families = await Promise.race([worker.read().catch(() => null), late]);
          worker.last = families ?? worker.last;
          return worker.last ?? [];
        }),
      );
      await keeping;
      return (await aggregate([ended, ...lists])).metrics();
    },
    keep({ last }) {
      const growing = last?.filter(({ type }) => GROWING.has(type)) ?? [];
      if (growing.length === 0) return;
      keeping = keeping.then(async () => {
        const families = await (await aggregate([ended, growing])).getMetricsAsJSON();
        ended = families.map((family) => ({ ...family, type: String(family.type) }));
      });
    },
  };
}
