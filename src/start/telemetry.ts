import { hostname } from 'node:os';
import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { rulesFor } from '../connectors/egress/allow.ts';
import type { Log } from '../core/kernel/context.ts';
import type { SpanSink } from '../core/lib/spans.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Closers } from './closers.ts';

/** Exported data and its destination. */
type Exported = { readonly metrics: Metrics | null; readonly log: Log; readonly closers: Closers };

const ANSWER_BYTES_MAX = 65_536;

/** Exports spans of calls and metrics if the operator configured a receiver; otherwise nothing is loaded. */
export async function openTelemetry(
  { otlp, egressAllow }: Config,
  { metrics, log, closers }: Exported,
): Promise<SpanSink | null> {
  if (!otlp || !metrics) return null;
  const { createEgress } = await import('../connectors/egress/egress.ts');
  const { createExporter } = await import('../telemetry/exporter.ts');
  const { endpoint, headers, timeoutMs } = otlp;
  // Allow the receiver's address even if accounts may not reach it, since the operator chose it.
  const egress = createEgress({ allow: [...egressAllow, ...rulesFor(new URL(endpoint))] });
  closers.add(() => egress.close());
  const exporter = createExporter({
    ...otlp,
    resource: {
      'service.version': packageJson.version,
      'service.instance.id': `${hostname()}:${process.pid}`,
      ...otlp.resource,
    },
    families: metrics.families,
    log,
    async send(path, body) {
      const { status } = await egress.request({
        url: `${endpoint}${path}`,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(timeoutMs),
        maxBytes: ANSWER_BYTES_MAX,
        // Refuse redirects: a success response of the target, such as a sign-in page, would look like accepted data.
        refusesRedirects: true,
      });
      return status;
    },
  });
  closers.add(() => exporter.close());
  metrics.watchSpans(exporter.dropped);
  return exporter;
}
