import type { ListedTool } from '../core/search/listedTool.ts';
import { toProviderSchema } from './schema.ts';
import type { ObjectSchema } from './schemaRoot.ts';

/** A tool of the Vercel AI SDK; pass its schema to the SDK's `jsonSchema()`. */
type VercelTool = {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
};

/** A function tool of the Vercel AI SDK's language models; its `tool()` takes `jsonSchema(inputSchema)`. */
export const toVercel = (tool: ListedTool): VercelTool => ({
  type: 'function',
  name: tool.exposedName,
  description: tool.description,
  inputSchema: toProviderSchema(tool.inputSchema),
});
