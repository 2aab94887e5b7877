import type { JsonObject } from '../../core/lib/json.ts';

/** A string schema. */
export const text = (description: string): JsonObject => ({ type: 'string', description });
/** A point in time. */
export const timestamp = (description: string): JsonObject => ({ ...text(description), format: 'date-time' });
/** A list schema. */
export const list = (items: JsonObject, description: string): JsonObject => ({ type: 'array', items, description });

/** An object schema in which all named properties are required. */
export const wholeObject = (description: string, properties: JsonObject): JsonObject => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
});

/** An object with any properties. Client generators read a bare `object` as one without properties. */
export const freeObject = (description?: string): JsonObject => ({
  type: 'object',
  ...(description !== undefined && { description }),
  additionalProperties: true,
});
