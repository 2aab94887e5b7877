import { afterAll, beforeAll, expect, it } from 'vitest';
import { importOpenApi } from '../../src/connectors/openapi/readTools.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask } from './ask.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const operation = (operationId: string, security?: readonly object[]) => ({
  get: { operationId, responses: { 200: { description: 'It' } }, ...(security && { security }) },
});

const documentOf = (paths: object) => {
  const { document } = importOpenApi({
    openapi: '3.1.0',
    info: { title: 'Doors', version: '1.0.0' },
    servers: [{ url: 'https://api.example.com' }],
    security: [{ key: [] }, { user: [], pass: [] }],
    paths,
    components: {
      securitySchemes: Object.fromEntries(
        ['key', 'user', 'pass', 'extra'].map((name) => [name, { type: 'apiKey', in: 'header', name: `X-${name}` }]),
      ),
    },
  });
  return document;
};

const choicesOf = async (id: string) => {
  const query = 'query ($id: ID!) { server(id: $id) { credentialChoices { fieldIds toolCount } } }';
  const { data } = await ask(world.url, world.account.apiKey, query, { id });
  return Object(data).server;
};

it('says which credentials are enough for which number of tools, for most tools first', async () => {
  const document = documentOf({
    '/a': operation('a'),
    '/b': operation('b'),
    '/c': operation('c', [{ extra: [] }, { key: [] }]),
    '/d': operation('d', []),
    '/e': operation('e', [{ extra: [] }]),
  });
  await world.saveServer({ ...document, id: 'doors' });
  const fieldIds = document.credentials?.map(({ id }) => id) ?? [];
  const [key, user, pass, extra] = fieldIds;
  expect(fieldIds).toHaveLength(4);
  expect(await choicesOf('doors')).toEqual({
    credentialChoices: [
      { fieldIds: [key], toolCount: 3 },
      { fieldIds: [user, pass], toolCount: 2 },
      { fieldIds: [extra], toolCount: 1 },
    ],
  });
});

it('is empty where every tool needs the same, and of many servers read at once', async () => {
  await world.saveServer({ ...documentOf({ '/e': operation('e', [{ extra: [] }]) }), id: 'one-way' });
  expect(await choicesOf('one-way')).toEqual({ credentialChoices: [] });
  const query = '{ servers(first: 50) { nodes { id credentialChoices { toolCount } } } }';
  const { data } = await ask(world.url, world.account.apiKey, query);
  const found = Object(data).servers.nodes.filter(({ id }: { id: string }) => ['doors', 'one-way'].includes(id));
  expect(found).toEqual(
    expect.arrayContaining([
      { id: 'one-way', credentialChoices: [] },
      { id: 'doors', credentialChoices: [{ toolCount: 3 }, { toolCount: 2 }, { toolCount: 1 }] },
    ]),
  );
});
