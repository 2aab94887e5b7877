import { z } from 'zod';
import { withoutTrailingSlashes } from '../core/lib/trim.ts';
import { parsedBy, url, whole } from './values.ts';

/** An OTLP over HTTP receiver, and the data it receives. */
export type OtlpSettings = {
  /** The receiver's address, without `/v1/traces` or a trailing slash. */
  readonly endpoint: string;
  /** Headers of every request, which often contain a key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly resource: Readonly<Record<string, string>>;
  readonly spanDelayMs: number;
  readonly metricIntervalMs: number;
};

const HTTP_JSON = 'http/json';
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Parses `name=value,…` with percent-encoded values (W3C Baggage). @throws Error that may be shown */
export function parsePairs(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').map((pair) => {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    const value = decoded(pair.slice(at + 1).trim());
    if (at < 1 || !NAME.test(name) || value === null) throw new Error('must be a comma list of name=value');
    return [name, value] as const;
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string | null {
  try {
    const value = decodeURIComponent(text);
    return /^[\t\x20-\x7e\x80-\uffff]*$/.test(value) ? value : null;
  } catch {
    return null;
  }
}

/** The supported variables of the OpenTelemetry specification, with its defaults except for the encoding. */
export const OTLP_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: parsedBy(parsePairs).default({}),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal(HTTP_JSON, `must be ${HTTP_JSON}`).default(HTTP_JSON),
  OTEL_EXPORTER_OTLP_TIMEOUT: whole(100, 60_000, 10_000),
  OTEL_SERVICE_NAME: z.string().default('toolyard'),
  OTEL_RESOURCE_ATTRIBUTES: parsedBy(parsePairs).default({}),
  OTEL_BSP_SCHEDULE_DELAY: whole(50, 600_000, 5_000),
  OTEL_METRIC_EXPORT_INTERVAL: whole(50, 3_600_000, 60_000),
};

const variables = z.object(OTLP_VARIABLES);

/** Reads the OTLP settings; null without an address, which means that nothing is exported. */
export function otlpOf(env: z.output<typeof variables>): OtlpSettings | null {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null;
  const endpoint = withoutTrailingSlashes(env.OTEL_EXPORTER_OTLP_ENDPOINT);
  return {
    endpoint,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMs: env.OTEL_EXPORTER_OTLP_TIMEOUT,
    resource: { ...env.OTEL_RESOURCE_ATTRIBUTES, 'service.name': env.OTEL_SERVICE_NAME },
    spanDelayMs: env.OTEL_BSP_SCHEDULE_DELAY,
    metricIntervalMs: env.OTEL_METRIC_EXPORT_INTERVAL,
  };
}
