import {
  buildASTSchema,
  buildClientSchema,
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type IntrospectionQuery,
  Kind,
  parse,
  specifiedScalarTypes,
  visit,
} from 'graphql';
import { AppError } from '../../core/lib/errors.ts';
import { isRecord } from '../../core/lib/json.ts';
import { ellipsized } from '../../core/lib/text.ts';

/** The source of a schema: definitions as text, or the result of an introspection query. */
export type SchemaDocument = string | Readonly<Record<string, unknown>>;

const REASON_CHARS_MAX = 300;

const unreadable = (reason: string, cause?: unknown): AppError =>
  new AppError(
    'invalid_input',
    `The GraphQL schema cannot be read: ${ellipsized(reason, REASON_CHARS_MAX)}`,
    {},
    cause,
  );

/**
 * Reads a schema from text or from an introspection result. Rules that only its server needs are not checked.
 * @throws AppError invalid_input
 */
export function readSchema(document: SchemaDocument): GraphQLSchema {
  try {
    if (typeof document !== 'string') return fromIntrospection(document);
    const whole = completed(parse(document, { noLocation: true }));
    return buildASTSchema(whole, { assumeValid: true, assumeValidSDL: true });
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof RangeError) throw unreadable('it is nested too deeply', error);
    // The library's errors about a malformed introspection result are `TypeError`s about its own variables.
    throw unreadable(error instanceof GraphQLError ? error.message : 'it is not a valid schema', error);
  }
}

function fromIntrospection(document: Readonly<Record<string, unknown>>): GraphQLSchema {
  const data = isRecord(document['data']) ? document['data'] : document;
  if (!isRecord(data['__schema'])) throw unreadable('it has no __schema');
  requireTexts(data['__schema']);
  // Boundary: the library checks each type, and its errors are caught above.
  return buildClientSchema(data as unknown as IntrospectionQuery, { assumeValid: true });
}

const TEXTS = ['description', 'deprecationReason', 'defaultValue'];

/** Checks the texts at any depth, which the library doesn't. @throws AppError invalid_input */
function requireTexts(part: object): void {
  for (const name of TEXTS) {
    const text: unknown = Reflect.get(part, name);
    if (typeof text !== 'string' && text !== null && text !== undefined) throw unreadable(`a ${name} is not text`);
  }
  for (const member of Object.values(part)) if (typeof member === 'object' && member !== null) requireTexts(member);
}

const DEFINITION_OF = {
  [Kind.SCALAR_TYPE_EXTENSION]: Kind.SCALAR_TYPE_DEFINITION,
  [Kind.OBJECT_TYPE_EXTENSION]: Kind.OBJECT_TYPE_DEFINITION,
  [Kind.INTERFACE_TYPE_EXTENSION]: Kind.INTERFACE_TYPE_DEFINITION,
  [Kind.UNION_TYPE_EXTENSION]: Kind.UNION_TYPE_DEFINITION,
  [Kind.ENUM_TYPE_EXTENSION]: Kind.ENUM_TYPE_DEFINITION,
  [Kind.INPUT_OBJECT_TYPE_EXTENSION]: Kind.INPUT_OBJECT_TYPE_DEFINITION,
} as const;

const isExtension = (node: DefinitionNode): node is Extract<DefinitionNode, { kind: keyof typeof DEFINITION_OF }> =>
  Object.hasOwn(DEFINITION_OF, node.kind);

/**
 * The document with the definitions that a gateway would add: services of a federation only extend types, and AWS
 * AppSync doesn't define its own scalars.
 */
function completed(document: DocumentNode): DocumentNode {
  const defined = new Set(specifiedScalarTypes.map(({ name }) => name));
  for (const node of document.definitions)
    if ('name' in node && node.name && !isExtension(node) && node.kind !== Kind.DIRECTIVE_DEFINITION)
      defined.add(node.name.value);
  const definitions = document.definitions.map((node): DefinitionNode => {
    if (!isExtension(node) || defined.has(node.name.value)) return node;
    defined.add(node.name.value);
    // Boundary: an extension has the members of its definition.
    return { ...node, kind: DEFINITION_OF[node.kind] } as DefinitionNode;
  });
  const scalars: DefinitionNode[] = [];
  visit(document, {
    NamedType: ({ name }) => {
      if (defined.has(name.value)) return;
      defined.add(name.value);
      scalars.push({ kind: Kind.SCALAR_TYPE_DEFINITION, name });
    },
  });
  return { ...document, definitions: [...definitions, ...scalars] };
}
