import type { AccountId } from '../kernel/ids.ts';
import { AppError } from '../lib/errors.ts';
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import { createInputCheck } from './inputValidator.ts';

/** Maximum examples of one tool, and their maximum size together as JSON. */
export const INPUT_EXAMPLES_MAX = 3;
const INPUT_EXAMPLES_BYTES_MAX = 4_096;

/** The first examples that are objects, within the bounds. */
export function boundedExamples(examples: readonly unknown[]): readonly JsonObject[] {
  let bytesLeft = INPUT_EXAMPLES_BYTES_MAX;
  return examples
    .filter(isJsonObject)
    .filter((example) => {
      const bytes = Buffer.byteLength(JSON.stringify(example));
      if (bytes > bytesLeft) return false;
      bytesLeft -= bytes;
      return true;
    })
    .slice(0, INPUT_EXAMPLES_MAX);
}

/**
 * The example inputs of a tool: the `examples` of its input schema that are valid. Providers refuse the whole list for
 * an invalid one, and documents and MCP servers can contain any.
 */
export async function validExamples(schema: JsonObject, accountId: AccountId): Promise<readonly JsonObject[]> {
  const { examples } = schema;
  const bounded = boundedExamples(Array.isArray(examples) ? examples : []);
  if (bounded.length === 0) return [];
  const { validate } = createInputCheck(schema);
  // Requests share lists, so a check continues if one of them ends.
  const requester = { accountId, signal: new AbortController().signal };
  try {
    const issues = await Promise.all(bounded.map((example) => validate(example, requester)));
    return bounded.filter((_, at) => issues[at]?.length === 0);
  } catch (error) {
    // A schema that can't be checked, or too many checks that wait: the tool is complete without examples.
    if (error instanceof AppError) return [];
    throw error;
  }
}
