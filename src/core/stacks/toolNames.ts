import type { Tx } from '../kernel/context.ts';
import { toolIdSchema } from '../kernel/idSchemas.ts';
import type { StackId, ToolId, ToolKey } from '../kernel/ids.ts';
import { AppError } from '../lib/errors.ts';
import { providerNameSchema } from '../servers/toolName.ts';

/**
 * The tools of search mode and code mode, through which agents find and call all others. A stack's own tool names must
 * differ.
 */
export const META_TOOL_NAMES = [
  'search_tools',
  'get_tool',
  'call_tool',
  'read_result',
  'read_types',
  'run_code',
] as const;

/** A stack's own name for a tool: accepted by every provider, and not one of `META_TOOL_NAMES`. */
export const toolNameSchema = toolIdSchema(
  providerNameSchema.refine(
    (name) => !META_TOOL_NAMES.some((reserved) => reserved === name),
    'is reserved for search mode and code mode',
  ),
);

/** Whether a name is a tool's id or another tool's name in the stack. The stack must be locked. */
export async function isNameTaken(
  tx: Tx,
  stackId: StackId,
  name: ToolId,
  butBy: { toolKey: ToolKey },
): Promise<boolean> {
  const where = {
    stackServer: { stackId },
    toolKey: { not: butBy.toolKey },
    OR: [{ alias: name }, { tool: { toolId: name } }],
  };
  return (await tx.enabledTool.count({ where })) > 0;
}

/** Checks that no own name of a tool is another tool's name in the locked stack. @throws invalid_input */
export async function requireFreeNames(tx: Tx, stackId: StackId): Promise<void> {
  const [collision] = await tx.$queryRaw<readonly { readonly alias: string }[]>`
    WITH enabled AS (
      SELECT stack_server_id, tool_key, alias, tool_id FROM enabled_tool JOIN tool ON tool.id = tool_key
      WHERE stack_server_id IN (SELECT id FROM stack_server WHERE stack_id = ${stackId}))
    SELECT alias FROM enabled WHERE alias IS NOT NULL
    GROUP BY alias HAVING count(*) > 1 OR alias IN (SELECT tool_id FROM enabled) LIMIT 1`;
  if (collision)
    throw new AppError('invalid_input', `Tool ${collision.alias} has the same name as another tool in the stack`);
}
