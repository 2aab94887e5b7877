import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CacheName, Meter } from '../core/lib/meter.ts';
import type { ReadThroughCache } from '../core/lib/readThroughCache.ts';
import type { Limiter } from '../core/limits/limiter.ts';

export type Metrics = {
  readonly meter: Meter;
  /** Everything counted so far, in Prometheus' text format. */
  read(): Promise<string>;
  /** Exposes whether the limiter is degraded. */
  watchLimiter(limiter: Pick<Limiter, 'isDegraded'>): void;
  /** Exposes whether changes of other instances are heard. */
  watchPulse(pulse: WatchedPulse): void;
  /** Exposes how much memory a cache takes. */
  watchCache(name: CacheName, cache: Pick<ReadThroughCache<unknown>, 'bytes'>): void;
  /** Exposes how many lines of the log were dropped. */
  watchLog(dropped: () => number): void;
};

/** Whether changes are heard, and how long ago that was last proven, in ms. */
type WatchedPulse = { readonly hearing: (typeof HEARINGS)[number]; lagMs(): number | null };
const HEARINGS = ['live', 'deaf', 'lost'] as const;

// Tool calls take milliseconds to minutes; their time limit is two minutes by default.
const LATENCY_BUCKETS_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Counters of this process, together with Node's own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { calls, latency, refusals, snapshots, cacheReads, dropped } = createCounters([registry]);
  const watchCache = addCacheGauge(registry);
  // Kept, since looking a counter up by its labels costs more than counting.
  const byOutcome = new Map<string, ReturnType<typeof calls.labels>>();
  return {
    read: () => registry.metrics(),
    watchLimiter: (limiter) => addDegradedGauge(registry, limiter),
    watchPulse: (pulse) => addPulseGauges(registry, pulse),
    watchCache,
    watchLog: (count) => addLogCounter(registry, count),
    meter: {
      toolCalled(outcome, latencyMs) {
        const counted = byOutcome.get(outcome) ?? calls.labels({ outcome });
        byOutcome.set(outcome, counted);
        counted.inc();
        latency.observe(latencyMs / 1_000);
      },
      limitRefused: (limitClass) => refusals.inc({ class: limitClass }),
      callRecordsDropped: (count) => dropped.inc(count),
      snapshotSought: (isKept) => snapshots.inc({ source: isKept ? 'memory' : 'database' }),
      cacheRead: (cache) => cacheReads.inc({ cache }),
    },
  };
}

function createCounters(registers: Registry[]) {
  return {
    dropped: new Counter({
      name: 'toolyard_call_records_dropped_total',
      help: 'Calls that were not recorded because the database did not take them in time',
      registers,
    }),
    calls: new Counter({
      name: 'toolyard_tool_calls_total',
      help: 'Tool calls by how they ended',
      labelNames: ['outcome'],
      registers,
    }),
    latency: new Histogram({
      name: 'toolyard_tool_call_seconds',
      help: 'Time of a tool call, upstream included',
      buckets: LATENCY_BUCKETS_SECONDS,
      registers,
    }),
    refusals: new Counter({
      name: 'toolyard_rate_limit_refusals_total',
      help: 'Requests refused by a rate limit, by class',
      labelNames: ['class'],
      registers,
    }),
    snapshots: new Counter({
      name: 'toolyard_snapshot_reads_total',
      help: 'Times a stack was needed, by where it was found',
      labelNames: ['source'],
      registers,
    }),
    cacheReads: new Counter({
      name: 'toolyard_cache_reads_total',
      help: 'Times a cache had to ask the database, by cache',
      labelNames: ['cache'],
      registers,
    }),
  };
}

function addCacheGauge(registry: Registry): Metrics['watchCache'] {
  const caches = new Map<CacheName, Pick<ReadThroughCache<unknown>, 'bytes'>>();
  new Gauge({
    name: 'toolyard_cache_bytes',
    help: 'Estimated memory that a cache takes',
    labelNames: ['cache'],
    registers: [registry],
    collect() {
      for (const [name, cache] of caches) this.set({ cache: name }, cache.bytes());
    },
  });
  return (name, cache) => void caches.set(name, cache);
}

function addLogCounter(registry: Registry, dropped: () => number): void {
  new Counter({
    name: 'toolyard_log_lines_dropped_total',
    help: 'Lines of the log that nobody read in time',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(dropped());
    },
  });
}

function addDegradedGauge(registry: Registry, limiter: Pick<Limiter, 'isDegraded'>): void {
  new Gauge({
    name: 'toolyard_rate_limit_degraded',
    help: '1 while Redis does not answer and this instance counts rate limits for itself',
    registers: [registry],
    collect() {
      this.set(limiter.isDegraded() ? 1 : 0);
    },
  });
}

function addPulseGauges(registry: Registry, pulse: WatchedPulse): void {
  new Gauge({
    name: 'toolyard_changes_state',
    help: '1 for how changes of other instances are heard: live, deaf (the database does not notify) or lost',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const state of HEARINGS) this.set({ state }, pulse.hearing === state ? 1 : 0);
    },
  });
  new Gauge({
    name: 'toolyard_changes_lag_seconds',
    help: 'Time since the latest moment up to which every change has been heard; absent before the first',
    registers: [registry],
    collect() {
      const lagMs = pulse.lagMs();
      if (lagMs !== null) this.set(lagMs / 1_000);
    },
  });
}
