import type { CalledTool } from '../decisions/checkedCall.ts';
import type { AgentActor } from '../kernel/actor.ts';
import { servesCall } from '../kernel/canary.ts';
import type { Ctx } from '../kernel/context.ts';
import { newRowId, type ToolId } from '../kernel/ids.ts';
import { getVersionSnapshot } from '../snapshots/readSnapshot.ts';
import type { SnapshotTool } from '../snapshots/snapshot.ts';

/**
 * The version that serves a call of an endpoint with a canary. A retry with the same idempotency key or request id goes
 * to the same version. A tool that the canary lacks stays with the main version.
 */
export async function routeCall(
  ctx: Ctx,
  called: CalledTool,
  { canary, endpointId }: Pick<AgentActor, 'canary' | 'endpointId'>,
  callKey: string | undefined,
): Promise<CalledTool> {
  if (!canary || !servesCall(canary, endpointId, callKey ?? ctx.requestId ?? newRowId())) return called;
  const snapshot = await getVersionSnapshot(ctx, called.snapshot.stackId, canary.version);
  const byId = snapshot.memo<ReadonlyMap<ToolId, SnapshotTool>>(
    'byId',
    () => new Map([...snapshot.tools.values()].map((tool) => [tool.toolId, tool])),
  );
  const tool = byId.get(called.tool.toolId);
  return tool ? { ...called, snapshot, tool } : called;
}
