import type { JsonObject } from '../../core/lib/json.ts';

/** A string schema. */
export const text = (description: string): JsonObject => ({ type: 'string', description });
/** A list schema. */
export const list = (items: JsonObject, description: string): JsonObject => ({ type: 'array', items, description });

/** An object schema in which all named properties are required. */
export const wholeObject = (description: string, properties: JsonObject): JsonObject => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
});
