import { tokenRestrictions } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireConditions } from '../endpoints/narrowedReach.ts';
import { requireReach } from '../endpoints/tokenReach.ts';
import { checkInput } from '../schemas/inputValidator.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { extractKey } from './serviceKey.ts';

/** A tool that the stack has enabled, and the name by which the caller called it. */
export type CalledTool = { readonly snapshot: StackSnapshot; readonly tool: SnapshotTool; readonly toolName: string };

/**
 * Checks that the caller's token reaches a tool, and that the input matches the tool's schema and the token's
 * narrowings. Every call, dry run and search for an earlier call starts with these checks. `givenKey` is an idempotency
 * key for the service, taken from the input.
 * @throws not_found, forbidden, invalid_input (with issues)
 */
export async function checkCall(ctx: Ctx, { snapshot, tool, toolName }: CalledTool, input: unknown) {
  const reach = tokenRestrictions(ctx.actor);
  if (reach) requireReach(reach, tool.toolId, toolName);
  const { input: asked, given: givenKey } = extractKey(tool.keyPlace, input);
  const checked = await checkInput(ctx, tool.inputSchema, toolName, asked);
  if (reach) await requireConditions(ctx, reach.narrowings, tool, checked);
  return { call: { snapshot, tool, input: checked }, givenKey, reach };
}
