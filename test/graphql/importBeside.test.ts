import { afterAll, expect, it } from 'vitest';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { payloadOf, run } from './ask.ts';
import { serverDocument } from './documents.ts';
import { AddServerDocument } from './operations/stacks.ts';
import { openPreview } from './preview.ts';
import { OPENAPI, registryEntry } from './sources.ts';

const { at, world, importOf, serverOf, close } = await openPreview();
afterAll(close);

const idFrom = async (input: object): Promise<string> =>
  payloadOf(await importOf(input), 'ImportServerPayload').server.id;
const titled = (title: string) => ({
  openApi: { text: JSON.stringify({ ...OPENAPI, info: { title, version: '1' } }) },
});

it('an import with the id of a marketplace server gets a new id, and a stack can have both', async () => {
  await saveServer(world.operator, serverDocument('besides'));
  const source = titled('Besides');
  const preview = await serverOf({ source });
  const remark = { name: '', reason: expect.stringMatching(/has a server besides already.*called besides-2/) };
  expect(preview).toMatchObject({ id: 'besides-2', hides: null, replaces: null, refused: [remark] });
  expect(preview.tools.map(({ id }) => id)).toEqual(['besides-2_listPets', 'besides-2_dropPet']);
  expect(await idFrom({ source, digest: preview.digest })).toBe('besides-2');
  expect(await serverOf({ source })).toMatchObject({ id: 'besides-2', isChanged: false });
  const { id: stackId } = await createStack(world.account.ctx, { name: 'Both' });
  for (const serverId of ['besides', 'besides-2']) {
    const input = { stackId, serverId, enableAllTools: true };
    expect(await run(world.url, world.account.apiKey, AddServerDocument, { input })).toMatchObject({
      __typename: 'AddServerToStackPayload',
    });
  }
});

it('another source with that title gets the next number; one of another kind prefixes its tools with its id', async () => {
  await saveServer(world.operator, serverDocument('echo'));
  const registry = { registry: { text: JSON.stringify(registryEntry(at.upstream.url)) } };
  expect(await serverOf({ source: registry })).toMatchObject({ id: 'echo-2', hides: null });
  expect(await idFrom({ source: titled('Echo') })).toBe('echo-2');
  const { id, tools } = await serverOf({ source: registry });
  expect([id, tools.every((tool) => tool.id.startsWith('echo-3_'))]).toEqual(['echo-3', true]);
});

it('a requested id stays, and a stack says why it cannot have both', async () => {
  await saveServer(world.operator, serverDocument('hidden'));
  const { id: stackId } = await createStack(world.account.ctx, { name: 'One' });
  const add = () => run(world.url, world.account.apiKey, AddServerDocument, { input: { stackId, serverId: 'hidden' } });
  await add();
  expect(await add()).toMatchObject({ message: 'Server hidden already exists in stack' });
  const source = titled('Hidden');
  expect(await serverOf({ source, id: 'hidden' })).toMatchObject({
    id: 'hidden',
    hides: { id: 'hidden' },
    refused: [],
  });
  expect(await idFrom({ source, id: 'hidden' })).toBe('hidden');
  expect(await add()).toMatchObject({
    __typename: 'AlreadyExistsError',
    message: expect.stringMatching(
      /^Server hidden already exists in stack: it is a different server with the same id\. .*under another id$/,
    ),
  });
});

const LONG = "The Pet Shop's official OpenAPI specification of its REST API";

it('a long title gives a short id, and a server imported with a long one keeps it, with its names', async () => {
  const source = titled(LONG);
  const fresh = await serverOf({ source });
  expect(fresh).toMatchObject({ id: 'pet-shop-its', tools: [{ id: 'pet-shop-its_listPets' }, {}] });
  const earlier = 'the-pet-shop-s-official-openapi-specification-of-its-rest-api';
  const document = JSON.stringify(fresh.document)
    .replaceAll('pet-shop-its', earlier)
    .replaceAll('"listPets"', '"getThemAll"');
  await saveServer(world.account.ctx, JSON.parse(document));
  const names = [{ name: 'getThemAll' }, { name: 'dropPet' }];
  expect(await serverOf({ source })).toMatchObject({ id: earlier, tools: names, isChanged: false });
  expect(await idFrom({ source })).toBe(earlier);
});
