import type { JsonObject } from '../core/lib/json.ts';
import type { ListedTool } from '../core/search/listedTool.ts';

/** A tool in the documented REST format. */
type DefaultTool = {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
  /** Id of the server that provides the tool. */
  readonly server: string;
};

/** The account API's own shape, with the unchanged schema. */
export const toDefault = (tool: ListedTool): DefaultTool => ({
  name: tool.exposedName,
  description: tool.description,
  input_schema: tool.inputSchema,
  server: tool.server.slug,
});
