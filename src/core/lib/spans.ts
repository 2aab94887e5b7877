import type { ToolId } from '../ids.ts';
import type { TraceContext } from './traceContext.ts';

/** Attributes of a span: ids, names, counts and states, never request or response content. */
export type SpanFacts = Readonly<Record<string, string | number | null | undefined>>;

/** A call that ended, as a trace shows it. Times by `performance.now()` and in ms. */
export type TracedCall = {
  /** The `traceparent` that came with it; null for a call that is part of no trace. */
  readonly trace: TraceContext | null;
  readonly startedAt: number;
  readonly latencyMs: number;
  readonly toolId: ToolId;
  readonly isFailed: boolean;
  readonly facts: SpanFacts;
  /** The request to the upstream; null if none was sent. */
  readonly upstream: {
    /** The `traceparent` that it got, if the call is part of a trace. */
    readonly traceparent: TraceContext | null;
    readonly askedAt: number;
    readonly ms: number;
    readonly facts: SpanFacts;
  } | null;
};

/** Receives the spans of calls. Returns at once, and drops spans that it has no room for. */
export type SpanSink = { callEnded(call: TracedCall): void };
