import { z } from 'zod';
import type { Ctx, Tx } from '../kernel/context.ts';
import { bumpStack, getStack } from '../kernel/findStack.ts';
import type { StackId, StackServerId, ToolId, ToolKey } from '../kernel/ids.ts';
import { requireRightIn } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { isStorable, shownText } from '../lib/text.ts';
import { requireCapacity } from '../limits/countedBounds.ts';
import { OFFERED } from '../servers/server.ts';
import { isNameTaken, toolNameSchema } from './toolNames.ts';

const DESCRIPTION_CHARS_MAX = 16_384;

/** A stack's own name and description of a tool. */
export const toolTextSchemas = {
  name: toolNameSchema,
  description: shownText.max(DESCRIPTION_CHARS_MAX).refine((text) => text.trim() !== '', 'must not be blank'),
};

const input = z.object({
  name: toolTextSchemas.name.nullish(),
  description: toolTextSchemas.description.nullish(),
  isPinned: z.boolean().nullish(),
});

/** The tool that was changed, and its stack. */
export type StackToolChange = { readonly stackId: StackId; readonly toolId: ToolId };

/**
 * Changes how a stack presents one of its enabled tools: `{ name?, description?, isPinned? }`. Null restores the tool's
 * own name or description; absent keys change nothing. The tool id never changes.
 * @throws not_found, invalid_input, already_exists (another tool has the name)
 */
export async function updateStackTool(
  ctx: Ctx,
  stackId: StackId,
  toolId: ToolId,
  value: unknown,
): Promise<StackToolChange> {
  requireRightIn(ctx.actor, 'write', stackId);
  await getStack(ctx, stackId, { select: { id: true } });
  const { name, description, isPinned } = parseInput(input, value, 'Invalid request parameters');
  const alias = name === toolId ? null : name;
  return write(ctx, async (tx) => {
    await bumpStack(ctx, tx, stackId);
    const key = await findEnabledTool(tx, stackId, toolId);
    if (alias && (await isNameTaken(tx, stackId, alias, key))) {
      throw new AppError('already_exists', `The name ${alias} is taken in the stack`);
    }
    const data = {
      ...(alias !== undefined && { alias }),
      ...(description !== undefined && { description }),
      ...(typeof isPinned === 'boolean' && { isPinned }),
    };
    await tx.enabledTool.update({ where: { stackServerId_toolKey: key }, data });
    if (typeof description === 'string') await requireCapacity(ctx, tx, 'max_descriptions_bytes', 0);
    return {
      value: { stackId, toolId },
      audit: {
        action: 'stack.update_tool',
        target: { kind: 'stack', id: stackId },
        stackId,
        details: { toolId, changed: Object.keys(data) },
      },
      changes: [{ kind: 'tools', id: stackId }],
    };
  });
}

type Key = { readonly stackServerId: StackServerId; readonly toolKey: ToolKey };

async function findEnabledTool(tx: Tx, stackId: StackId, toolId: ToolId): Promise<Key> {
  const row = isStorable(toolId)
    ? await tx.enabledTool.findFirst({
        where: { stackServer: { stackId }, tool: { toolId, ...OFFERED } },
        orderBy: [{ stackServer: { createdAt: 'asc' } }, { stackServerId: 'asc' }],
        select: { stackServerId: true, toolKey: true },
      })
    : null;
  if (!row) throw new AppError('not_found', `Tool ${toolId} not found in stack`);
  return row;
}
