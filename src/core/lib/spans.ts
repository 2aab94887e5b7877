import type { ToolId } from '../ids.ts';
import type { TraceContext } from './traceContext.ts';

/** What a span says of what it measured: ids, names, counts and states, and never what was sent or answered. */
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
  /** What the upstream was asked; null where nothing was sent. */
  readonly upstream: {
    /** The `traceparent` that it got, if the call is part of a trace. */
    readonly traceparent: TraceContext | null;
    readonly askedAt: number;
    readonly ms: number;
    readonly facts: SpanFacts;
  } | null;
};

/** Where the spans of calls go. Takes them at once, and drops what it cannot keep. */
export type SpanSink = { callEnded(call: TracedCall): void };
