import type { JsonObject } from '../core/json.ts';
import type { ListedTool } from '../core/routing/listMode.ts';
import { SchemaProblem } from './schemaWalk.ts';

type McpSchema = { readonly type: 'object'; readonly [keyword: string]: JsonObject[string] };

export type McpTool = {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: McpSchema;
  readonly outputSchema?: McpSchema;
  readonly annotations?: JsonObject;
};

const isMcpSchema = (schema: JsonObject): schema is McpSchema => schema['type'] === 'object';

function inputSchemaOf({ inputSchema }: ListedTool): McpSchema {
  if (isMcpSchema(inputSchema)) return inputSchema;
  if (inputSchema['type'] !== undefined) throw new SchemaProblem('its input is not an object');
  return { type: 'object', ...inputSchema };
}

/** An entry of `tools` in an MCP `tools/list` result, with the tool's schemas as they are. */
export const toMcp = (tool: ListedTool): McpTool => ({
  name: tool.exposedName,
  ...(tool.title !== null && { title: tool.title }),
  description: tool.description,
  inputSchema: inputSchemaOf(tool),
  ...(tool.outputSchema !== null && isMcpSchema(tool.outputSchema) && { outputSchema: tool.outputSchema }),
  ...(tool.annotations !== null && { annotations: tool.annotations }),
});
