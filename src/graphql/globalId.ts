import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  defaultFieldResolver,
  GraphQLID,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { isRecord } from '../core/lib/json.ts';

/*
 * Ids of things that have names: `<kind>_<row>_<name>` names one among all things, `<name>` what the caller sees by
 * that name. Every argument takes both.
 */

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const HOLDS_UUID = new RegExp(UUID);
const NAMED = new RegExp(`^(?:server|tool|enabledtool|field)_(${UUID})_(.+)$`, 's');

/** An id of a named thing in its parts: the row that the name stands in, and the name. */
export type NamedId = { readonly row: string; readonly name: string };

/** Takes an id of a named thing apart; null for any other text. */
export function readNamedId(text: string): NamedId | null {
  const [, row, name] = NAMED.exec(text) ?? [];
  return row === undefined || name === undefined ? null : { row, name };
}

/** The id of a thing that has a name, in its row. */
export const namedId = (kind: 'server' | 'tool' | 'enabledtool' | 'field', row: string, name: string): string =>
  `${kind}_${row}_${name}`;

/** Whether a name cannot be taken for an id that the service has made: no such id is without a UUID. */
export const isPlainName = (name: string): boolean => !HOLDS_UUID.test(name);

/** The row in an id that consists of a kind and it; null for any other text. */
export const keyIn = (prefix: string, text: string): string | null =>
  text.startsWith(prefix) && new RegExp(`^${UUID}$`).test(text.slice(prefix.length)) ? text.slice(prefix.length) : null;

/** What an argument calls a thing by, whichever of its ids it was given. */
export const nameIn = (text: string): string => readNamedId(text)?.name ?? text;

function withNames(value: unknown, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return withNames(value, type.ofType);
  if (type === GraphQLID || String(type) === 'ID') return typeof value === 'string' ? nameIn(value) : value;
  if (isListType(type)) return Array.isArray(value) ? value.map((each) => withNames(each, type.ofType)) : value;
  if (!isInputObjectType(type) || !isRecord(value)) return value;
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, fields[name] ? withNames(each, fields[name].type) : each]),
  );
}

/** Fields that find a thing by its whole id. */
const WHOLE: ReadonlySet<string> = new Set(['node', 'nodes', 'server', 'tool']);

/** Lets every argument of type `ID` take the global id of a named thing as well as its name. */
export const takingGlobalIds = (schema: GraphQLSchema): GraphQLSchema =>
  mapSchema(schema, {
    [MapperKind.ROOT_FIELD]: (field, fieldName) => {
      const args = Object.entries(field.args ?? {});
      if (args.length === 0 || WHOLE.has(fieldName)) return field;
      const named = (given: Record<string, unknown>): Record<string, unknown> =>
        Object.fromEntries(
          Object.entries(given).map(([name, value]) => {
            const type = field.args?.[name]?.type;
            return [name, type ? withNames(value, type) : value];
          }),
        );
      const { resolve = defaultFieldResolver, subscribe } = field;
      return {
        ...field,
        resolve: (root, given, context, info) => resolve(root, named(given), context, info),
        ...(subscribe && { subscribe: (root, given, context, info) => subscribe(root, named(given), context, info) }),
      };
    },
  });
