import { isJsonObject, type JsonObject } from '../core/lib/json.ts';
import type { ListedTool } from '../core/search/listedTool.ts';
import { SchemaProblem, spelledOutAll } from './schemaWalk.ts';

type McpSchema = { readonly type: 'object'; readonly [keyword: string]: JsonObject[string] };

/** A tool of the Model Context Protocol, as `tools/list` answers it. */
type McpTool = {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: McpSchema;
  readonly outputSchema?: McpSchema;
  readonly annotations?: JsonObject;
};

const isMcpSchema = (schema: JsonObject): schema is McpSchema =>
  schema['type'] === 'object' && isJsonObject(schema['properties'] ?? {}) && Array.isArray(schema['required'] ?? []);

// Up to revision 2025-11-25 a property's schema has to be an object: clients refuse the whole list for a boolean.
function withDescribedProperties(schema: McpSchema): McpSchema {
  const properties = schema['properties'];
  if (!isJsonObject(properties) || Object.values(properties).every(isJsonObject)) return schema;
  return { ...schema, properties: spelledOutAll(properties) };
}

function inputSchemaOf({ inputSchema }: ListedTool): McpSchema {
  if (isMcpSchema(inputSchema)) return withDescribedProperties(inputSchema);
  const { type = 'object' } = inputSchema;
  if (![type].flat().includes('object')) throw new SchemaProblem('its input is not an object');
  return withDescribedProperties({ ...inputSchema, type: 'object' });
}

/** An entry of `tools` in an MCP `tools/list` result. Schemas are unchanged, except for boolean property schemas. */
export const toMcp = (tool: ListedTool): McpTool => ({
  name: tool.exposedName,
  ...(tool.title !== null && { title: tool.title }),
  description: tool.description,
  inputSchema: inputSchemaOf(tool),
  ...(tool.outputSchema !== null &&
    isMcpSchema(tool.outputSchema) && { outputSchema: withDescribedProperties(tool.outputSchema) }),
  ...(tool.annotations !== null && { annotations: tool.annotations }),
});
