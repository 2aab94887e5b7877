import { smallText } from '../callContents/seal.ts';
import type { CallDecision } from '../callRecords/decision.ts';
import type { CallOutcome } from '../callRecords/outcome.ts';
import { actorIdOf } from '../kernel/actor.ts';
import type { Ctx } from '../kernel/context.ts';
import { type ApprovalId, newCallId } from '../kernel/ids.ts';
import { AppError, type ErrorCode } from '../lib/errors.ts';
import { storable } from '../lib/text.ts';
import { traceIdOf } from '../lib/traceContext.ts';
import { countBytes } from '../policies/counts.ts';
import type { ToolOutcome, ToolOutput } from '../results/outcome.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import type { CallDiagnostics } from './diagnostics.ts';
import { tracedCall } from './tracedCall.ts';

/** A call of a known tool. */
export type StartedCall = {
  readonly snapshot: StackSnapshot;
  readonly tool: SnapshotTool;
  readonly input: unknown;
  /** Answers to the previous elicitation; absent for none. */
  readonly answers?: unknown;
  readonly diagnostics: CallDiagnostics;
};

/**
 * Maximum characters of an error text in a call record, which has to fit into a notification (`kernel/liveFeed.ts`).
 */
const ERROR_CHARS_MAX = 500;

/**
 * Counts and logs a finished call. If the stack records calls, also stores the caller, outcome and cause, and the
 * input and output if it keeps contents.
 */
export function recordOutcome(ctx: Ctx, call: StartedCall, outcome: ToolOutcome): void {
  const error = 'message' in outcome ? storable(call.diagnostics.cause ?? outcome.message, ERROR_CHARS_MAX) : null;
  const ended = countAndLog(ctx, call, outcome.kind, error);
  if (call.diagnostics.permit?.byteCounts) countForQuotas(ctx, call, outcome);
  if (!call.snapshot.recordsCalls) return;
  const approvalId = ('approvalId' in outcome ? outcome.approvalId : call.diagnostics.permit?.approvalId) ?? null;
  record(ctx, call, { ...ended, approvalId }, 'output' in outcome ? outcome.output : undefined);
}

/** As `recordOutcome`, for a call refused before sending, so that call records show refusals too. */
export function refuseCall(ctx: Ctx, call: StartedCall, thrown: unknown): void {
  const isOurs = !(thrown instanceof AppError);
  const error = isOurs ? 'Toolyard could not make the call' : storable(thrown.message, ERROR_CHARS_MAX);
  const outcome = isOurs ? 'internal_error' : refusalOf(thrown.code);
  const ended = countAndLog(ctx, call, outcome, error);
  // The call was sent but has no outcome, for example because its caller left.
  if (call.diagnostics.sentAt !== null) countForQuotas(ctx, call, null);
  if (call.snapshot.recordsCalls)
    record(ctx, call, { ...ended, approvalId: call.diagnostics.permit?.approvalId ?? null });
}

function refusalOf(code: ErrorCode): CallOutcome {
  if (code === 'invalid_input' || code === 'rate_limited' || code === 'forbidden') return code;
  // The token does not allow the tool, or the tool was removed in the meantime.
  return code === 'not_found' ? 'forbidden' : 'internal_error';
}

/** Outcome of a call and its timing, in whole milliseconds. */
type CallEnd = {
  readonly outcome: CallOutcome;
  readonly error: string | null;
  readonly decision: CallDecision | null;
  readonly latencyMs: number;
  readonly queueMs: number;
  readonly ownMs: number;
  readonly upstreamMs: number;
};

/** Decision implied by the outcome of a refused call. */
const REFUSED: Readonly<Partial<Record<CallOutcome, CallDecision>>> = {
  denied: 'denied',
  approval_required: 'held',
  held_for_review: 'held',
};

/** Counts a call by surface and outcome, and logs one line with its owner, outcome, cause and timing. */
function countAndLog(ctx: Ctx, call: StartedCall, outcome: CallOutcome, error: string | null): CallEnd {
  const { actor, trace } = ctx;
  const { snapshot, tool, diagnostics } = call;
  const latencyMs = performance.now() - diagnostics.startedAt;
  const ownMs = Math.max(0, latencyMs - diagnostics.upstreamMs - (diagnostics.queueMs - diagnostics.waitedMs));
  const { upstreamMs } = diagnostics;
  ctx.meter?.toolCalled({ connector: tool.server.connector.kind, outcome, latencyMs, ownMs, upstreamMs });
  const { permit } = diagnostics;
  const decision = REFUSED[outcome] ?? (permit && (permit.approvalId === undefined ? 'allowed' : 'approved'));
  const ended = {
    outcome,
    error,
    decision,
    latencyMs: Math.round(latencyMs),
    queueMs: Math.round(diagnostics.queueMs),
    ownMs: Math.round(ownMs),
    upstreamMs: Math.round(upstreamMs),
  };
  const line = {
    accountId: snapshot.accountId,
    stackId: snapshot.stackId,
    endpointId: actor.kind === 'agent' ? actor.endpointId : undefined,
    callerId: actorIdOf(actor),
    server: tool.server.slug,
    toolId: tool.toolId,
    outcome,
    cause: error ?? undefined,
    decision: decision ?? undefined,
    upstreamStatus: diagnostics.status ?? undefined,
    // The host, with the port unless it is the scheme's default.
    upstreamHost: diagnostics.origin?.slice(diagnostics.origin.indexOf('://') + 3),
    attempts: diagnostics.attempts,
    latencyMs: ended.latencyMs,
    queueMs: ended.queueMs,
    ownMs: ended.ownMs,
    upstreamMs: ended.upstreamMs,
    traceId: trace ? traceIdOf(trace) : undefined,
  };
  ctx.log.info(line, 'tool called');
  if (ctx.spans) ctx.spans.callEnded(tracedCall(ctx, call, { outcome, decision, latencyMs, ownMs }));
  return ended;
}

/** Counts the bytes of a call for its byte quotas, without making the call wait. */
function countForQuotas(ctx: Ctx, { input, answers, diagnostics }: StartedCall, outcome: ToolOutcome | null): void {
  const { byteCounts } = diagnostics.permit ?? {};
  if (!byteCounts) return;
  const sent = bytesOf(input) + (answers === undefined ? 0 : bytesOf(answers));
  const bytes = sent + diagnostics.messageBytes + (outcome ? resultBytes(outcome) : 0);
  ctx.background.run('count bytes', () => countBytes(ctx, byteCounts, bytes));
}

/** Size of a call's result: its output, or its failure message and elicitation. */
function resultBytes(outcome: ToolOutcome): number {
  if ('output' in outcome && outcome.output)
    return outcome.output.type === 'large' ? outcome.output.json.length : bytesOf(outcome.output);
  const elicitationBytes =
    'elicitation' in outcome && outcome.elicitation ? bytesOf(outcome.elicitation.inputRequests) : 0;
  return elicitationBytes + ('message' in outcome ? Buffer.byteLength(outcome.message) : 0);
}

// An absent input has no JSON.
const jsonOf = (value: unknown): string => JSON.stringify(value) ?? '';
const bytesOf = (value: unknown): number => Buffer.byteLength(jsonOf(value));

type RecordedEnd = CallEnd & { readonly approvalId: ApprovalId | null };

function record(
  ctx: Ctx,
  { snapshot, tool, input, diagnostics }: StartedCall,
  ended: RecordedEnd,
  output?: ToolOutput,
): void {
  const { actor, surface = null, trace = null } = ctx;
  const sent = jsonOf(input);
  // Null for a large output, which is already JSON text and too large to store.
  const json = output?.type === 'large' ? null : jsonOf(output);
  const row = {
    id: newCallId(),
    accountId: snapshot.accountId,
    stackId: snapshot.stackId,
    serverId: tool.server.slug,
    toolId: tool.toolId,
    endpointId: actor.kind === 'agent' ? actor.endpointId : null,
    inputBytes: Buffer.byteLength(sent),
    at: ctx.now(),
    surface,
    callerKind: actor.kind,
    callerId: actorIdOf(actor),
    endUser: ctx.endUser,
    requestId: ctx.requestId,
    traceId: trace && traceIdOf(trace),
    upstreamStatus: diagnostics.status,
    outputBytes: output?.type === 'large' ? output.json.length : Buffer.byteLength(json ?? ''),
    contents: null,
    stackVersion: snapshot.stackVersion,
    ...ended,
  };
  const { contents: policy } = snapshot;
  const contents = policy && {
    policy,
    input: smallText(sent || 'null'),
    output: json === null ? null : smallText(json || 'null'),
    values: diagnostics.values,
    fieldIds: tool.server.fields.map(({ fieldId }) => fieldId),
  };
  ctx.callRecorder.add(row, contents);
}
