import { serverDocumentSchema } from '../../src/core/servers/document.ts';

/** The shipped server as the marketplace lists it. */
export function everythingListed(document: unknown): unknown {
  const { id, name, description, tools } = serverDocumentSchema.parse(document);
  return {
    server_id: id,
    name,
    description,
    tools: tools.map((tool) => ({
      tool_id: `${id}_${tool.name}`,
      name: tool.title ?? tool.name,
      description: tool.description,
      parameters: tool.inputSchema,
    })),
    required_credentials: [],
    optional_credentials: [],
  };
}
