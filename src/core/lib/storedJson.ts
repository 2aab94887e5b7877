import { isJsonObject, type JsonObject, parseLongJson } from './json.ts';

/** Parses the text of a JSON column that holds an object. Returns `{}` for anything else. */
export function storedObject(text: string): JsonObject {
  const value = parseLongJson(text);
  return isJsonObject(value) ? value : {};
}

/** As `storedObject`, for a column that may be null. */
export const storedObjectOrNull = (text: string | null): JsonObject | null =>
  text === null ? null : storedObject(text);
