import { isRecord } from './isRecord.ts';

/** Variables that say whose data a query returns: required ids, such as `$stackId: ID!`. Optional ones only filter. */
const OBJECT_VARIABLES = /\$(\w+): (?:ID|String)!/g;

type CachedQuery = { readonly queryKey: readonly unknown[] };

const variableOf = (variables: unknown, name: string): unknown => (isRecord(variables) ? variables[name] : undefined);

/**
 * Earlier data to show until new data arrives, as after a change of filters. Data of another object is never kept:
 * a page would name the previous stack, or change it.
 */
export const keepDataOf =
  (document: { toString(): string }, variables: unknown) =>
  <Data>(before: Data | undefined, query: CachedQuery | undefined): Data | undefined => {
    const previous = query?.queryKey.at(-1);
    const names = [...document.toString().matchAll(OBJECT_VARIABLES)].map(([, name = '']) => name);
    return names.every((name) => variableOf(previous, name) === variableOf(variables, name)) ? before : undefined;
  };
