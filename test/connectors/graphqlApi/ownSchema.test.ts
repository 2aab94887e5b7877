import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { readTools } from '../../../src/connectors/graphqlApi/readTools.ts';
import { schemaProblem } from '../../../src/core/schemas/validate.ts';

const text = readFileSync('schema.graphql', 'utf8');
const schema = buildSchema(text);

it('finds a valid operation and input schema for every query and mutation of our own API', () => {
  const tools = readTools(text).filter(({ request }) => request);
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}),
  );
  expect(tools.map(({ name }) => name)).toEqual(fields);
  const problems = tools.flatMap(({ name, request, inputSchema }) => [
    ...(request?.kind === 'graphql' ? validate(schema, parse(request.query)).map(({ message }) => message) : [name]),
    ...[schemaProblem(inputSchema)].filter((problem) => problem !== null),
  ]);
  expect(problems).toEqual([]);
  process.stdout.write(`${tools.length} operations of our own API are valid\n`);
});
