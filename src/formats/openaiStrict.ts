import type { ListedTool } from '../core/search/listedTool.ts';
import { toProviderSchema } from './schema.ts';
import type { ObjectSchema } from './schemaRoot.ts';
import { SchemaProblem } from './schemaWalk.ts';
import { toStrictSchema } from './strict.ts';

/** A function tool of the Chat Completions API in strict mode, if its schema qualifies for it. */
type OpenAiStrictTool = {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: ObjectSchema;
    readonly strict: boolean;
  };
};

type Parameters = Pick<OpenAiStrictTool['function'], 'parameters' | 'strict'>;

function strictWherePossible(parameters: ObjectSchema, warn: (reason: string) => void): Parameters {
  try {
    return { parameters: toStrictSchema(parameters), strict: true };
  } catch (error) {
    if (!(error instanceof SchemaProblem)) throw error;
    warn(error.message);
    return { parameters, strict: false };
  }
}

/** As `toOpenAi`, with `strict: true` if the tool's schema qualifies; otherwise `warn` receives the reason. */
export const toOpenAiStrict = (tool: ListedTool, warn: (reason: string) => void): OpenAiStrictTool => ({
  type: 'function',
  function: {
    name: tool.exposedName,
    description: tool.description,
    ...strictWherePossible(toProviderSchema(tool.inputSchema), warn),
  },
});
