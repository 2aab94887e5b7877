import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPLEXITY_MAX } from '../../src/graphql/execution/cost.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, post } from './ask.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const query = (text: string, variables?: object) => ask(world.url, world.account.apiKey, text, variables);
const raw = (init: RequestInit) => post(world.url, world.account.apiKey, init);
const nest = (depth: number, open: string, close: string, core = '') => open.repeat(depth) + core + close.repeat(depth);
const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => part(n)).join(' ');

/** `depth` levels of fields. Only `viewer.account` and connections nest, so fragments don't matter here. */
const LEVELS = ['stacks', 'nodes', 'servers', 'nodes', 'server', 'tools', 'edges', 'node'];
const deep = (depth: number) => {
  const path = [...LEVELS, ...Array.from({ length: 20 }, () => 'deeper')].slice(0, depth - 1);
  return `{ ${path.join(' { ')} { __typename } ${'} '.repeat(path.length)}`;
};

const TOO_COMPLEX = 'QUERY_TOO_COMPLEX';
const SCHEMA_ONCE = 'The operation reads the schema more than once, or more than 4 of its types by name';

describe('allowed documents', () => {
  const ROWS = [
    ['15 aliases', `{ ${many(15, (n) => `a${n}: viewer { scopes }`)} }`, null],
    ['16 aliases', `{ ${many(16, (n) => `a${n}: viewer { scopes }`)} }`, 'The operation has more than 15 aliases'],
    [
      '16 aliases by way of fragments',
      `{ viewer { ...A } x: viewer { ...A } } fragment A on Viewer { ${many(8, (n) => `a${n}: scopes`)} }`,
      'The operation has more than 15 aliases',
    ],
    ['20 root fields', `{ ${many(20, () => 'viewer { scopes }')} }`, null],
    ['21 root fields', `{ ${many(21, () => 'viewer { scopes }')} }`, 'The operation has more than 20 root fields'],
    [
      '21 root fields by way of a fragment',
      `{ ...A ...A ...A } fragment A on Query { ${many(7, () => 'viewer { scopes }')} }`,
      'The operation has more than 20 root fields',
    ],
    ['the schema and one of its types', '{ __schema { types { name } } __type(name: "Tool") { name } }', null],
    ['four types of the schema', `{ ${many(4, (n) => `a${n}: __type(name: "Tool") { name }`)} }`, null],
    ['five types of the schema', `{ ${many(5, (n) => `a${n}: __type(name: "Tool") { name }`)} }`, SCHEMA_ONCE],
    ['the schema twice', '{ __schema { types { name } } a: __schema { types { name } } }', SCHEMA_ONCE],
    ['the schema with its types twice', '{ __schema { types { name } a: types { name } } }', SCHEMA_ONCE],
    [
      'the schema twice by way of fragments',
      '{ ...A b: __schema { ...B } } fragment A on Query { __schema { ...B } } fragment B on __Schema { types { name } }',
      SCHEMA_ONCE,
    ],
    ['two lists of the schema in one another', '{ __schema { types { fields { name } } } }', null],
    [
      'three lists of the schema in one another',
      '{ __schema { types { fields { type { ...A } } } } } fragment A on __Type { fields { name } }',
      'The operation nests lists of the schema deeper than 2 levels',
    ],
    [
      '20 directives',
      `{ viewer ${many(20, () => '@include(if: true)')} { scopes } }`,
      'can only be used once at this location',
    ],
    [
      '21 directives',
      `{ viewer ${many(21, () => '@include(if: true)')} { scopes } }`,
      'The operation has more than 20 directives',
    ],
    [
      '16 aliases by way of fragments in place',
      `{ viewer { ... { ${many(8, (n) => `a${n}: scopes`)} ... on Viewer { ${many(8, (n) => `b${n}: scopes`)} } } } }`,
      'The operation has more than 15 aliases',
    ],
    [
      '21 root fields by way of fragments in place',
      `{ ... { ${many(20, () => 'viewer { scopes }')} } ... on Query { viewer { scopes } } }`,
      'The operation has more than 20 root fields',
    ],
    ['brackets 40 deep', nest(40, '{a', '}'), 'The operation is deeper than 10 levels'],
    ['brackets 41 deep', nest(41, '{a', '}'), 'The document nests brackets deeper than 40'],
    [
      'lists 41 deep in an argument',
      `{ server(id: ${nest(41, '[', ']')}) { id } }`,
      'The document nests brackets deeper than 40',
    ],
    ['brackets in a string', `{ server(id: "${'{'.repeat(50)}") { id } }`, null],
    ['brackets in a block string', `{ server(id: """${'{'.repeat(50)}""") { id } }`, null],
    ['brackets in a comment', `# ${'{'.repeat(50)}\n{ viewer { scopes } }`, null],
    [
      'brackets after a quote in a comment',
      `# "\n${nest(41, '{a', '}')}`,
      'The document nests brackets deeper than 40',
    ],
    ['2,001 tokens', `{ ${many(1_999, () => 'viewer')} }`, 'Syntax Error: Document contains more that 2000 tokens'],
    ['a fragment of itself', '{ ...A } fragment A on Query { ...A }', 'Cannot spread fragment "A" within itself'],
  ] as const;
  it.each(ROWS)('%s', async (_name, document, refusal) => {
    const { errors, data, status } = await query(document);
    if (refusal === null) return expect(errors).toEqual([]);
    expect(errors.map(({ message }) => message).join('\n')).toContain(refusal);
    expect(data).toBeUndefined();
    const ours = errors.filter(({ message }) => /^The (operation|document) /.test(message));
    expect([...new Set(ours.map(({ extensions }) => extensions?.['code']))]).toEqual(
      ours.length > 0 ? [TOO_COMPLEX] : [],
    );
    if (refusal.startsWith('The document')) expect(status).toBe(400);
  });

  it('10 levels, but no more', async () => {
    const messages = async (depth: number) => (await query(deep(depth))).errors.map(({ message }) => message);
    expect(await messages(10)).not.toContain('The operation is deeper than 10 levels');
    expect(await messages(11)).toContain('The operation is deeper than 10 levels');
  });

  it('refuses pages that multiply beyond limits, with their cost and the limit', async () => {
    const tree = 'nodes { servers(first: 100) { nodes { tools(first: 100) { nodes { id } } } } }';
    const { status, errors } = await query(`{ stacks(first: 100) { ${tree} } }`);
    expect(status).toBe(400);
    const requested = expect.toSatisfy((points) => points > COMPLEXITY_MAX);
    expect(errors[0]?.extensions).toEqual({ code: TOO_COMPLEX, cost: { requested, maximum: COMPLEXITY_MAX } });
  });

  it('the explorer’s introspection, but no recursive one', async () => {
    const full = await query(getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true }));
    expect(full.errors).toEqual([]);
    expect(full.data).toHaveProperty('__schema.queryType.name', 'Query');
    const recurring = `{ __schema { types { ${nest(4, 'fields { type { ', '} }', 'name')} } } }`;
    expect((await query(recurring)).errors[0]?.message).toBe(
      'The operation nests lists of the schema deeper than 2 levels',
    );
  });
});

describe('allowed requests', () => {
  const body = JSON.stringify({ query: '{ viewer { scopes } }' });
  const withVariable = (value: string) => `{"query":"{ viewer { scopes } }","variables":{"x":${value}}}`;
  const ROWS = [
    ['JSON', { body }, 200, undefined],
    ['JSON with a charset', { body, headers: { 'content-type': 'application/json; charset=utf-8' } }, 200, undefined],
    [
      'a form',
      { body: 'query={viewer{scopes}}', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'multipart',
      { body, headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['text', { body, headers: { 'content-type': 'text/plain' } }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'a bare document',
      { body: '{ viewer { scopes } }', headers: { 'content-type': 'application/graphql' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['a batch', { body: `[${body}]` }, 400, 'BAD_REQUEST'],
    ['no JSON', { body: '{' }, 400, 'BAD_REQUEST'],
    ['nothing', { body: '' }, 400, 'BAD_REQUEST'],
    ['more than 256 KiB', { body: withVariable(`"${'x'.repeat(262_144)}"`) }, 413, 'TOO_LARGE'],
    ['JSON 32 deep', { body: withVariable(nest(30, '[', ']')) }, 200, undefined],
    ['JSON 33 deep', { body: withVariable(nest(31, '[', ']')) }, 400, 'INVALID_INPUT'],
    ['JSON 100,000 deep', { body: withVariable(nest(100_000, '[', ']')) }, 400, 'INVALID_INPUT'],
    ['brackets in a string', { body: withVariable(`"\\"${'['.repeat(50)}"`) }, 200, undefined],
    ['a PATCH', { body, method: 'PATCH' }, 405, 'METHOD_NOT_ALLOWED'],
  ] as const;
  it.each(ROWS)('%s', async (_name, init, status, code) => {
    const answer = await raw(init);
    expect({ status: answer.status, code: answer.errors[0]?.extensions?.['code'] }).toEqual({ status, code });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('no mutation in a GET', async () => {
    const url = `${world.url}/graphql?query=${encodeURIComponent('mutation { signOut { __typename } }')}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${world.account.apiKey}` } });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it.each(['*/*', 'application/json', 'application/graphql-response+json'])(
    'no request without an operation, for a client that accepts %s',
    async (accept) => {
      const headers = { authorization: `Bearer ${world.account.apiKey}`, accept };
      const posted = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
      const answers = [
        await fetch(`${world.url}/graphql`, { headers }),
        await fetch(`${world.url}/graphql?variables={}`, { headers }),
        await fetch(`${world.url}/graphql`, { ...posted, body: '{}' }),
        await fetch(`${world.url}/graphql`, { ...posted, body: '{"variables":{},"query":null}' }),
      ];
      for (const answer of answers) {
        expect([answer.status, answer.headers.get('allow')]).toEqual([400, null]);
        expect(await answer.json()).toMatchObject({
          errors: [{ message: expect.stringContaining('parameter query') }],
        });
      }
    },
  );

  it('a document that does not parse, with a status for clients that accept only GraphQL’s media type', async () => {
    const wrong = { body: JSON.stringify({ query: '{' }) };
    const statusFor = async (accept: string) => {
      const { status, errors } = await raw({ ...wrong, headers: { 'content-type': 'application/json', accept } });
      expect(errors).toMatchObject([{ message: expect.stringContaining('Syntax Error') }]);
      return status;
    };
    expect(await statusFor('application/json')).toBe(200);
    expect(await statusFor('application/graphql-response+json')).toBe(400);
  });

  it('nothing from another origin', async () => {
    const origin = { origin: 'https://evil.test' };
    const answer = await raw({ body, headers: origin });
    const preflight = await fetch(`${world.url}/graphql`, {
      method: 'OPTIONS',
      headers: { ...origin, 'access-control-request-method': 'POST' },
    });
    for (const { headers } of [answer, preflight]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    expect(preflight.status).toBe(405);
  });
});

describe('authentication', () => {
  const KEYS = [
    ['nobody', null],
    ['a made-up key', 'ty_0000000000000000000000000000000000'],
    ['a token of another kind', 'eyJhbGciOiJFZERTQSJ9.e30.AAAA'],
  ] as const;
  const QUERIES = ['{ viewer { scopes } }', '{ __schema { types { name } } }', '{ veiwer', '{ veiwer { scopes } }'];
  it.each(KEYS)('%s: 401 before the document is read', async (_name, key) => {
    for (const text of QUERIES) {
      const answer = await ask(world.url, key, text);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(JSON.parse(answer.text)).toEqual({
        errors: [{ message: 'Unauthorized', extensions: { code: 'UNAUTHENTICATED' } }],
      });
    }
  });
});
