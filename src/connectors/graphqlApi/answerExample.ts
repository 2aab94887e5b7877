import {
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql';
import type { JsonObject, JsonValue } from '../../core/lib/json.ts';
import { EXAMPLE_BYTES_MAX } from '../../core/servers/example.ts';

/** Values for scalars, by the name of their type in lower case; others are texts. */
const SCALARS: Readonly<Record<string, JsonValue>> = {
  id: '1',
  int: 1,
  bigint: 1,
  long: 1,
  float: 1.5,
  decimal: '1.50',
  boolean: true,
  date: '2026-01-15',
  datetime: '2026-01-15T09:30:00Z',
  timestamp: '2026-01-15T09:30:00Z',
  time: '09:30:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  email: 'user@example.com',
  json: {},
  jsonobject: {},
};

/**
 * An answer to a valid operation with one root field, with one item in each list. Undefined if it is too long. Tested
 * by `test/connectors/graphqlApi/answerExample.test.ts`.
 */
export function answerExample(schema: GraphQLSchema, query: string): JsonObject | undefined {
  const operation = parse(query).definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) return undefined;
  const example = { data: objectOf(schema, root, [operation.selectionSet]) };
  return Buffer.byteLength(JSON.stringify(example)) > EXAMPLE_BYTES_MAX ? undefined : example;
}

function exampleOfType(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  selections: readonly SelectionSetNode[],
): JsonValue {
  if (isNonNullType(type)) return exampleOfType(schema, type.ofType, selections);
  if (isListType(type)) return [exampleOfType(schema, type.ofType, selections)];
  if (isEnumType(type)) return type.getValues()[0]?.name ?? null;
  if (isObjectType(type)) return objectOf(schema, type, selections);
  if (!isAbstractType(type)) return SCALARS[type.name.toLowerCase()] ?? 'text';
  const [first] = schema.getPossibleTypes(type);
  return first ? objectOf(schema, first, selections) : null;
}

type ObjectType = NonNullable<ReturnType<GraphQLSchema['getQueryType']>>;

function objectOf(schema: GraphQLSchema, type: ObjectType, selections: readonly SelectionSetNode[]): JsonObject {
  const fields = Map.groupBy(fieldsIn(schema, type, selections), ({ name, alias }) => alias?.value ?? name.value);
  return Object.fromEntries(
    [...fields].map(([key, nodes]) => {
      const name = nodes[0]?.name.value ?? '';
      if (name === '__typename') return [key, type.name];
      const field = type.getFields()[name];
      const inner = nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));
      return [key, field ? exampleOfType(schema, field.type, inner) : null];
    }),
  );
}

/** The fields that an object of this type gets, also those of fragments for it. */
function fieldsIn(
  schema: GraphQLSchema,
  type: ObjectType,
  selections: readonly SelectionSetNode[],
): readonly FieldNode[] {
  return selections
    .flatMap((set) => set.selections)
    .flatMap((node) => {
      if (node.kind === Kind.FIELD) return [node];
      if (node.kind !== Kind.INLINE_FRAGMENT) return [];
      const on = node.typeCondition && schema.getType(node.typeCondition.name.value);
      const isFor = !on || on === type || (isAbstractType(on) && schema.isSubType(on, type));
      return isFor ? fieldsIn(schema, type, [node.selectionSet]) : [];
    });
}
