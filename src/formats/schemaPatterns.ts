import { isJsonObject, type JsonObject, type JsonValue } from '../core/lib/json.ts';
import { without } from './schemaWalk.ts';

// Look-around and Unicode classes: providers read patterns with engines that have neither, and refuse the whole list.
const FOREIGN = /\(\?(?:[=!]|<[=!])|\\[pP]\{/;

/** Whether every provider can read a `pattern`: ECMA-262 with the `u` flag, as JSON Schema says, and no more than that. */
export function isKnownPattern(value: JsonValue | undefined): boolean {
  if (typeof value !== 'string' || FOREIGN.test(value)) return false;
  try {
    new RegExp(value, 'u');
    return true;
  } catch {
    return false;
  }
}

/** The schema without `patternProperties` that a provider cannot read; what they allowed is then not forbidden either. */
export function withKnownPatterns(schema: JsonObject): JsonObject {
  const patterns = schema['patternProperties'];
  if (!isJsonObject(patterns) || Object.keys(patterns).every(isKnownPattern)) return schema;
  return without(schema, ['patternProperties', 'additionalProperties', 'unevaluatedProperties']);
}
