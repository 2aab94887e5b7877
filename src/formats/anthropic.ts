import type { JsonObject } from '../core/lib/json.ts';
import type { ListedTool } from '../core/search/listedTool.ts';
import { toProviderSchema } from './schema.ts';
import type { ObjectSchema } from './schemaRoot.ts';
import { SchemaProblem, without } from './schemaWalk.ts';

/** A tool of the Messages API. */
type AnthropicTool = {
  readonly name: string;
  readonly description: string;
  readonly input_schema: ObjectSchema;
  readonly input_examples?: JsonObject[];
  readonly defer_loading?: true;
};

const PROPERTY_KEY = /^[a-zA-Z0-9_.-]{1,64}$/;

// The API rejects the whole request for one invalid key, so an optional property with such a key is omitted.
function withAcceptedKeys(schema: ObjectSchema): ObjectSchema {
  const refused = Object.keys(schema.properties).filter((key) => !PROPERTY_KEY.test(key));
  const needed = refused.find((key) => schema.required?.includes(key));
  if (needed !== undefined) throw new SchemaProblem(`it requires ${needed}, which is not an accepted property name`);
  return refused.length === 0 ? schema : { ...schema, properties: without(schema.properties, refused) };
}

/** An entry of `tools` in Anthropic's Messages API. @throws SchemaProblem for a schema that cannot be converted */
export function toAnthropic(tool: ListedTool): AnthropicTool {
  const { exposedName, description, inputSchema, inputExamples = [], isDeferred = false } = tool;
  // Examples of the schema are listed as `input_examples` or invalid.
  const schema = withAcceptedKeys(toProviderSchema(without(inputSchema, ['examples'])));
  const examples = inputExamples.filter((example) => Object.keys(example).every((key) => PROPERTY_KEY.test(key)));
  return {
    name: exposedName,
    description,
    input_schema: schema,
    ...(examples.length > 0 && { input_examples: examples }),
    ...(isDeferred && { defer_loading: true }),
  };
}
