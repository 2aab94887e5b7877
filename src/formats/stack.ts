import type { JsonObject } from '../core/lib/json.ts';
import type { ListedTool } from '../core/search/listMode.ts';

/** A tool in the documented list of a stack's own address. */
type StackTool = { readonly name: string; readonly description: string; readonly inputSchema: JsonObject };

/** The shape of the Stack Specific endpoints' list without a `schema` parameter, with the unchanged input schema. */
export const toStack = (tool: ListedTool): StackTool => ({
  name: tool.exposedName,
  description: tool.description,
  inputSchema: tool.inputSchema,
});
