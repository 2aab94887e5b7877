import { Counter, Histogram, type Registry } from 'prom-client';
import type { CountedCall, CountedRequest, Meter } from '../core/callRecords/meter.ts';

// Tool calls take milliseconds to minutes; their time limit is two minutes by default.
const CALL_BUCKETS_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const OWN_BUCKETS_SECONDS = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];
const MS = 1_000;

/** A route's surface, as recorded for calls, or `other`. */
export const SURFACES = ['account_api', 'endpoint_api', 'mcp', 'graphql', 'other'] as const;

function surfaceOf(route: string): (typeof SURFACES)[number] {
  if (route.startsWith('/v1')) return 'account_api';
  if (route.startsWith('/s/')) return route.endsWith('/mcp') ? 'mcp' : 'endpoint_api';
  return route === '/graphql' ? 'graphql' : 'other';
}

/** Caches counters under two keys, which are cheaper to look up than labels. */
function memoized<A, B, V>(make: (one: A, other: B) => V): (one: A, other: B) => V {
  const known = new Map<A, Map<B, V>>();
  return (one, other) => {
    const ofOne = known.get(one) ?? new Map<B, V>();
    known.set(one, ofOne);
    const counter = ofOne.get(other) ?? make(one, other);
    ofOne.set(other, counter);
    return counter;
  };
}

const BATCH = 256;

/**
 * Counts events in batches, so that the processor loads the counters once per batch. `flush` counts the rest before
 * metrics are read.
 */
function inBatches<T>(count: (event: T) => void): { add(event: T): void; flush(): void } {
  let events: T[] = [];
  const flush = (): void => {
    const batch = events;
    events = [];
    for (const event of batch) count(event);
  };
  return {
    flush,
    add(event) {
      if (events.push(event) >= BATCH) flush();
    },
  };
}

/** All counters that are updated as events happen. */
export function createMeter(registry: Registry): Meter {
  const registers = [registry];
  const counter = (name: string, help: string, label?: string) =>
    new Counter({ name, help, registers, ...(label !== undefined && { labelNames: [label] }) });
  const refusals = counter('toolyard_rate_limit_refusals_total', 'Requests refused by a rate limit, by class', 'class');
  const snapshots = counter('toolyard_snapshot_reads_total', 'Stack lookups, by source', 'source');
  const cacheReads = counter('toolyard_cache_reads_total', 'Cache misses that read the database, by cache', 'cache');
  const dropped = counter(
    'toolyard_call_records_dropped_total',
    'Calls that were not recorded because the database did not accept them in time',
  );
  const contents = counter(
    'toolyard_call_contents_dropped_total',
    'Calls with missing or incomplete stored inputs and outputs, by reason',
    'state',
  );
  return {
    toolCalled: countCalls(registry),
    requestServed: countRequests(registry),
    limitRefused: (limitClass) => refusals.inc({ class: limitClass }),
    callRecordsDropped: (count) => dropped.inc(count),
    contentsDropped: (state) => contents.inc({ state }),
    snapshotRead: (isInMemory) => snapshots.inc({ source: isInMemory ? 'memory' : 'database' }),
    cacheRead: (cache) => cacheReads.inc({ cache }),
  };
}

function countCalls(registry: Registry): Meter['toolCalled'] {
  const registers = [registry];
  const collect = (): void => ended.flush();
  const calls = new Counter({
    name: 'toolyard_tool_calls_total',
    help: 'Tool calls by outcome',
    labelNames: ['outcome'],
    registers,
    collect,
  });
  const seconds = (name: string, help: string, buckets: number[], labelNames: string[]) =>
    new Histogram({ name, help, buckets, labelNames, registers, collect });
  const latency = seconds(
    'toolyard_tool_call_seconds',
    'Time of a tool call including the upstream, by connector and outcome',
    CALL_BUCKETS_SECONDS,
    ['connector', 'outcome'],
  );
  const upstream = seconds(
    'toolyard_tool_call_upstream_seconds',
    'Time of a tool call until the upstream’s answer was read, by connector',
    CALL_BUCKETS_SECONDS,
    ['connector'],
  );
  const own = seconds(
    'toolyard_tool_call_own_seconds',
    'Time of a tool call in Toolyard itself',
    OWN_BUCKETS_SECONDS,
    [],
  );
  const ends = memoized((connector: CountedCall['connector'], outcome: CountedCall['outcome']) => ({
    calls: calls.labels({ outcome }),
    latency: latency.labels({ connector, outcome }),
    upstream: upstream.labels({ connector }),
  }));
  const ended = inBatches<CountedCall>(({ connector, outcome, latencyMs, ownMs, upstreamMs }) => {
    const end = ends(connector, outcome);
    end.calls.inc();
    end.latency.observe(latencyMs / MS);
    if (upstreamMs > 0) end.upstream.observe(upstreamMs / MS);
    own.observe(ownMs / MS);
  });
  return ended.add;
}

function countRequests(registry: Registry): Meter['requestServed'] {
  const registers = [registry];
  const requests = new Counter({
    name: 'toolyard_http_requests_total',
    help: 'Requests by surface, route and status; the route is `none` for an unknown address',
    labelNames: ['surface', 'route', 'status'],
    registers,
    collect: () => served.flush(),
  });
  const seconds = new Histogram({
    name: 'toolyard_http_request_seconds',
    help: 'Request duration, by surface',
    labelNames: ['surface'],
    buckets: CALL_BUCKETS_SECONDS,
    registers,
    collect: () => served.flush(),
  });
  const ends = memoized((route: string, status: number) => {
    const surface = surfaceOf(route);
    return {
      requests: requests.labels({ surface, route, status: String(status) }),
      seconds: seconds.labels({ surface }),
    };
  });
  const served = inBatches<CountedRequest>(({ route, status, ms }) => {
    const end = ends(route, status);
    end.requests.inc();
    end.seconds.observe(ms / MS);
  });
  return served.add;
}
