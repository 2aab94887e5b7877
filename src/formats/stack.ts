import type { JsonObject } from '../core/lib/json.ts';
import type { ListedTool } from '../core/search/listMode.ts';

/** A tool as the documented list of a stack's own address has it. */
export type StackTool = { readonly name: string; readonly description: string; readonly inputSchema: JsonObject };

/** The shape that the Stack Specific endpoints list without a `schema`, with the tool's schema as it is. */
export const toStack = (tool: ListedTool): StackTool => ({
  name: tool.exposedName,
  description: tool.description,
  inputSchema: tool.inputSchema,
});
