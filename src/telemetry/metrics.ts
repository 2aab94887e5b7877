import { attributesOf, nanoseconds } from './spans.ts';

/** A metric with its series, as `prom-client` reports them. */
export type Family = {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly {
    readonly value: number;
    readonly labels: Readonly<Record<string, string | number | undefined>>;
    /** For histograms: the name with `_bucket`, `_sum` or `_count`. */
    readonly metricName?: string | undefined;
  }[];
};

/** Values count from the process's start, not from the last export. */
const CUMULATIVE = 2;

/**
 * Metrics in the JSON of OTLP 1.x (`metrics.proto`): counters as sums, gauges, and histograms; other kinds are skipped.
 */
export function metricsOf(families: readonly Family[], startedMs: number, nowMs: number): readonly object[] {
  const times = { startTimeUnixNano: nanoseconds(startedMs), timeUnixNano: nanoseconds(nowMs) };
  return families.flatMap((family) => {
    const data = dataOf(family, times);
    return data ? [{ name: family.name, description: family.help, unit: unitOf(family.name), ...data }] : [];
  });
}

/** The unit in UCUM, from a name as Prometheus recommends it: the unit, then `_total` for counters. */
function unitOf(name: string): string {
  const [, unit] = /_(seconds|bytes)(?:_total)?$/.exec(name) ?? [];
  if (unit === undefined) return '1';
  return unit === 'seconds' ? 's' : 'By';
}

type Times = { readonly startTimeUnixNano: string; readonly timeUnixNano: string };

function dataOf(family: Family, times: Times): object | null {
  switch (family.type) {
    case 'counter':
      return {
        sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints: pointsOf(family, times) },
      };
    case 'gauge':
      return { gauge: { dataPoints: pointsOf(family, times) } };
    case 'histogram':
      return { histogram: { aggregationTemporality: CUMULATIVE, dataPoints: histogramsOf(family, times) } };
    default:
      return null;
  }
}

const pointsOf = ({ values }: Family, times: Times): readonly object[] =>
  values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ value, labels }) => ({ ...times, attributes: attributesOf(labels), asDouble: value }));

/**
 * prom-client's buckets are cumulative and separate, by label. OTLP lists the buckets of a series together, each with
 * its own count.
 */
function histogramsOf({ name, values }: Family, times: Times): readonly object[] {
  const series = Map.groupBy(values, ({ labels: { le: _, ...rest } }) => JSON.stringify(rest));
  return [...series.values()].map((parts) => {
    const of = (end: string) => parts.filter(({ metricName }) => metricName === `${name}_${end}`);
    const [{ labels: { le: _, ...labels } = {} } = {}] = parts;
    const buckets = of('bucket');
    const bounds = buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite);
    const counts = buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0));
    return {
      ...times,
      attributes: attributesOf(labels),
      count: String(of('count')[0]?.value ?? 0),
      sum: of('sum')[0]?.value ?? 0,
      bucketCounts: counts.map(String),
      explicitBounds: bounds,
    };
  });
}
