import { setTimeout as delay } from 'node:timers/promises';
import packageJson from '../../package.json' with { type: 'json' };
import type { Log } from '../core/kernel/context.ts';
import type { SpanSink, TracedCall } from '../core/lib/spans.ts';
import { type Family, metricsOf } from './metrics.ts';
import { attributesOf, isSampled, spansOf } from './spans.ts';

/** What to export, and how often. */
export type ExporterOptions = {
  /** Attributes of the service that every span and metric carries, such as `service.name`. */
  readonly resource: Readonly<Record<string, string>>;
  readonly spanDelayMs: number;
  readonly metricIntervalMs: number;
  /**
   * Sends JSON to the receiver's path; resolves to the response status.
   * @throws without a response
   */
  send(path: '/v1/traces' | '/v1/metrics', json: string): Promise<number>;
  families(): Promise<readonly Family[]>;
  readonly log: Log;
};

export type Exporter = SpanSink & {
  /** How many calls were not exported. */
  dropped(): number;
  /** Exports waiting data within five seconds, then ends. */
  close(): Promise<void>;
};

/** Maximum waiting calls; about 1 KB each. */
const WAITING_MAX = 4_096;
const CLOSE_MS_MAX = 5_000;
/** Maximum calls converted to JSON in one step, which takes about a millisecond. */
const BATCH_MAX = 64;
/** Statuses with which a receiver asks for a later retry (OTLP, "Failures"). */
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const SCOPE = { name: 'toolyard', version: packageJson.version };

/**
 * Sends spans and metrics to an OTLP receiver over HTTP, as JSON, from a bounded queue. Data beyond the limit is
 * dropped and counted. Calls never wait.
 */
export function createExporter(options: ExporterOptions): Exporter {
  const startedMs = performance.timeOrigin;
  const waiting: TracedCall[] = [];
  let dropped = 0;
  const resource = { attributes: attributesOf(options.resource) };

  const sendBatch = async (): Promise<boolean> => {
    const batch = waiting.slice(0, BATCH_MAX);
    const scopeSpans = [{ scope: SCOPE, spans: batch.flatMap(spansOf) }];
    const state = await deliver(options, '/v1/traces', { resourceSpans: [{ resource, scopeSpans }] });
    if (state === 'later') return false;
    waiting.splice(0, batch.length);
    if (state === 'refused') dropped += batch.length;
    return true;
  };
  const sendSpans = oneAtATime(options.log, async () => {
    while (waiting.length > 0 && (await sendBatch()));
  });
  const sendMetrics = oneAtATime(options.log, async () => {
    const metrics = metricsOf(await options.families(), startedMs, Date.now());
    const resourceMetrics = [{ resource, scopeMetrics: [{ scope: SCOPE, metrics }] }];
    await deliver(options, '/v1/metrics', { resourceMetrics });
  });
  const timers = [
    setInterval(() => void sendSpans(), options.spanDelayMs).unref(),
    setInterval(() => void sendMetrics(), options.metricIntervalMs).unref(),
  ];
  return {
    callEnded(call) {
      if (!isSampled(call)) return;
      if (waiting.length >= WAITING_MAX) dropped += 1;
      else waiting.push(call);
    },
    dropped: () => dropped,
    async close() {
      for (const timer of timers) clearInterval(timer);
      // A slow receiver must not keep the process alive.
      const late = new AbortController();
      const sent = Promise.all([sendSpans(), sendMetrics()]);
      await Promise.race([sent, delay(CLOSE_MS_MAX, undefined, { signal: late.signal })]);
      late.abort();
    },
  };
}

/**
 * Runs one export at a time: a call during an export returns the running one. Never rejects, because timers call it.
 */
function oneAtATime(log: Log, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work()
      .catch((error: unknown) => log.error({ err: error }, 'an OTLP export failed'))
      .finally(() => {
        running = null;
      });
    return running;
  };
}

async function deliver(
  { send, log }: ExporterOptions,
  path: '/v1/traces' | '/v1/metrics',
  body: object,
): Promise<'taken' | 'later' | 'refused'> {
  try {
    const status = await send(path, JSON.stringify(body));
    if (status < 300) return 'taken';
    log.warn({ path, status }, 'the OTLP receiver rejected an export');
    return LATER.has(status) ? 'later' : 'refused';
  } catch (error) {
    log.warn({ path, err: error }, 'the OTLP receiver does not respond');
    return 'later';
  }
}
