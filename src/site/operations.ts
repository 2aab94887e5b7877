import type { JsonObject } from '../core/lib/json.ts';
import { listAt } from './openApi.ts';

/** One operation of an OpenAPI document, with its method in capitals. */
export type DescribedOperation = { readonly method: string; readonly path: string; readonly about: JsonObject };

/** The names of the security schemes that an operation accepts. */
export const schemesOf = (about: JsonObject): readonly string[] =>
  listAt(about, 'security').flatMap((each) => Object.keys(each));
