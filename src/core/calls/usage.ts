import type { CallOutcome } from '../callRecords/outcome.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { newRowId } from '../ids.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import type { ToolOutcome } from './connector.ts';

/** A call of a known tool: what was given, and since when by `performance.now()`. */
export type StartedCall = {
  readonly snapshot: StackSnapshot;
  readonly tool: SnapshotTool;
  readonly input: unknown;
  readonly startedAt: number;
};

/** Counts a call that has ended; for a stack whose owner asked for analytics notes sizes and outcome, never a payload. */
export function recordCall(ctx: Ctx, started: StartedCall, outcome: ToolOutcome): void {
  const { snapshot, tool, startedAt } = started;
  const latencyMs = Math.round(performance.now() - startedAt);
  ctx.log.info({ stackId: snapshot.stackId, toolId: tool.toolId, outcome: outcome.kind, latencyMs }, 'tool called');
  ctx.meter.toolCalled(outcome.kind, latencyMs);
  note(ctx, started, {
    outcome: outcome.kind,
    latencyMs,
    outputBytes: snapshot.analyticsEnabled && 'output' in outcome ? bytesOf(outcome.output) : 0,
  });
}

/** Notes an attempt that ended before anything was sent: whoever watches a tool wants to see those too. */
export function recordRefusal(ctx: Ctx, started: StartedCall, error: unknown): void {
  const isInput = error instanceof AppError && error.code === 'invalid_input';
  const latencyMs = Math.round(performance.now() - started.startedAt);
  note(ctx, started, { outcome: isInput ? 'invalid_input' : 'internal_error', latencyMs, outputBytes: 0 });
}

type Ended = { readonly outcome: CallOutcome; readonly latencyMs: number; readonly outputBytes: number };

// An absent input has no JSON text.
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

function note(ctx: Ctx, { snapshot, tool, input }: StartedCall, ended: Ended): void {
  if (!snapshot.analyticsEnabled) return;
  const call = {
    id: newRowId(),
    accountId: snapshot.accountId,
    stackId: snapshot.stackId,
    serverId: tool.server.slug,
    toolId: tool.toolId,
    endpointId: ctx.actor.kind === 'agent' ? ctx.actor.endpointId : null,
    inputBytes: bytesOf(input),
    at: ctx.now(),
    ...ended,
  };
  ctx.callRecorder.add(call);
}
