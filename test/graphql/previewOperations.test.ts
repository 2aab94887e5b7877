import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { exportServer } from '../../src/core/marketplace/exportServer.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import type { PreviewOperationsInput } from '../../src/generated/gql/graphql.ts';
import { hostileDocument } from '../connectors/import/hostileDocument.ts';
import { dataOf, payloadOf, ask as post, run } from './ask.ts';
import { serverDocument } from './documents.ts';
import { PreviewOperationsDocument } from './operations/preview.ts';
import { openPreview } from './preview.ts';
import { OPENAPI } from './sources.ts';

const { at, world, importOf, serverOf, close } = await openPreview();
afterAll(close);

const { ctx, apiKey } = world.account;
const ask = (input: PreviewOperationsInput) => run(world.url, apiKey, PreviewOperationsDocument, { input });
const list = async (input: PreviewOperationsInput) => payloadOf(await ask(input), 'PreviewOperationsPayload');

const text = JSON.stringify({
  ...OPENAPI,
  info: { title: 'Shop &amp; pets', version: '1' },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'K' } } },
  paths: {
    '/pets': { get: { tags: ['pets'], summary: 'Lists <i>all</i> pets' } },
    '/pets/{id}': { delete: { operationId: 'drop', tags: ['pets', 'admin'], security: [{ key: [] }] } },
    '/old': { get: { operationId: 'old', deprecated: true } },
  },
});

const nothing = {
  operationId: null,
  summary: '',
  tags: [],
  isDeprecated: false,
  isReadOnly: false,
  isDestructive: false,
};
const tokens = expect.any(Number);

it('lists the available operations', async () => {
  expect(await list({ openApi: { text } })).toMatchObject({
    title: 'Shop & pets',
    totalCount: 3,
    operations: [
      {
        ...nothing,
        method: 'GET',
        path: '/pets',
        name: 'get_pets',
        summary: 'Lists all pets',
        tags: ['pets'],
        isReadOnly: true,
        credentials: [],
        tokens,
        isProposed: true,
      },
      {
        ...nothing,
        method: 'DELETE',
        path: '/pets/{id}',
        operationId: 'drop',
        name: 'drop',
        tags: ['pets', 'admin'],
        isDestructive: true,
        credentials: ['key'],
        tokens,
        isProposed: false,
      },
      { ...nothing, operationId: 'old', isDeprecated: true, isReadOnly: true, isProposed: false },
    ],
  });
});

it('lists the operations for a filter, and of a document at a URL', async () => {
  const narrowed = await list({ openApi: { text, operations: { include: { tags: ['admin'] } } } });
  expect(narrowed.operations.map(({ name }) => name)).toEqual(['drop']);
  expect(await list({ openApi: { url: `${at.origin}/api.yaml` } })).toMatchObject({ totalCount: 2 });
});

it('proposes common operations on the main nouns, and none that deletes or administers', async () => {
  const methods = { get: {}, post: {}, delete: {} };
  const nouns = [
    'orders',
    'refunds',
    'carts',
    ...Array.from({ length: 40 }, (_, at) => `things${'abcdefgh'[at % 8]}${at}`),
  ];
  const main = ['', '/{id}', '/{id}/lines', '/{id}/notes'].map((rest) => [`/orders${rest}`, methods]);
  const rest = ['/admin/orders', '/users', ...nouns.slice(1).map((noun) => `/${noun}`)].map((path) => [path, methods]);
  const paths = {
    ...Object.fromEntries([...rest, ...main]),
    '/orders/{id}/cancel': { post: {} },
    '/search': { get: {} },
  };
  const { operations } = await list({ openApi: { text: JSON.stringify({ ...OPENAPI, paths }) } });
  const proposed = operations.filter(({ isProposed }) => isProposed).map(({ method, path }) => `${method} ${path}`);
  expect(proposed).toHaveLength(40);
  const expected = [
    'GET /orders',
    'POST /orders',
    'GET /orders/{id}',
    'GET /orders/{id}/lines',
    'GET /search',
    'GET /users',
  ];
  expect(proposed).toEqual(expect.arrayContaining(expected));
  expect(proposed.filter((place) => /DELETE|admin|cancel|POST .users/.test(place))).toEqual([]);
});

it('proposes no operations about signing in or keys, unless the API is about them', async () => {
  const proposedOf = async (paths: object) => {
    const { operations } = await list({ openApi: { text: JSON.stringify({ ...OPENAPI, paths }) } });
    return operations.filter(({ isProposed }) => isProposed).map(({ path }) => path);
  };
  const messages = { '/messages': { get: {}, post: {} }, '/messages/{id}': { get: {} } };
  const others = { '/login': { post: {} }, '/user/password': { put: {} }, '/keys': { get: {} } };
  expect(new Set(await proposedOf({ ...messages, ...others }))).toEqual(new Set(Object.keys(messages)));
  const keys = { '/keys': { get: {}, post: {} }, '/keys/{key}': { get: {}, put: {} } };
  expect(new Set(await proposedOf(keys))).toEqual(new Set(Object.keys(keys)));
});

it('names the server of the marketplace for the same API, by host and path', async () => {
  const shipped = {
    ship: 'https://api.ship.test',
    alpha: 'https://apis.big.test/alpha',
    beta: 'https://apis.big.test/beta/v2',
  };
  for (const [id, baseUrl] of Object.entries(shipped)) {
    await world.saveServer({ ...serverDocument(id), connector: { kind: 'http', baseUrl } });
  }
  for (const id of ['twilio', 'docusign', 'mailchimp']) {
    await world.saveServer(JSON.parse(readFileSync(`catalogue/${id}.json`, 'utf8')));
  }
  const CASES = {
    'https://api.ship.test': 'ship',
    'https://api.ship.test/v1/': 'ship',
    'https://apis.big.test/alpha/v1': 'alpha',
    'https://apis.big.test/beta/v2': 'beta',
    'https://apis.big.test/gamma': null,
    'https://apis.big.test/alphabet': null,
    'https://api.ship.test.evil.test': null,
    'https://api.twilio.com': 'twilio',
    'https://api.twilio.com/2010-04-01': 'twilio',
    'https://api.twilio.com/2099-01-01': null,
    'https://server.api.mailchimp.com/3.0': 'mailchimp',
  };
  const query = `mutation ($input: PreviewOperationsInput!) {
    previewOperations(input: $input) { ... on PreviewOperationsPayload { marketplaceServer { slug } } }
  }`;
  const shippedFor = async (document: object): Promise<unknown> => {
    const input = { openApi: { text: JSON.stringify({ ...OPENAPI, ...document }) } };
    const { previewOperations } = await dataOf(post(world.url, apiKey, query, { input }));
    return Object(previewOperations).marketplaceServer?.slug ?? null;
  };
  for (const [url, slug] of Object.entries(CASES)) {
    expect([url, await shippedFor({ servers: [{ url }] })]).toEqual([url, slug]);
  }
  // Each account of Docusign has its own host.
  const servers = [{ url: 'https://www.docusign.net/restapi' }];
  expect(await shippedFor({ servers, info: { title: 'DocuSign REST API', version: '1' } })).toBe('docusign');
  expect(await shippedFor({ servers, info: { title: 'Undocusigned', version: '1' } })).toBeNull();
});

it('lists a document too large to import as a whole, and imports selected operations', async () => {
  const hostile = hostileDocument();
  const source = { text: hostile, baseUrl: 'https://api.test' };
  expect(await importOf({ source: { openApi: source }, id: 'large' })).toMatchObject({
    message: expect.stringContaining('choose fewer'),
  });
  const { operations } = await list({ openApi: source });
  const [first] = operations;
  expect(first).toMatchObject({ tokens });
  expect(operations.at(-1)).toMatchObject({ tokens: null });
  const paths = [`${first?.method} ${first?.path}`];
  const imported = await importOf({
    source: { openApi: { ...source, operations: { include: { paths } } } },
    id: 'large',
  });
  expect(imported).toMatchObject({ server: { id: 'large' }, isChanged: true });
});

it('keeps the selection and the names on a new import', async () => {
  const id = 'again';
  const openApi = { text, operations: { include: { tags: ['pets'] }, exclude: { ids: ['drop'] } } };
  expect(await importOf({ source: { openApi }, id })).toMatchObject({ isChanged: true });
  const before = await exportServer(ctx, toServerId(id));
  expect(before.connector).toMatchObject({ operations: openApi.operations });
  // As saved by an earlier version of the product, which generated other names.
  await saveServer(ctx, { ...before, tools: before.tools.map((tool) => ({ ...tool, name: 'get__pets' })) });
  const listed = await list({ openApi: { text }, id });
  expect(listed.operations.map(({ name, isProposed }) => [name, isProposed])).toEqual([
    ['get__pets', true],
    ['drop', false],
    ['old', false],
  ]);
  expect((await serverOf({ source: { openApi: { text } }, id })).tools).toMatchObject([{ id: 'again_get__pets' }]);
  const whole = await serverOf({ source: { openApi: { text, operations: {} } }, id });
  expect(whole).toMatchObject({ addedTools: ['again_drop', 'again_old'], removedTools: [] });
  const other = await serverOf({ source: { openApi: { text, operations: { include: { ids: ['old'] } } } }, id });
  expect(other).toMatchObject({ addedTools: ['again_old'], removedTools: ['again_get__pets'] });
  expect(whole).toMatchObject({ changedTools: [] });
  const reworded = text.replace('"operationId":"old"', '"summary":"Said anew","operationId":"old"');
  await importOf({ source: { openApi: { text, operations: {} } }, id });
  expect(await serverOf({ source: { openApi: { text: reworded } }, id })).toMatchObject({
    addedTools: [],
    removedTools: [],
    changedTools: ['again_old'],
  });
  expect(whole).toMatchObject({ tools: [{ id: 'again_get__pets' }, { id: 'again_drop' }, { id: 'again_old' }] });
});

it('keeps them if the id follows from the document, too', async () => {
  const named = JSON.stringify({ ...JSON.parse(text), info: { title: 'By Title', version: '1' } });
  expect(
    await importOf({ source: { openApi: { text: named, operations: { include: { ids: ['drop'] } } } } }),
  ).toMatchObject({
    server: { id: 'by-title' },
  });
  expect(await serverOf({ source: { openApi: { text: named } } })).toMatchObject({ toolCount: 1, isChanged: false });
});

it.each([
  ['another document', { text: '{"name":"a/b","remotes":[]}' }, '/source/openApi/text', 'is a server.json'],
  ['no document', { text: '<!doctype html>' }, '/source/openApi/text', 'web page'],
  ['nothing', {}, '/openApi', 'one of text, url and upload'],
])('refuses %s', async (_name, openApi, path, message) => {
  expect(await ask({ openApi })).toMatchObject({
    __typename: 'InvalidInputError',
    issues: [{ path, message: expect.stringContaining(message) }],
  });
});
