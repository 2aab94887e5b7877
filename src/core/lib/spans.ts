import type { TraceContext } from './traceContext.ts';

/** Attributes of a span: ids, names, counts and states, never request or response content. */
export type SpanFacts = Readonly<Record<string, string | number | null | undefined>>;

/** A completed call for a trace. Times by `performance.now()` and in ms. */
export type TracedCall = {
  /** The incoming `traceparent`; null if the call is not part of a trace. */
  readonly trace: TraceContext | null;
  readonly startedAt: number;
  readonly latencyMs: number;
  readonly name: string;
  readonly isFailed: boolean;
  readonly facts: SpanFacts;
  /** The request to the upstream; null if none was sent. */
  readonly upstream: {
    /** The `traceparent` sent upstream, if the call is part of a trace. */
    readonly traceparent: TraceContext | null;
    readonly sentAt: number;
    readonly ms: number;
    readonly name: string;
    readonly facts: SpanFacts;
  } | null;
};

/** Receives the spans of calls. Returns immediately, and drops spans when its queue is full. */
export type SpanSink = { callEnded(call: TracedCall): void };
