import type { ListedTool } from '../core/search/listedTool.ts';
import { toProviderSchema } from './schema.ts';
import type { ObjectSchema } from './schemaRoot.ts';

type LangChainTool = { readonly name: string; readonly description: string; readonly schema: ObjectSchema };

/** The fields of LangChain's `tool(func, fields)`; in Python, `schema` is `StructuredTool`'s `args_schema`. */
export const toLangChain = (tool: ListedTool): LangChainTool => ({
  name: tool.exposedName,
  description: tool.description,
  schema: toProviderSchema(tool.inputSchema),
});
