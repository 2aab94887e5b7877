import type { ListedTool } from '../core/search/listedTool.ts';
import { toGeminiSchema } from './geminiSchema.ts';
import { toProviderSchema } from './schema.ts';
import type { ObjectSchema } from './schemaRoot.ts';
import { SchemaProblem } from './schemaWalk.ts';

/** A function declaration of the Gemini API. */
type GeminiTool = {
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

const NAME_CHARS_MAX = 64;

/** A tool's name for a provider whose names must begin with a letter or `_`; `findTool` in core converts it back. */
function nameFromLetter(name: string): string {
  if (/^[a-zA-Z_]/.test(name)) return name;
  if (name.length === NAME_CHARS_MAX) throw new SchemaProblem('its name does not start with a letter');
  return `_${name}`;
}
