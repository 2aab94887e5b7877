import { randomBytes } from 'node:crypto';
import type { SpanFacts, TracedCall } from '../core/lib/spans.ts';

/** A span in the JSON of OTLP 1.x (opentelemetry-proto, `trace.proto`): ids in hex, times in ns as text. */
type OtlpSpan = Readonly<Record<string, unknown>>;

const KIND_SERVER = 2;
const KIND_CLIENT = 3;
const STATUS_ERROR = 2;
const SAMPLED = 1;

/** Positions in a `traceparent` of version 00. */
const TRACE = [3, 35] as const;
const PARENT = [36, 52] as const;
const FLAGS_AT = 53;

/** Whether the caller's trace is sampled; a call without a trace is always exported. */
export const isSampled = ({ trace }: TracedCall): boolean =>
  trace === null || (Number.parseInt(trace.slice(FLAGS_AT), 16) & SAMPLED) === SAMPLED;

/** A call's span with its upstream's child span, whose id was sent upstream. */
export function spansOf({ trace, upstream, ...call }: TracedCall): readonly OtlpSpan[] {
  const traceId = trace === null ? randomBytes(16).toString('hex') : trace.slice(...TRACE);
  const spanId = randomBytes(8).toString('hex');
  const status = call.isFailed && { status: { code: STATUS_ERROR } };
  const server = {
    traceId,
    spanId,
    ...(trace !== null && { parentSpanId: trace.slice(...PARENT) }),
    name: call.name,
    kind: KIND_SERVER,
    ...timesOf(call.startedAt, call.latencyMs),
    attributes: attributesOf(call.facts),
    ...status,
  };
  if (upstream === null) return [server];
  const client = {
    traceId,
    spanId: upstream.traceparent?.slice(...PARENT) ?? randomBytes(8).toString('hex'),
    parentSpanId: spanId,
    name: upstream.name,
    kind: KIND_CLIENT,
    ...timesOf(upstream.sentAt, upstream.ms),
    attributes: attributesOf(upstream.facts),
    ...status,
  };
  return [server, client];
}

const timesOf = (startedAt: number, ms: number) => ({
  startTimeUnixNano: nanoseconds(performance.timeOrigin + startedAt),
  endTimeUnixNano: nanoseconds(performance.timeOrigin + startedAt + ms),
});

// Rounded to microseconds, because a number cannot hold today's time in nanoseconds exactly.
export const nanoseconds = (epochMs: number): string => `${Math.round(epochMs * 1_000)}000`;

/** Keys and values in OTLP; unknown values are left out. */
export const attributesOf = (facts: SpanFacts) =>
  Object.entries(facts).flatMap(([key, value]) => {
    if (value === null || value === undefined) return [];
    const number = Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
    return [{ key, value: typeof value === 'string' ? { stringValue: value } : number }];
  });
