/** A value of JSON (RFC 8259). */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
/** An object of JSON; a key that is absent reads as undefined. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** True for a plain JSON object: not null, not an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON text of a value with the members of every object in one order: equal values have equal texts (RFC 8785, 3.2.3). */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    isRecord(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );

/** As `isRecord`, for what came from JSON: whatever is in it is JSON too. */
export const isJsonObject = (value: unknown): value is JsonObject => isRecord(value);
