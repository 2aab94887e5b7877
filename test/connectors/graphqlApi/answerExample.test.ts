import { readFileSync } from 'node:fs';
import { buildASTSchema, executeSync, parse, visit } from 'graphql';
import { expect, it } from 'vitest';
import { readTools } from '../../../src/connectors/graphqlApi/readTools.ts';

/** Without arguments, so that an operation runs without values for its variables. */
const withoutArguments = (text: string) =>
  visit(parse(text), {
    FieldDefinition: (node) => ({ ...node, arguments: [] }),
    Field: (node) => ({ ...node, arguments: [] }),
    VariableDefinition: () => null,
  });

it('is an answer that the schema of our own API gives to each operation', () => {
  const text = readFileSync('schema.graphql', 'utf8');
  const schema = buildASTSchema(withoutArguments(text));
  const operations = readTools(text).filter(({ request }) => request);
  let examples = 0;
  for (const { name, request, example } of operations) {
    if (request?.kind !== 'graphql' || !example) continue;
    const answer = executeSync({ schema, document: withoutArguments(request.query), rootValue: example['data'] });
    expect({ name, ...JSON.parse(JSON.stringify(answer)) }).toEqual({ name, ...example });
    examples += 1;
  }
  process.stdout.write(`${examples} operations of our own API have examples that execute\n`);
  expect(examples).toBe(operations.length);
});
