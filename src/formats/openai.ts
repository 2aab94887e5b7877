import type { ListedTool } from '../core/search/listedTool.ts';
import { toProviderSchema } from './schema.ts';
import type { ObjectSchema } from './schemaRoot.ts';

/** A function tool of the Chat Completions API. */
type OpenAiTool = {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: ObjectSchema };
};

/** An entry of `tools` in OpenAI's Chat Completions API. */
export const toOpenAi = (tool: ListedTool): OpenAiTool => ({
  type: 'function',
  function: { name: tool.exposedName, description: tool.description, parameters: toProviderSchema(tool.inputSchema) },
});
