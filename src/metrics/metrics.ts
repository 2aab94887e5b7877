import { statfs } from 'node:fs/promises';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValueWithName,
  Registry,
} from 'prom-client';
import packageJson from '../../package.json' with { type: 'json' };
import type { CallCopier } from '../core/callRecords/copier.ts';
import type { Meter } from '../core/callRecords/meter.ts';
import type { CallRecorder } from '../core/callRecords/record.ts';
import type { CacheName } from '../core/kernel/checkedCache.ts';
import { eventLoop } from '../core/lib/eventLoopScheduler.ts';
import type { ReadThroughCache } from '../core/lib/readThroughCache.ts';
import { longWork, shortWork } from '../core/lib/workerPool.ts';
import type { Limiter } from '../core/limits/limiter.ts';
import { slotsInUse } from '../core/limits/slots.ts';
import type { Meanings } from '../core/search/meanings.ts';
import { createMeter } from './counters.ts';
import { addGauge } from './gauges.ts';

export type Metrics = {
  readonly meter: Meter;
  /** Everything counted so far, in Prometheus' text format. */
  read(): Promise<string>;
  /** All metrics as values, for export. */
  families(): Promise<Families>;
  /** Exposes how many calls have no spans because the export failed. */
  watchSpans(dropped: () => number): void;
  watchLimiter(limiter: Pick<Limiter, 'isDegraded'>): void;
  /** Exposes whether changes of other instances arrive. */
  watchHeartbeat(heartbeat: WatchedHeartbeat): void;
  /** Exposes how much memory a cache takes. */
  watchCache(name: CacheName, cache: Pick<ReadThroughCache<unknown>, 'bytes'>): void;
  /** Exposes how many lines of the log were dropped. */
  watchLog(dropped: () => number): void;
  /** Exposes the use of database connections. */
  watchPool(use: () => PoolUse): void;
  /** Exposes how many calls are waiting to be recorded. */
  watchRecorder(recorder: Pick<CallRecorder, 'waiting'>): void;
  /** Exposes the state of copying calls to another store. */
  watchCopier(copier: WatchedCopier): void;
  /** Exposes whether the embeddings endpoint answers. */
  watchMeanings(meanings: Pick<Meanings, 'isUp' | 'failures'>): void;
  /** Exposes whether the bucket of stored files answers. */
  watchFileStore(isUp: () => boolean): void;
  /** Exposes how many server programs run. */
  watchProcesses(count: () => number | Promise<number>): void;
  /** Exposes the values of `/readyz`. */
  watchHealth(ask: () => Promise<Health>): void;
  /** Exposes tasks of the operator that are overdue. */
  watchUpkeep(read: () => Promise<Upkeep | null>): void;
  /** Exposes the free space on a directory's disk. */
  watchDirectory(path: string): void;
};

type WatchedCopier = Pick<CallCopier, 'waiting' | 'dropped' | 'isTaking'>;

/** Whether calls are served, and whether the database responds and accepts writes. */
type Health = { readonly isReady: boolean; readonly isUp: boolean; readonly acceptsWrites: boolean };

/** How many master keys encrypt stored values, and when the last backup was made. */
export type Upkeep = { readonly vaultKeys: number; readonly lastBackupAt: Date | null };

/** A metric with its series; `type` as in Prometheus' text format. */
type Family = Omit<MetricObjectWithValues<MetricValueWithName<string>>, 'type'> & { readonly type: string };
export type Families = readonly Family[];

/** Connections in use, idle connections, and the number of queries waiting for one. */
type PoolUse = { readonly used: number; readonly idle: number; readonly waiting: number };

/** Whether changes arrive, and how long ago that was last confirmed, in ms. */
type WatchedHeartbeat = {
  readonly hearing: (typeof LISTENING_STATES)[number];
  readonly carrier: (typeof CARRIERS)[number];
  lagMs(): number | null;
};
const LISTENING_STATES = ['live', 'lost'] as const;
const CARRIERS = ['listen', 'redis', 'log'] as const;

/** Gauges whose names are those of counters. Others have the same figures by type. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Counters of this process, together with Node's own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  addBuildInfo(registry);
  addOwnQueues(registry);
  return {
    read: () => registry.metrics(),
    // prom-client's types declare the kind as a number, but it is a string.
    families: async () =>
      (await registry.getMetricsAsJSON()).map((family) => ({ ...family, type: String(family.type) })),
    watchSpans: (count) =>
      addReadCounter(registry, 'toolyard_spans_dropped_total', 'Calls whose spans could not be exported', count),
    watchLimiter: (limiter) => addDegradedGauge(registry, limiter),
    watchHeartbeat: (heartbeat) => addHeartbeatGauges(registry, heartbeat),
    watchCache: addCacheGauge(registry),
    watchLog: (count) =>
      addReadCounter(
        registry,
        'toolyard_log_lines_dropped_total',
        'Log lines dropped because they were not read in time',
        count,
      ),
    watchPool: (use) => addPoolGauges(registry, use),
    watchRecorder: (recorder) =>
      addGauge(registry, {
        name: 'toolyard_call_records_waiting',
        help: 'Calls waiting to be recorded; calls over 20,000 are dropped',
        read: () => recorder.waiting(),
      }),
    watchCopier: (copier) => addCopierMetrics(registry, copier),
    watchMeanings: (meanings) => addMeaningsMetrics(registry, meanings),
    watchFileStore: (isUp) =>
      addGauge(registry, {
        name: 'toolyard_file_store_up',
        help: '1 while the bucket of stored files answers',
        ofWorkers: 'min',
        read: () => Number(isUp()),
      }),
    watchProcesses: (count) =>
      addGauge(registry, {
        name: 'toolyard_server_processes',
        help: 'Running server programs',
        ofWorkers: 'max',
        read: count,
      }),
    watchHealth: (ask) => addHealthGauges(registry, ask),
    watchUpkeep: (read) => addUpkeepGauges(registry, read),
    watchDirectory: (path) =>
      addGauge(registry, {
        name: 'toolyard_data_directory_free_bytes',
        ofWorkers: 'min',
        help: 'Free disk space of the data directory, which includes an embedded database',
        read: async () => {
          const space = await statfs(path).catch(() => null);
          return space && space.bavail * space.bsize;
        },
      }),
    meter: createMeter(registry),
  };
}

function addBuildInfo(registry: Registry): void {
  new Gauge({
    name: 'toolyard_build_info',
    help: 'Always 1; versions of Toolyard and Node',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers: [registry],
  }).set({ version: packageJson.version, node: process.version }, 1);
}

/** Adds this process's queues and open resources, for all accounts. */
function addOwnQueues(registry: Registry): void {
  addGauge(registry, {
    name: 'toolyard_queue_waiting',
    help: 'Queued work: requests for the event loop (turns), tasks for threads (short_work, long_work)',
    label: 'queue',
    read: () =>
      new Map([
        ['turns', eventLoop.waiting()],
        ['short_work', shortWork.waiting()],
        ['long_work', longWork.waiting()],
      ]),
  });
  const overloaded = 'Requests refused with 503 because the process was overloaded';
  addReadCounter(registry, 'toolyard_requests_shed_total', overloaded, eventLoop.refused);
  addGauge(registry, {
    name: 'toolyard_slots_taken',
    help: 'Open calls, subscriptions, streams and lists, by limit',
    label: 'bound',
    read: slotsInUse,
  });
}

function addCopierMetrics(registry: Registry, copier: WatchedCopier): void {
  const [waiting, up] = ['toolyard_call_copies_waiting', 'toolyard_call_copies_up'];
  addGauge(registry, {
    name: waiting,
    help: 'Call records waiting to be copied; records over 50,000 are dropped',
    read: copier.waiting,
  });
  const dropped = 'Call records that could not be copied';
  addReadCounter(registry, 'toolyard_call_copies_dropped_total', dropped, copier.dropped);
  const help = '1 while the external store accepts copies of call records';
  addGauge(registry, { name: up, help, ofWorkers: 'min', read: () => Number(copier.isTaking()) });
}

function addMeaningsMetrics(registry: Registry, { isUp, failures }: Pick<Meanings, 'isUp' | 'failures'>): void {
  const help = '1 while the embeddings endpoint answers; otherwise searches compare only words';
  addGauge(registry, { name: 'toolyard_embeddings_up', help, ofWorkers: 'min', read: () => Number(isUp()) });
  const failed = 'Requests for embeddings that failed';
  addReadCounter(registry, 'toolyard_embeddings_failures_total', failed, failures);
}

function addHealthGauges(registry: Registry, ask: () => Promise<Health>): void {
  const gauge = (name: string, help: string, is: (health: Health) => boolean) =>
    addGauge(registry, { name, help, ofWorkers: 'min', read: async () => Number(is(await ask())) });
  gauge('toolyard_ready', '1 while calls are served, as in /readyz', ({ isReady }) => isReady);
  gauge('toolyard_database_up', '1 while the database answers', ({ isUp }) => isUp);
  gauge('toolyard_database_writable', '1 while the database accepts writes', ({ acceptsWrites }) => acceptsWrites);
}

function addUpkeepGauges(registry: Registry, read: () => Promise<Upkeep | null>): void {
  addGauge(registry, {
    name: 'toolyard_vault_keys',
    help: 'Master keys that encrypt stored values; over 1 until a key rotation is finished',
    ofWorkers: 'max',
    read: async () => (await read())?.vaultKeys ?? null,
  });
  addGauge(registry, {
    name: 'toolyard_last_backup_timestamp_seconds',
    help: 'Unix time of the last backup by toolyard backup; absent before the first',
    ofWorkers: 'max',
    async read() {
      const { lastBackupAt } = (await read()) ?? {};
      return lastBackupAt ? lastBackupAt.getTime() / 1_000 : null;
    },
  });
}

function addPoolGauges(registry: Registry, use: () => PoolUse): void {
  addGauge(registry, {
    name: 'toolyard_database_connections',
    help: 'Connections of the pool: used, or idle',
    label: 'state',
    read() {
      const { used, idle } = use();
      return new Map([
        ['used', used],
        ['idle', idle],
      ]);
    },
  });
  addGauge(registry, {
    name: 'toolyard_database_waiting',
    help: 'Queries waiting for a connection',
    read: () => use().waiting,
  });
}

function addCacheGauge(registry: Registry): Metrics['watchCache'] {
  const caches = new Map<CacheName, Pick<ReadThroughCache<unknown>, 'bytes'>>();
  new Gauge({
    name: 'toolyard_cache_bytes',
    help: 'Estimated memory of a cache',
    labelNames: ['cache'],
    registers: [registry],
    collect() {
      for (const [name, cache] of caches) this.set({ cache: name }, cache.bytes());
    },
  });
  return (name, cache) => void caches.set(name, cache);
}

/** A counter whose value is kept elsewhere. */
function addReadCounter(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

function addDegradedGauge(registry: Registry, limiter: Pick<Limiter, 'isDegraded'>): void {
  new Gauge({
    name: 'toolyard_rate_limit_degraded',
    help: '1 while Redis does not respond and this instance counts rate limits separately',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(limiter.isDegraded() ? 1 : 0);
    },
  });
}

function addHeartbeatGauges(registry: Registry, heartbeat: WatchedHeartbeat): void {
  const isOne = (values: readonly string[], one: string) => new Map(values.map((each) => [each, each === one ? 1 : 0]));
  addGauge(registry, {
    name: 'toolyard_changes_state',
    ofWorkers: 'max',
    help: '1 for the state of change notifications from other instances: live or lost',
    label: 'state',
    read: () => isOne(LISTENING_STATES, heartbeat.hearing),
  });
  addGauge(registry, {
    name: 'toolyard_changes_carrier',
    ofWorkers: 'max',
    help: '1 for the source of changes: listen (PostgreSQL notifications), redis, or log (only the change log)',
    label: 'carrier',
    read: () => isOne(CARRIERS, heartbeat.carrier),
  });
  addGauge(registry, {
    name: 'toolyard_changes_lag_seconds',
    ofWorkers: 'max',
    help: 'Time since all changes were last received; absent before the first',
    read() {
      const lagMs = heartbeat.lagMs();
      return lagMs === null ? null : lagMs / 1_000;
    },
  });
}
