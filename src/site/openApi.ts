import { isJsonObject, type JsonObject } from '../core/lib/json.ts';
import { pathOfRef, valueAtPath } from '../core/lib/jsonPointer.ts';

const EMPTY: JsonObject = {};

/** The object at a key, or an empty object. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : EMPTY;
}

export const textAt = (object: JsonObject, key: string): string => {
  const value = object[key];
  return typeof value === 'string' ? value : '';
};

export function listAt(object: JsonObject, key: string): readonly JsonObject[] {
  const value = object[key];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The examples of a media type: the only one, or the named ones. */
export function examplesOf(media: JsonObject): readonly unknown[] {
  if ('example' in media) return [media['example']];
  return Object.values(objectAt(media, 'examples')).flatMap((one) =>
    isJsonObject(one) && 'value' in one ? [one['value']] : [],
  );
}

/** The object, or the target of its `$ref` in `document`; empty if the target does not exist. */
export function resolved(document: JsonObject, object: JsonObject): JsonObject {
  const ref = textAt(object, '$ref');
  if (ref === '') return object;
  const path = pathOfRef(ref);
  const target = path && valueAtPath(document, path);
  return isJsonObject(target) ? target : EMPTY;
}
