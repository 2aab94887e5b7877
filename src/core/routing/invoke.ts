import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { type CallOptions, callTool } from './call.ts';
import type { ToolOutcome } from './connector.ts';
import { findTool } from './findTool.ts';
import { getSnapshot } from './readSnapshot.ts';

/**
 * Calls an enabled tool of one of the caller's stacks.
 * @throws not_found (stack, tool), invalid_input
 */
export async function invokeTool(
  ctx: Ctx,
  stackId: string,
  toolId: string,
  input: unknown,
  options: CallOptions = {},
): Promise<ToolOutcome> {
  const snapshot = await getSnapshot(ctx, stackId);
  if (!findTool(snapshot, toolId)) throw new AppError('not_found', `Tool ${toolId} not found in stack`);
  return callTool(ctx, snapshot, toolId, input, options);
}
