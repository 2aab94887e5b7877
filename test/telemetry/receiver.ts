import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../harness/listen.ts';

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> };
export type ReceivedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status?: { readonly code: number };
};
type Metric = {
  readonly name: string;
  readonly unit?: string;
  readonly sum?: Data;
  readonly gauge?: Data;
  readonly histogram?: Data;
};
type Point = {
  readonly attributes: readonly Attribute[];
  readonly asDouble?: number;
  readonly count?: string;
  readonly bucketCounts?: readonly string[];
  readonly explicitBounds?: readonly number[];
};
type Data = { readonly dataPoints: readonly Point[] };

/** The attributes as an object; values keep their type. */
export const factsOf = ({ attributes }: { readonly attributes: readonly Attribute[] }): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** An OTLP receiver over HTTP with JSON; it stores its requests, and responds with `status`. */
export async function startReceiver() {
  const received: { path: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
  const state = { status: 200 };
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await text(request) });
    response.writeHead(state.status, { 'content-type': 'application/json' }).end('{}');
  });
  const port = await listenOnLoopback(server);
  const bodies = <T>(path: string): T[] => received.flatMap((one) => (one.path === path ? [JSON.parse(one.body)] : []));
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    state,
    spans: (): ReceivedSpan[] =>
      bodies<{ resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] }>('/v1/traces').flatMap(
        ({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    /** The latest metric of each name. */
    metrics: (): Map<string, Metric> =>
      new Map(
        bodies<{ resourceMetrics: { scopeMetrics: { metrics: Metric[] }[] }[] }>('/v1/metrics').flatMap(
          ({ resourceMetrics }) =>
            resourceMetrics.flatMap(({ scopeMetrics }) =>
              scopeMetrics.flatMap(({ metrics }) => metrics.map((metric) => [metric.name, metric] as const)),
            ),
        ),
      ),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
