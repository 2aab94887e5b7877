import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import type { Egress } from '../../../src/connectors/egress/types.ts';
import { createOpenApi } from '../../../src/connectors/openapi/openapi.ts';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';
import type { JsonObject } from '../../../src/core/lib/json.ts';
import type { ImportedServer } from '../../../src/core/marketplace/discovered.ts';
import type { ToolOutcome } from '../../../src/core/results/outcome.ts';
import { compileInputValidator } from '../../../src/core/schemas/validate.ts';
import { CREDENTIAL } from '../../harness/credential.ts';
import { type HttpApi, startHttpApi } from '../../harness/petshop.ts';
import { httpToolCall } from '../../harness/toolCall.ts';

let api: HttpApi;
let egress: Egress;
let imported: ImportedServer;

beforeAll(async () => {
  api = await startHttpApi();
  egress = createEgress({ allow: [{ kind: 'range', address: '127.0.0.1', prefixBits: 32, port: api.port }] });
  imported = importOpenApi(api.document);
});

afterAll(async () => {
  await egress.close();
  await api.close();
});

const asSchema = (schema: Record<string, unknown>): JsonObject => JSON.parse(JSON.stringify(schema));

const toolOf = (name: string) => {
  const tool = imported.document.tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
};

/**
 * Calls an imported tool like the service: validates the input first, and passes the plain value of every given
 * credential.
 */
const callTool = (name: string, input: JsonObject, values: Record<string, string> = {}): Promise<ToolOutcome> => {
  const tool = toolOf(name);
  expect(compileInputValidator(asSchema(tool.inputSchema))(input)).toEqual([]);
  const credentials = imported.document.credentials.flatMap(({ id, placement = null }) => {
    const value = values[id];
    return value === undefined ? [] : [{ fieldId: id, value, placement }];
  });
  const { connector } = imported.document;
  return createOpenApi({ egress }).call(
    httpToolCall({ connector, toolName: name, request: tool.request, input, credentials }),
  );
};

describe('an imported document', () => {
  it('is a server with its URL, fields and tools', () => {
    const { document, warnings } = imported;
    expect(document).toMatchObject({
      id: 'pet-shop',
      name: 'Pet Shop',
      description: 'A shop for tests.',
      connector: { kind: 'openapi', baseUrl: `${api.url}/echo` },
    });
    expect(document.tools.map((tool) => tool.name)).toEqual([
      ...['listPets', 'createPet', 'getPet', 'delete_pet', 'renamePet', 'styledPath', 'setTags', 'plantTree', 'choose'],
      ...['sendForm', 'uploadPhoto', 'putRaw', 'putNote'],
      ...['bearer', 'basic', 'header', 'query', 'cookie'].map((scheme) => `secure_${scheme}`),
    ]);
    expect(warnings).toEqual([]);
  });

  it('has a credential field per scheme, and its placement', () => {
    const fields = imported.document.credentials.map(({ id, required, secret, placement }) => [
      id,
      required,
      secret,
      placement,
    ]);
    const authorization = (template: string) => ({ in: 'header', name: 'Authorization', template });
    expect(fields).toEqual([
      ['pet_shop_bearer', false, true, authorization('Bearer {pet_shop_bearer}')],
      [
        'pet_shop_basic_username',
        false,
        false,
        authorization('Basic {pet_shop_basic_username:pet_shop_basic_password|base64}'),
      ],
      ['pet_shop_basic_password', false, true, undefined],
      ['pet_shop_header', false, true, { in: 'header', name: 'X-Api-Key' }],
      ['pet_shop_query', false, true, { in: 'query', name: 'api_key' }],
      ['pet_shop_cookie', false, true, { in: 'header', name: 'Cookie', template: 'session={pet_shop_cookie}' }],
    ]);
  });

  it('merges parameters and body into one JSON Schema 2020-12', () => {
    expect(toolOf('createPet').inputSchema).toEqual({
      type: 'object',
      properties: {
        'X-Trace': { type: 'string' },
        name: { type: 'string' },
        kind: { type: ['string', 'null'], enum: ['cat', 'dog', null] },
        age: { type: 'integer', exclusiveMaximum: 100, examples: [3] },
        'x-chip_1': { type: 'string' },
      },
      required: ['name'],
      additionalProperties: false,
    });
    expect(toolOf('listPets')).toMatchObject({
      title: 'List pets',
      description: 'List pets\n\nBy tag, page and filter.',
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
      inputSchema: { properties: { page_size: { type: ['integer', 'null'], exclusiveMinimum: 0 } } },
    });
    expect(toolOf('listPets').inputSchema['properties']).not.toHaveProperty('Accept');
  });

  it('renames conflicting names', () => {
    expect(toolOf('renamePet').inputSchema).toMatchObject({
      properties: { id: {}, body_id: {}, name: {} },
      required: ['id', 'body_id'],
    });
    expect(Object.keys(toolOf('getPet').inputSchema['properties'] ?? {})).toEqual(['id', 'query_id']);
  });

  it('keeps a recursive schema self-contained', () => {
    const { inputSchema } = toolOf('plantTree');
    expect(JSON.stringify(inputSchema)).not.toContain('#/components');
    const validate = compileInputValidator(asSchema(inputSchema));
    const tree = (leaf: unknown) => ({ value: 'a', children: [{ value: 'b', children: [leaf] }] });
    expect(validate(tree({ value: 'c' }))).toEqual([]);
    expect(validate(tree({ value: 1 }))).toMatchObject([{ path: '/children/0/children/0/value' }]);
  });
});

describe('a call', () => {
  it.each<[string, JsonObject, string]>([
    ['listPets', { tags: ['a', 'b c'] }, 'GET /echo/pets?tags=a&tags=b%20c'],
    ['listPets', { ids: ['1', '2'] }, 'GET /echo/pets?ids=1,2'],
    ['listPets', { spaced: ['1', '2'] }, 'GET /echo/pets?spaced=1%202'],
    ['listPets', { piped: ['1', '2'] }, 'GET /echo/pets?piped=1|2'],
    ['listPets', { filter: { age: 3 } }, 'GET /echo/pets?filter%5Bage%5D=3'],
    ['listPets', { page_size: 5 }, 'GET /echo/pets?page%5Bsize%5D=5'],
    ['listPets', { where: { a: 1 } }, 'GET /echo/pets?where=%7B%22a%22%3A1%7D'],
    ['listPets', {}, 'GET /echo/pets'],
    ['getPet', { id: 'a/b', query_id: '7' }, 'GET /echo/pets/a%2Fb?id=7'],
    ['delete_pet', { id: '7' }, 'DELETE /echo/pets/7'],
    ['styledPath', { label: ['a', 'b'], matrix: ['c', 'd'] }, 'GET /echo/pets/.a,b/;matrix=c;matrix=d'],
  ])('%s of %j requests %s', async (name, input, expected) => {
    expect(await callTool(name, input)).toMatchObject({ kind: 'ok' });
    const { method, target } = api.last();
    expect(`${method} ${target}`).toBe(expected);
  });

  it('sends headers and cookies', async () => {
    await callTool('listPets', { 'X-Trace': 't1', theme: 'dark; x' });
    expect(api.last().headers).toMatchObject({ 'x-trace': 't1', cookie: 'theme=dark%3B%20x' });
  });

  it.each<[string, JsonObject, string, string]>([
    [
      'createPet',
      { name: 'Rex', 'x-chip_1': 'c', kind: null },
      'application/json',
      '{"name":"Rex","kind":null,"x-chip[1]":"c"}',
    ],
    ['renamePet', { id: 'p', body_id: 'b', name: 'n' }, 'application/json', '{"id":"b","name":"n"}'],
    ['setTags', { body: ['a'] }, 'application/json', '["a"]'],
    ['choose', { body: { other: 'x' } }, 'application/json', '{"other":"x"}'],
    ['sendForm', { a: 'x y', list: ['1', '2'] }, 'application/x-www-form-urlencoded', 'a=x%20y&list=1,2'],
    ['putNote', { body: 'hello' }, 'text/plain', 'hello'],
    ['putRaw', { body: 'AQID' }, 'application/octet-stream', '\u0001\u0002\u0003'],
  ])('%s sends its body', async (name, input, contentType, body) => {
    expect(await callTool(name, input)).toMatchObject({ kind: 'ok' });
    expect(api.last().headers['content-type']).toBe(contentType);
    expect(api.last().body.toString()).toBe(body);
  });

  it('uploads a file', async () => {
    await callTool('uploadPhoto', { note: 'n', photo: 'AQID' });
    const { headers, body } = api.last();
    const type = headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    expect(form.get('note')).toBe('n');
    expect(form.get('photo')).toMatchObject({ type: 'image/png', size: 3 });
  });

  it.each([[''], ['.'], ['..']])('doesn’t escape to another path for %j', async (id) => {
    const before = api.requests.length;
    await expect(callTool('getPet', { id })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(api.requests).toHaveLength(before);
  });

  it.each<[string, Record<string, string>]>([
    ['bearer', { pet_shop_bearer: 'good-token' }],
    ['basic', { pet_shop_basic_username: 'ann', pet_shop_basic_password: 's€cret' }],
    ['header', { pet_shop_header: CREDENTIAL }],
    ['query', { pet_shop_query: CREDENTIAL }],
    ['cookie', { pet_shop_cookie: CREDENTIAL }],
  ])('signs in by %s', async (scheme, values) => {
    expect(await callTool(`secure_${scheme}`, {}, values)).toMatchObject({ kind: 'ok' });
    expect(await callTool(`secure_${scheme}`, {})).toMatchObject({ kind: 'upstream_refused' });
  });
});
