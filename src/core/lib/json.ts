export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

/** True for a plain JSON object: not null, not an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As `isRecord`, for what came from JSON: whatever is in it is JSON too. */
export const isJsonObject = (value: unknown): value is JsonObject => isRecord(value);
