import {
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  Kind,
  parse,
  print,
  stripIgnoredCharacters,
  validate,
} from 'graphql';
import type { DiscoveredTool } from '../../core/calls/connector.ts';
import { BOUNDS } from '../../core/kernel/bounds.ts';
import { AppError } from '../../core/lib/errors.ts';
import { ellipsized } from '../../core/lib/text.ts';
import { TOOL_NAME_CHARS_MAX } from '../../core/servers/toolName.ts';
import { GRAPHQL_CHARS_MAX } from '../../core/servers/toolRequest.ts';
import { hasCutText } from '../openapi/cutTexts.ts';
import { annotationsOf } from '../openapi/effects.ts';
import { plainText } from '../openapi/plainText.ts';
import { answerExample } from './answerExample.ts';
import { inputOfArguments } from './inputSchema.ts';
import { readSchema, type SchemaDocument } from './readSchema.ts';
import { connectionOf, defaultSelection, FIELD_NAME_CHARS_MAX } from './selection.ts';
import { uploadPaths } from './uploads.ts';

type Operation = 'query' | 'mutation';
type Field = GraphQLField<unknown, unknown>;

const TOOLS_MAX = BOUNDS.max_server_tools.max;
/** Half of a server's bound, because the rest of a tool's row is as long. */
const TOOLS_CHARS_MAX = BOUNDS.max_server_bytes.max / 2;
const DESCRIPTION_CHARS_MAX = 1_024;
const SELECTION_TOKENS_MAX = 2_000;

/**
 * Converts a schema's queries and mutations to tools. Those that can't become tools, and subscriptions, are returned
 * with the problem.
 * @param selections - the fields that replace the default ones, by tool
 * @throws AppError invalid_input for a schema that can't be read
 */
export function readTools(
  document: SchemaDocument,
  selections: Readonly<Record<string, string>> = {},
): readonly DiscoveredTool[] {
  const schema = readSchema(document);
  const fieldsOf = (root: ReturnType<GraphQLSchema['getQueryType']>): readonly Field[] =>
    Object.values(root?.getFields() ?? {}).filter(({ name }) => !name.startsWith('__'));
  const queries = fieldsOf(schema.getQueryType());
  const mutations = fieldsOf(schema.getMutationType());
  if (queries.length + mutations.length === 0)
    throw new AppError('invalid_input', 'The GraphQL schema has no queries or mutations');
  const names = new Set(queries.map(({ name }) => name));
  const fields = [
    ...queries.map((field) => ({ field, operation: 'query', name: field.name }) as const),
    // A query keeps its name, because tools that only read are the first that people enable.
    ...mutations.map((field) => {
      const name = names.has(field.name) ? `${field.name}_mutation` : field.name;
      return { field, operation: 'mutation', name } as const;
    }),
  ];
  let charsLeft = TOOLS_CHARS_MAX;
  const tools = fields.map(({ field, operation, name }, at): DiscoveredTool => {
    const problem = at >= TOOLS_MAX ? `a server has at most ${TOOLS_MAX} tools` : nameProblem(field);
    if (problem !== null) return leftOut(name, problem);
    if (charsLeft < 0) return leftOut(name, `the tools before it have more than ${TOOLS_CHARS_MAX} characters`);
    // A field may be named `constructor`, as members of every object are.
    const selection = Object.hasOwn(selections, name) ? selections[name] : undefined;
    const tool = toTool(schema, { field, operation, name, selection });
    charsLeft -= JSON.stringify(tool).length;
    return tool;
  });
  const subscriptions = fieldsOf(schema.getSubscriptionType());
  return [
    ...tools,
    ...subscriptions.map(({ name }) =>
      leftOut(name, 'the subscription with this name is left out: a call ends with its first answer'),
    ),
  ];
}

const leftOut = (name: string, problem: string): DiscoveredTool => ({
  name: name.slice(0, TOOL_NAME_CHARS_MAX),
  description: '',
  inputSchema: { type: 'object' },
  problem,
});

function nameProblem({ name, args }: Field): string | null {
  if (name.length > FIELD_NAME_CHARS_MAX) return `its name is longer than ${FIELD_NAME_CHARS_MAX} characters`;
  const isTooLong = args.some((each) => isRequiredArgument(each) && each.name.length > FIELD_NAME_CHARS_MAX);
  return isTooLong ? `it has an argument with a name longer than ${FIELD_NAME_CHARS_MAX} characters` : null;
}

type ToolField = {
  readonly field: Field;
  readonly operation: Operation;
  readonly name: string;
  /** Replaces the default selection, if it fits the schema. */
  readonly selection: string | undefined;
};

function toTool(schema: GraphQLSchema, { field, operation, name, selection }: ToolField): DiscoveredTool {
  const args = field.args.filter((argument) => argument.name.length <= FIELD_NAME_CHARS_MAX);
  const variables = args
    .map(({ name, type, defaultValue }) => {
      // A variable may be absent if its argument has a default.
      const variableType = isNonNullType(type) && defaultValue !== undefined ? type.ofType : type;
      return `$${name}: ${variableType}`;
    })
    .join(', ');
  const argumentList = args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const withFields = (fields: string): string =>
    `${operation} ${field.name}${variables && `(${variables})`} { ${field.name}${argumentList && `(${argumentList})`}${fields && ` ${fields}`} }`;
  const own = selection === undefined ? null : ownSelection(schema, selection, withFields);
  const query = own?.query ?? withFields(defaultSelection(schema, field.type));
  const problem = own?.query ? null : operationProblem(schema, query, 'no valid operation was found: ');
  if (problem !== null) return leftOut(name, problem);
  const files = schema.getType('Upload') ? uploadPaths(args) : [];
  const effects = annotationsOf({
    method: 'post',
    path: '/',
    operation: { operationId: field.name, ...(field.description && { description: field.description }) },
    pathItem: {},
  });
  const isRead = operation === 'query';
  const description = descriptionOf(field, operation);
  const { inputSchema, omitted } = inputOfArguments(args);
  const losses = [
    ...(hasCutText(description, DESCRIPTION_CHARS_MAX) ? ['its description is cut after 1,024 characters'] : []),
    ...(args.length < field.args.length
      ? [`an argument with a name longer than ${FIELD_NAME_CHARS_MAX} characters is left out`]
      : []),
    ...omitted,
  ];
  const example = answerExample(schema, query);
  return {
    name,
    description,
    inputSchema,
    ...(example && { example }),
    ...(own?.problem && { selectionProblem: own.problem }),
    ...(losses.length > 0 && { omitted: losses }),
    annotations: {
      ...effects,
      readOnlyHint: isRead,
      idempotentHint: isRead,
      ...(isRead && { destructiveHint: false }),
    },
    request: { kind: 'graphql', method: 'POST', operation, query, ...(files.length > 0 && { files: [...files] }) },
  };
}

/** Why an operation can't be a tool's; null if it can. `invalid`: the start of the text about an invalid one. */
function operationProblem(schema: GraphQLSchema, query: string, invalid = ''): string | null {
  if (query.length > GRAPHQL_CHARS_MAX) return `its operation is longer than ${GRAPHQL_CHARS_MAX} characters`;
  const [error] = validate(schema, parse(query));
  return error ? `${invalid}${ellipsized(error.message, 200)}` : null;
}

/** The operation with a stored selection, or why there is none. */
type OwnOperation = { readonly query?: string; readonly problem?: string };

function ownSelection(schema: GraphQLSchema, selection: string, withFields: (fields: string) => string): OwnOperation {
  try {
    const [definition, ...others] = parse(selection, { maxTokens: SELECTION_TOKENS_MAX }).definitions;
    // Printed from its syntax tree, so that the text can't end the operation and start another.
    if (definition?.kind !== Kind.OPERATION_DEFINITION || others.length > 0 || !selection.trimStart().startsWith('{'))
      return { problem: 'it is not a list of fields in braces' };
    const query = withFields(stripIgnoredCharacters(print(definition.selectionSet)));
    const problem = operationProblem(schema, query);
    return problem === null ? { query } : { problem };
  } catch (error) {
    if (error instanceof GraphQLError) return { problem: ellipsized(error.message, 200) };
    throw error;
  }
}

function descriptionOf({ name, description, deprecationReason, type, args }: Field, operation: Operation): string {
  const result = getNamedType(type);
  const isPaged = isObjectType(result) && connectionOf(result) !== null && args.some((each) => each.name === 'after');
  const parts = [
    typeof deprecationReason === 'string' ? `Deprecated: ${deprecationReason}` : '',
    plainText(description ?? '') ||
      `The ${operation} ${name}, which returns ${result.name.slice(0, FIELD_NAME_CHARS_MAX)}.`,
    isPaged ? 'The result is a page: set first, then pass endCursor of pageInfo as after for the next page.' : '',
  ];
  return ellipsized(parts.filter((part) => part !== '').join('\n\n'), DESCRIPTION_CHARS_MAX);
}
