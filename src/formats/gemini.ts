import type { ListedTool } from '../core/search/listMode.ts';
import { toGeminiSchema } from './geminiSchema.ts';
import { nameFromLetter } from './names.ts';
import { toProviderSchema } from './schema.ts';
import type { ObjectSchema } from './schemaRoot.ts';

export type GeminiTool = {
  readonly name: string;
  readonly description: string;
  readonly parametersJsonSchema: ObjectSchema;
};

/** An entry of `functionDeclarations` in the Gemini API. */
export const toGemini = (tool: ListedTool): GeminiTool => ({
  name: nameFromLetter(tool.exposedName),
  description: tool.description,
  parametersJsonSchema: toGeminiSchema(toProviderSchema(tool.inputSchema)),
});
