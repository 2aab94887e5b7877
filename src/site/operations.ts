import type { JsonObject } from '../core/lib/json.ts';
import { listAt, objectAt } from './openApi.ts';

/** One operation of an OpenAPI document, with its method in capitals. */
export type DescribedOperation = { readonly method: string; readonly path: string; readonly about: JsonObject };

/** The names of the security schemes that an operation accepts. */
export const schemesOf = (about: JsonObject): readonly string[] =>
  listAt(about, 'security').flatMap((each) => Object.keys(each));

export function describedOperations(document: JsonObject): readonly DescribedOperation[] {
  const paths = objectAt(document, 'paths');
  return Object.keys(paths).flatMap((path) => {
    const item = objectAt(paths, path);
    return Object.keys(item).map((method) => ({ method: method.toUpperCase(), path, about: objectAt(item, method) }));
  });
}
