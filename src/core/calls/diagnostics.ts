import type { AllowDecision } from '../decisions/decide.ts';
import type { Ctx } from '../kernel/context.ts';
import { nextHop, type TraceContext } from '../lib/traceContext.ts';

/**
 * Diagnostics recorded during a call, to explain its outcome later. One object per call, shared by all code on its
 * path.
 */
export type CallDiagnostics = {
  /** When the call started, by `performance.now()`. */
  readonly startedAt: number;
  /** Milliseconds from the arrival of the request until `startedAt`. */
  readonly waitedMs: number;
  /** Null until the account's rules have allowed the call. */
  permit: AllowDecision | null;
  /** Waiting time in ms: from the request's arrival until the call started, plus its time in the upstream's queue. */
  queueMs: number;
  /** How often the request was sent to the upstream: 0 if never, more than 1 after a sign-in was renewed. */
  attempts: number;
  /** Whether the upstream may have received the request: if so, a call that breaks off has an unknown outcome. */
  isSent: boolean;
  /** When the call was first handed to its connector, by `performance.now()`; null until then. */
  sentAt: number | null;
  /** Ms from handing the call to its connector until the answer was read, for all attempts, without waiting time. */
  upstreamMs: number;
  /** The upstream's latest HTTP status; null without an answer, and for stdio servers. */
  status: number | null;
  /** The upstream's `traceparent`; null if the caller's request is not part of a trace. */
  readonly traceparent: TraceContext | null;
  /** Cause of the failure without credentials. Null if the outcome's message can be logged as it is. */
  cause: string | null;
  /** The upstream's scheme, host and port, such as `https://api.example.com:8443`; null for stdio servers. */
  origin: string | null;
  /** The request's HTTP method; null for stdio servers. */
  method: string | null;
  /** Credential values used, for scrubbing stored contents; never logged. */
  values: readonly string[];
  /** Bytes of progress and log messages sent to the caller during the call, as JSON; only for byte quotas. */
  messageBytes: number;
};

const NO_VALUES: readonly string[] = [];

/** Diagnostics of a call that starts now. */
export function newDiagnostics({ receivedAt, trace }: Pick<Ctx, 'receivedAt' | 'trace'>): CallDiagnostics {
  const startedAt = performance.now();
  const waitedMs = receivedAt === undefined ? 0 : startedAt - receivedAt;
  return {
    startedAt,
    waitedMs,
    queueMs: waitedMs,
    permit: null,
    attempts: 0,
    isSent: false,
    sentAt: null,
    upstreamMs: 0,
    status: null,
    traceparent: trace ? nextHop(trace) : null,
    cause: null,
    origin: null,
    method: null,
    values: NO_VALUES,
    messageBytes: 0,
  };
}

/** Records that the call is sent to the upstream; `origin` and `method` are null for stdio servers. */
export function noteAttempt(
  diagnostics: CallDiagnostics | undefined,
  origin: string | null,
  method: string | null,
): void {
  if (!diagnostics) return;
  diagnostics.attempts += 1;
  diagnostics.origin = origin;
  diagnostics.method = method;
  diagnostics.status = null;
}

/** Records that the request is being written to the upstream. */
export function noteSent(diagnostics: CallDiagnostics | undefined): void {
  if (diagnostics) diagnostics.isSent = true;
}

/** Records a message to the caller, if the call counts for byte quotas. */
export function noteMessage(diagnostics: CallDiagnostics | undefined, message: object): void {
  if (diagnostics?.permit?.byteCounts) diagnostics.messageBytes += Buffer.byteLength(JSON.stringify(message));
}
