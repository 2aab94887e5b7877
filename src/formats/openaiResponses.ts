import type { ListedTool } from '../core/search/listedTool.ts';
import { toProviderSchema } from './schema.ts';
import type { ObjectSchema } from './schemaRoot.ts';

type OpenAiResponsesTool = {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly parameters: ObjectSchema;
  readonly strict: false;
  readonly defer_loading?: true;
};

/** An entry of `tools` in OpenAI's Responses API, which applies strict mode unless a tool has `strict`. */
export const toOpenAiResponses = (tool: ListedTool): OpenAiResponsesTool => ({
  type: 'function',
  name: tool.exposedName,
  description: tool.description,
  parameters: toProviderSchema(tool.inputSchema),
  strict: false,
  ...(tool.isDeferred === true && { defer_loading: true }),
});
