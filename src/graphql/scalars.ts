import { GraphQLError, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { builder } from './builder.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

const notAnInstant = (): GraphQLError =>
  new GraphQLError('DateTime must be an ISO 8601 instant with a time zone, such as 2026-01-15T10:30:00.000Z');

function parseInstant(value: unknown): Date {
  if (typeof value !== 'string' || !INSTANT.test(value)) throw notAnInstant();
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) throw notAnInstant();
  return date;
}

builder.scalarType('DateTime', {
  description: 'An instant as ISO 8601 text, such as `2026-01-15T10:30:00.000Z`. Answers are in UTC.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: (date) => date.toISOString(),
  parseValue: parseInstant,
  parseLiteral: (node) => parseInstant(node.kind === Kind.STRING ? node.value : null),
});

builder.scalarType('JSON', {
  description: 'Any JSON value, such as the input of a tool or a JSON Schema.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node: ValueNode, variables) => valueFromASTUntyped(node, variables),
});
