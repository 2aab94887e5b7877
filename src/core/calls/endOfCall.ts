import { actorIdOf } from '../audit/audit.ts';
import type { CallDecision } from '../callRecords/decision.ts';
import type { CallOutcome } from '../callRecords/outcome.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { type ApprovalId, newCallId } from '../ids.ts';
import { storable } from '../lib/text.ts';
import { traceIdOf } from '../lib/traceContext.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import type { ToolOutcome, ToolOutput } from './connector.ts';
import type { Trail } from './trail.ts';

/** A call of a known tool. */
export type StartedCall = {
  readonly snapshot: StackSnapshot;
  readonly tool: SnapshotTool;
  readonly input: unknown;
  readonly trail: Trail;
};

/** Of the text that says why a call failed. A row has to fit into a notification (`callRecords/feed.ts`). */
const ERROR_CHARS_MAX = 500;

/**
 * Counts and logs a finished call. Where the stack's owner turned analytics on, also stores who called, how it ended
 * and why, never a payload.
 */
export function endCall(ctx: Ctx, call: StartedCall, outcome: ToolOutcome): void {
  const latencyMs = sinceStart(call);
  count(ctx, call, outcome.kind);
  const error = 'message' in outcome ? storable(call.trail.cause ?? outcome.message, ERROR_CHARS_MAX) : null;
  const ended = { outcome: outcome.kind, latencyMs, error, decision: decisionOf(call, outcome.kind) };
  say(ctx, call, ended);
  if (!call.snapshot.analyticsEnabled) return;
  const approvalId = ('approvalId' in outcome ? outcome.approvalId : call.trail.permit?.approvalId) ?? null;
  note(ctx, call, { ...ended, approvalId, outputBytes: 'output' in outcome ? outputBytes(outcome.output) : 0 });
}

/** The same for a call that ended before anything was sent, since whoever watches a tool wants to see those, too. */
export function refuseCall(ctx: Ctx, call: StartedCall, thrown: unknown): void {
  const isOurs = !(thrown instanceof AppError);
  const error = isOurs ? 'Toolyard could not make the call' : storable(thrown.message, ERROR_CHARS_MAX);
  const outcome = !isOurs && thrown.code === 'invalid_input' ? 'invalid_input' : 'internal_error';
  const ended = { outcome, latencyMs: sinceStart(call), error, decision: decisionOf(call, outcome) } as const;
  count(ctx, call, outcome);
  say(ctx, call, ended);
  if (call.snapshot.analyticsEnabled)
    note(ctx, call, { ...ended, approvalId: call.trail.permit?.approvalId ?? null, outputBytes: 0 });
}

type Ended = {
  readonly outcome: CallOutcome;
  readonly latencyMs: number;
  readonly error: string | null;
  readonly decision: CallDecision | null;
};

const sinceStart = ({ trail }: StartedCall): number => Math.round(performance.now() - trail.startedAt);

/** Counts a call by how it is made and how it ended, with its time here and at the upstream. */
function count(
  { meter }: Ctx,
  { tool, trail: { startedAt, queueMs, waitedMs, upstreamMs } }: StartedCall,
  outcome: CallOutcome,
) {
  const latencyMs = performance.now() - startedAt;
  const ownMs = Math.max(0, latencyMs - upstreamMs - (queueMs - waitedMs));
  meter.toolCalled({ connector: tool.server.connector.kind, outcome, latencyMs, ownMs, upstreamMs });
}

function decisionOf({ trail: { permit } }: StartedCall, outcome: CallOutcome): CallDecision | null {
  if (outcome === 'denied') return 'denied';
  if (outcome === 'approval_required' || outcome === 'held_for_review') return 'held';
  if (permit === null) return null;
  return permit.approvalId === undefined ? 'allowed' : 'approved';
}

/** What explains a call in the log: whose it was, how it ended and why, and where its time went. */
function say(ctx: Ctx, { snapshot, tool, trail }: StartedCall, ended: Ended): void {
  const { actor, trace } = ctx;
  const { outcome, latencyMs, error, decision } = ended;
  const { accountId, stackId } = snapshot;
  const line = {
    accountId,
    stackId,
    endpointId: actor.kind === 'agent' ? actor.endpointId : undefined,
    callerId: actorIdOf(actor),
    server: tool.server.slug,
    toolId: tool.toolId,
    outcome,
    cause: error ?? undefined,
    decision: decision ?? undefined,
    upstreamStatus: trail.status ?? undefined,
    upstreamHost: trail.host ?? undefined,
    attempts: trail.attempts,
    latencyMs,
    ...timesOf(trail, latencyMs),
    traceId: trace ? traceIdOf(trace) : undefined,
  };
  ctx.log.info(line, 'tool called');
}

/** Where the time of a call went, in whole milliseconds. */
function timesOf({ queueMs, waitedMs, upstreamMs }: Trail, latencyMs: number) {
  const ownMs = Math.max(0, latencyMs - Math.round(queueMs - waitedMs + upstreamMs));
  return { queueMs: Math.round(queueMs), ownMs, upstreamMs: Math.round(upstreamMs) };
}

const outputBytes = (output: ToolOutput | undefined): number =>
  output?.type === 'large' ? output.json.length : bytesOf(output);

// An absent input has no JSON text.
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** What was found out of a call as it ended, for its record. */
type Noted = Ended & { readonly approvalId: ApprovalId | null; readonly outputBytes: number };

function note(ctx: Ctx, { snapshot, tool, input, trail }: StartedCall, ended: Noted): void {
  const { actor, surface = null, trace = null } = ctx;
  ctx.callRecorder.add({
    id: newCallId(),
    accountId: snapshot.accountId,
    stackId: snapshot.stackId,
    serverId: tool.server.slug,
    toolId: tool.toolId,
    endpointId: actor.kind === 'agent' ? actor.endpointId : null,
    inputBytes: bytesOf(input),
    at: ctx.now(),
    surface,
    callerKind: actor.kind,
    callerId: actorIdOf(actor),
    endUser: ctx.endUser,
    requestId: ctx.requestId,
    traceId: trace && traceIdOf(trace),
    upstreamStatus: trail.status,
    ...timesOf(trail, ended.latencyMs),
    ...ended,
  });
}
