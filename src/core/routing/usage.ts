import type { Ctx } from '../context.ts';
import { newRowId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import type { ToolOutcome } from './connector.ts';
import type { SnapshotTool, StackSnapshot } from './snapshot.ts';

export type Used = {
  readonly tool: SnapshotTool;
  readonly input: JsonObject;
  readonly outcome: ToolOutcome;
  readonly latencyMs: number;
};

const byteLength = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Counts a call; for a stack whose owner asked for analytics notes sizes and outcome, never a payload. */
export function recordUsage(ctx: Ctx, snapshot: StackSnapshot, { tool, input, outcome, latencyMs }: Used): void {
  ctx.meter.toolCalled(outcome.kind, latencyMs);
  if (!snapshot.analyticsEnabled) return;
  const data = {
    id: newRowId(),
    accountId: snapshot.accountId,
    stackId: snapshot.stackId,
    serverId: tool.server.slug,
    toolId: tool.toolId,
    endpointId: ctx.actor.kind === 'agent' ? ctx.actor.endpointId : null,
    outcome: outcome.kind,
    latencyMs,
    inputBytes: byteLength(input),
    outputBytes: 'output' in outcome ? byteLength(outcome.output) : 0,
    at: ctx.now(),
  };
  // Not awaited: the caller's answer does not wait for statistics.
  ctx.background.run('record usage', () => ctx.db.invocation.create({ data }));
}
