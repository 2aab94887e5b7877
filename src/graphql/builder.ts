import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import ValidationPlugin from '@pothos/plugin-validation';
import { GraphQLError, Kind, print, type ValueNode, valueFromASTUntyped } from 'graphql';
import { AppError, type Issue } from '../core/lib/errors.ts';
import { mayHoldExactNumber, parseJson, toLossless } from '../core/lib/json.ts';
import { toPointer } from '../core/lib/jsonPointer.ts';
import type PrismaTypes from '../generated/pothos.ts';
import { getDatamodel } from '../generated/pothos.ts';
import { NOTED_COMPLEXITY } from './complexity.ts';
import type { GraphqlContext } from './context.ts';
import { PAGE_ROWS_DEFAULT, PAGE_ROWS_MAX, pageComplexity, RELAY_OPTIONS } from './paging.ts';
import { RateLimitedError } from './rateLimitedError.ts';

export const builder = new SchemaBuilder<{
  Context: GraphqlContext;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  AuthScopes: { account: boolean };
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    SafeInt: { Input: number; Output: number };
  };
}>({
  // First, so that it catches errors of the other plugins.
  plugins: [ErrorsPlugin, ScopeAuthPlugin, ValidationPlugin, NOTED_COMPLEXITY, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  errors: {
    defaultTypes: [RateLimitedError],
    directResult: true,
    defaultUnionOptions: {
      name: ({ fieldName }) => `${fieldName.charAt(0).toUpperCase()}${fieldName.slice(1)}Result`,
      description: 'The payload of the change, or the error that prevented it.',
    },
  },
  scopeAuth: {
    authScopes: ({ app }) => ({ account: app.actor.kind === 'apiKey' || app.actor.kind === 'user' }),
    // A subscription is authorised once, when it begins; a change of the caller's rights ends its stream.
    authorizeOnSubscribe: true,
    unauthorizedError: () => new AppError('unauthenticated', 'Unauthorized'),
  },
  validation: { validationError: ({ issues }) => invalidArguments(issues) },
  relay: { ...RELAY_OPTIONS, defaultConnectionFieldOptions: { complexity: pageComplexity } },
  prisma: {
    client: ({ app }) => app.db,
    dmmf: getDatamodel(),
    exposeDescriptions: false,
    filterConnectionTotalCount: true,
    onUnusedQuery: 'error',
    defaultConnectionSize: PAGE_ROWS_DEFAULT,
    maxConnectionSize: PAGE_ROWS_MAX,
  },
});

function invalidArguments(problems: readonly { message: string; path?: readonly unknown[] | undefined }[]): AppError {
  const issues: Issue[] = problems.map(({ message, path = [] }) => ({ path: toPointer(path), message }));
  const [first] = issues;
  const reason = first ? `: ${first.path.slice(1)} ${first.message}` : '';
  return new AppError('invalid_input', `Invalid arguments${reason}`, { issues });
}

builder.queryType({
  authScopes: { account: true },
  description: 'All queries. Everything belongs to the account of the calling API key or person.',
});

builder.mutationType({
  authScopes: { account: true },
  description:
    'All mutations. Mutations return a typed error instead of their payload for failures that a caller can correct.',
});

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

const notAnInstant = (): GraphQLError =>
  new GraphQLError('DateTime must be an ISO 8601 instant with a time zone, such as 2026-01-15T10:30:00.000Z');

function parseInstant(value: unknown): Date {
  if (typeof value !== 'string' || !INSTANT.test(value)) throw notAnInstant();
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) throw notAnInstant();
  // Converted to UTC, the time may fall into year 0, which the database cannot store, or year 10000, which a response
  // cannot contain.
  if (!INSTANT.test(date.toISOString()) || date.getUTCFullYear() === 0) throw notAnInstant();
  return date;
}

builder.scalarType('DateTime', {
  description: 'An instant as ISO 8601 text, such as `2026-01-15T10:30:00.000Z`. Answers are in UTC.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: (date) => date.toISOString(),
  parseValue: parseInstant,
  parseLiteral: (node) => parseInstant(node.kind === Kind.STRING ? node.value : null),
});

const toSafeInt = (value: unknown): number => {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new GraphQLError('SafeInt must be a whole number from -(2^53 - 1) to 2^53 - 1');
};

builder.scalarType('SafeInt', {
  description:
    'A whole number from -(2^53 - 1) to 2^53 - 1, as a JSON number: sizes in bytes and positions, which may exceed `Int`.',
  serialize: toSafeInt,
  parseValue: toSafeInt,
  parseLiteral: (node) => toSafeInt(node.kind === Kind.INT ? Number(node.value) : null),
});

builder.scalarType('JSON', {
  description: 'Any JSON value, such as the input of a tool or a JSON Schema.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
  parseValue: toLossless,
  parseLiteral: (node, variables?: Variables) =>
    mayHoldExactNumber(print(node)) ? parseJson(jsonText(node, variables)) : valueFromASTUntyped(node, variables),
});

type Variables = Readonly<Record<string, unknown>> | null | undefined;

function jsonText(node: ValueNode, variables: Variables): string {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return node.value;
    case Kind.LIST:
      return `[${node.values.map((value) => jsonText(value, variables)).join()}]`;
    case Kind.OBJECT:
      return `{${node.fields.map(({ name, value }) => `${JSON.stringify(name.value)}:${jsonText(value, variables)}`).join()}}`;
    default:
      return JSON.stringify(valueFromASTUntyped(node, variables)) ?? 'null';
  }
}
