import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  GraphQLNonNull,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  parse,
  typeFromAST,
  visit,
} from 'graphql';
import { expect, it } from 'vitest';
import { COMPLEXITY_MAX } from '../../src/graphql/execution/cost.ts';
import { graphqlSchema } from '../../src/graphql/schema.ts';
import { documentsOfDashboard } from './documents.ts';

/** Leaves headroom: otherwise, adding a field would exceed the complexity limit. */
const SHARE_MAX = 0.75;
const SCALARS: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1,
  SafeInt: 1,
  Boolean: true,
  DateTime: '2026-01-01T00:00:00Z',
};

/** A value that a required variable of this type accepts. */
function exampleOf(type: GraphQLType): unknown {
  if (!isNonNullType(type)) return undefined;
  const inner = type.ofType;
  if (isListType(inner)) return [];
  if (isEnumType(inner)) return inner.getValues()[0]?.name;
  if (!isInputObjectType(inner)) return SCALARS[inner.name] ?? 'text';
  const fields = Object.values(inner.getFields());
  const [first] = fields;
  if (inner.isOneOf) return first && { [first.name]: exampleOf(new GraphQLNonNull(first.type)) };
  const pairs = fields.map((field) => [field.name, exampleOf(field.type)]);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

const schema = graphqlSchema();

function variablesOf(text: string): Record<string, unknown> {
  const variables: Record<string, unknown> = {};
  visit(parse(text), {
    VariableDefinition({ variable, type, defaultValue }) {
      const inputType = typeFromAST(schema, type);
      if (inputType && !defaultValue) variables[variable.name.value] = exampleOf(inputType);
    },
  });
  return variables;
}

it('no dashboard query comes near the complexity limit', async () => {
  const costs = (await documentsOfDashboard()).map(({ name, text }) => {
    const { complexity } = complexityFromQuery(text, { schema, variables: variablesOf(text) });
    return { name, complexity };
  });
  expect(costs.filter(({ complexity }) => complexity > COMPLEXITY_MAX * SHARE_MAX)).toEqual([]);
  const most = Math.max(...costs.map(({ complexity }) => complexity));
  process.stdout.write(`${costs.length} operations of the dashboard, of ${most} points at most\n`);
});
