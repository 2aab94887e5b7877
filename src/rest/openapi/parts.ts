import type { JsonObject } from '../../core/lib/json.ts';

/** A text. */
export const text = (description: string): JsonObject => ({ type: 'string', description });
/** A list. */
export const list = (items: JsonObject, description: string): JsonObject => ({ type: 'array', items, description });

/** An object with all named properties required. */
export const wholeObject = (description: string, properties: JsonObject): JsonObject => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
});
