import { isJsonObject, type JsonObject, parseLongJson } from './json.ts';

/** The object of a column of JSON that is read as text and only ever holds an object; `{}` for anything else. */
export function storedObject(text: string): JsonObject {
  const value = parseLongJson(text);
  return isJsonObject(value) ? value : {};
}

/** As `storedObject`, of a column that may hold nothing. */
export const storedObjectOrNull = (text: string | null): JsonObject | null =>
  text === null ? null : storedObject(text);
