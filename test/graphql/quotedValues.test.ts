import { readFileSync } from 'node:fs';
import {
  buildSchema,
  execute,
  GraphQLError,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  parse,
  validate,
} from 'graphql';
import { expect, it } from 'vitest';
import { quotableVariables, withoutValues } from '../../src/graphql/execution/quotedValues.ts';

const schema = buildSchema(`
  scalar JSON
  enum Format { A B }
  input Inner { id: ID! count: Int format: Format text: String }
  input Listed { inner: [Inner!]! }
  type Query { ask(id: ID, inner: Inner, listed: Listed, list: [Int!], json: JSON): String }
`);

/** The messages of graphql-js for an operation. */
async function messagesOf(source: string, variables: Record<string, unknown>): Promise<readonly string[]> {
  try {
    const document = parse(source);
    const invalid = validate(schema, document);
    if (invalid.length > 0) return invalid.map(({ message }) => message);
    const { errors = [] } = await execute({ schema, document, variableValues: variables });
    return errors.map(({ message }) => message);
  } catch (error) {
    return error instanceof GraphQLError ? [error.message] : [];
  }
}

const inner = 'query ($inner: Inner) { ask(inner: $inner) }';
const CASES: readonly (readonly [string, (secret: string) => readonly [string, Record<string, unknown>]])[] = [
  ['a field that is missing', (text) => [inner, { inner: { text } }]],
  ['a value of another type', (text) => [inner, { inner: text }]],
  ['a list for a scalar', (text) => [inner, { inner: { id: [text], text } }]],
  ['an object for a scalar', (text) => [inner, { inner: { id: '1', text: { text } } }]],
  ['a number that is none', (text) => [inner, { inner: { id: '1', count: text } }]],
  ['an enum value that does not exist', (text) => [inner, { inner: { id: '1', format: text } }]],
  ['an unknown field', (text) => [inner, { inner: { id: '1', other: text } }]],
  ['a literal object for a scalar', (text) => [`{ ask(id: { text: ${JSON.stringify(text)} }) }`, {}]],
  ['a literal text for an object', (text) => [`{ ask(inner: ${JSON.stringify(text)}) }`, {}]],
  ['a literal text for a number', (text) => [`{ ask(inner: { id: 1, count: ${JSON.stringify(text)} }) }`, {}]],
  ['a literal text for an enum', (text) => [`{ ask(inner: { id: 1, format: ${JSON.stringify(text)} }) }`, {}]],
  ['a literal text in a list', (text) => [`{ ask(list: [1, ${JSON.stringify(text)}]) }`, {}]],
  ['a literal text in the wrong place', (text) => [`{ ask(id: 1 ${JSON.stringify(text)}) }`, {}]],
  ['a literal text that does not end', (text) => [`{ ask(id: ${JSON.stringify(text).slice(0, -1)}`, {}]],
];

const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));

it.each<[string, string, Record<string, unknown>]>([
  ['unknown members', inner, { inner: members(20_000) }],
  ['members in place of a text', inner, { inner: { id: '1', text: members(20_000) } }],
  ['members in place of an id', 'query ($id: ID) { ask(id: $id) }', { id: members(20_000) }],
  [
    'lists of members',
    'query ($list: [Int!]) { ask(list: $list) }',
    { list: Array.from({ length: 50 }, () => members(400)) },
  ],
])('graphql-js names %s once, not in each of its messages', async (_name, source, variables) => {
  const document = parse(source);
  const quoted = quotableVariables({ schema, document, variableValues: variables });
  const messages = await messagesOf(source, quoted);
  expect(messages).not.toEqual([]);
  expect(messages.map(withoutValues)).toEqual(expect.arrayContaining([expect.stringMatching(/ is not valid: /)]));
  expect(messages.join('').length).toBeLessThan(10_000);
});

it('valid values, and the content of a member named __proto__, stay', () => {
  const document = parse('query ($inner: Inner, $json: JSON) { ask(inner: $inner, json: $json) }');
  const variables = { inner: { id: '1', format: 'A' }, json: members(100) };
  const quotable = quotableVariables({ schema, document, variableValues: variables });
  expect([quotable['inner'] === variables.inner, quotable['json'] === variables.json]).toEqual([true, true]);
  const odd = quotableVariables({
    schema,
    document,
    variableValues: { inner: JSON.parse('{"id":"1","__proto__":1}') },
  });
  expect(Object.keys(odd['inner'] ?? {})).toEqual(['id', '__proto__']);
});

const SECRETS = [
  'hunter2 hunter3',
  'hunter2 "b" at "c"; d. e: hunter3',
  'hunter2\'s; \n at "x"; hunter3. So: \\ hunter4',
];

it.each(CASES)('shows nothing of a value: %s', async (_name, operation) => {
  for (const secret of SECRETS) {
    const messages = await messagesOf(...operation(secret));
    expect(messages).not.toEqual([]);
    for (const message of messages) expect(withoutValues(message)).not.toContain('hunter');
  }
});

it.each([
  [
    'Variable "$inner" got invalid value { text: "x" }; Field "id" of required type "ID!" was not provided.',
    'Variable "$inner" is not valid: Field "id" of required type "ID!" was not provided.',
  ],
  [
    'Variable "$inner" got invalid value ["x"] at "inner.id"; ID cannot represent value: ["x"]',
    'Variable "$inner" at "inner.id" is not valid: ID cannot represent value',
  ],
  ['Variable "$inner" got invalid value "x"; Something "x"', 'Variable "$inner" is not valid'],
  ['Expected value of type "Inner", found "x".', 'Expected value of type "Inner"'],
  ['Int cannot represent non-integer value: "x"', 'Int cannot represent non-integer value'],
  ['Syntax Error: Expected Name, found String "x".', 'Syntax Error: Expected Name, found String'],
  ['Cannot query field "x" on type "Query".', 'Cannot query field "x" on type "Query".'],
])('%s becomes %s', (message, expected) => {
  expect(withoutValues(message)).toBe(expected);
});

it('passes no more members of a list than it takes to refuse the list', () => {
  const source = 'query ($list: [Int!], $inner: Inner) { ask(list: $list, inner: $inner) }';
  const passed = (length: number) => {
    const list = Array.from({ length }, () => 1);
    return quotableVariables({ schema, document: parse(source), variableValues: { list } })['list'];
  };
  expect(passed(16_384)).toHaveLength(16_384);
  expect(passed(200_000)).toHaveLength(16_385);
});

it.each([{}, { id: 'a', x: 1 }])('passes no more invalid objects than graphql-js has errors: %o', (invalid) => {
  const document = parse('query ($listed: Listed) { ask(listed: $listed) }');
  const passed = (member: object) => {
    const listed = { inner: Array.from({ length: 1_000 }, () => member) };
    return quotableVariables({ schema, document, variableValues: { listed } })['listed'];
  };
  expect(passed(invalid)).toHaveProperty('inner.length', 51);
  expect(passed({ id: 'a' })).toHaveProperty('inner.length', 1_000);
});

const own = buildSchema(readFileSync('schema.graphql', 'utf8'));
/** The paths of each list of input objects, through at most one object of each type. */
function listsIn(
  type: GraphQLInputType,
  path: readonly string[],
  above: readonly string[],
): readonly (readonly string[])[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || above.includes(named.name)) return [];
  const inner = Object.values(named.getFields()).flatMap((field) =>
    listsIn(field.type, [...path, field.name], [...above, named.name]),
  );
  return isListType(getNullableType(type)) ? [path, ...inner] : inner;
}

const LISTS = [own.getQueryType(), own.getMutationType()].flatMap((root) =>
  Object.values(root?.getFields() ?? {}).flatMap((field) =>
    field.args.flatMap((arg) =>
      listsIn(arg.type, [arg.name], []).map((path) => ({
        field,
        path,
        arg,
        isMutation: root === own.getMutationType(),
      })),
    ),
  ),
);

it(`refuses a list of 1,001 objects in all ${LISTS.length} places but those of tools`, () => {
  const accepted: string[] = [];
  for (const { field, path, arg, isMutation } of LISTS) {
    const type = String(arg.type);
    const document = parse(`${isMutation ? 'mutation' : 'query'} ($v: ${type}) { ${field.name}(${arg.name}: $v) }`);
    // Every list on the way has one item.
    const long: unknown = Array.from({ length: 1_001 }, () => ({}));
    const value = path.slice(1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), long);
    const sent = path.length === 1 ? long : value;
    try {
      quotableVariables({ schema: own, document, variableValues: { v: sent } });
      accepted.push(`${field.name} ${path.join('.')}`);
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('more than 1000 items') });
    }
  }
  expect(accepted).toEqual([
    'stackPlan stackDocument.servers.tools',
    'applyStackDocument input.stackDocument.servers.tools',
    'importServer input.source.openApi.wording',
    'previewOperations input.openApi.wording',
    'previewServer input.source.openApi.wording',
    'refreshServerTools input.selections',
  ]);
});
