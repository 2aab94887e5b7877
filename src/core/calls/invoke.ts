import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { findMetaTool } from '../search/metaTools.ts';
import { getSnapshot } from '../snapshots/readSnapshot.ts';
import { type AnswerOptions, answerCall } from './answer.ts';
import type { ToolOutcome } from './connector.ts';
import { findTool } from './findTool.ts';

/**
 * Calls an enabled tool of one of the caller's stacks.
 * @throws not_found (stack, tool), invalid_input, unavailable
 */
export async function invokeTool(
  ctx: Ctx,
  stackId: string,
  toolId: string,
  input: unknown,
  options: AnswerOptions = {},
): Promise<ToolOutcome> {
  const snapshot = await getSnapshot(ctx, stackId);
  const isKnown =
    findMetaTool(snapshot, options.mode ?? 'full', toolId) !== null || findTool(snapshot, toolId) !== null;
  if (!isKnown) throw new AppError('not_found', `Tool ${toolId} not found in stack`);
  return answerCall(ctx, snapshot, toolId, input, options);
}
