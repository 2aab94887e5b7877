import { afterAll, expect, it } from 'vitest';
import type { PreviewServerInput } from '../../src/generated/gql/graphql.ts';
import { payloadOf, run } from './ask.ts';
import { PreviewOperationsDocument } from './operations/preview.ts';
import { openPreview } from './preview.ts';

const { world, previewOf, importOf, serverOf, close } = await openPreview();
afterAll(close);

const get = (operationId: string) => ({ get: { operationId, summary: `Does ${operationId}` } });
const text = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Zoo', version: '1' },
  servers: [{ url: 'https://zoo.example.com' }],
  paths: { '/pets': get('pets-api-list'), '/pets/{id}': get('pets-api-get'), '/keepers': get('keepers') },
});
type Wording = NonNullable<NonNullable<PreviewServerInput['source']['openApi']>['wording']>;
const inputOf = (wording?: Wording | null): PreviewServerInput => ({
  source: { openApi: { text, ...(wording !== undefined && { wording }) } },
  id: 'zoo',
});
const wordsOf = async (wording?: Wording | null) =>
  (await serverOf(inputOf(wording))).tools.map(({ id, description }) => [id, description]);

it('renames and describes tools of one import and of the next, until the texts are reset', async () => {
  const wording = [
    { operation: 'GET /pets', name: 'list_pets', description: 'Lists the pets of the zoo' },
    { operation: 'GET /pets/{id}', name: 'get_pet' },
    { operation: 'GET /keepers', description: 'Lists who looks after them' },
  ];
  const unchanged = [
    ['zoo_list_pets', 'Lists the pets of the zoo'],
    ['zoo_get_pet', 'Does pets-api-get'],
    ['zoo_keepers', 'Lists who looks after them'],
  ];
  expect(await wordsOf(wording)).toEqual(unchanged);
  expect(await importOf(inputOf(wording))).toMatchObject({ __typename: 'ImportServerPayload' });
  const again = await serverOf(inputOf());
  expect(again.tools.map(({ id, description }) => [id, description])).toEqual(unchanged);
  expect(again).toMatchObject({ isChanged: false, refused: [] });
  // The custom names stay, because stacks refer to tools by name.
  expect(await wordsOf([])).toEqual([
    ['zoo_list_pets', 'Does pets-api-list'],
    ['zoo_get_pet', 'Does pets-api-get'],
    ['zoo_keepers', 'Does keepers'],
  ]);
});

const LONG = 'x'.repeat(61);
it.each<[label: string, Wording, path: string, message: RegExp]>([
  [
    'the same name as another tool',
    [
      { operation: 'GET /pets', name: 'same' },
      { operation: 'GET /keepers', name: 'same' },
    ],
    '/source/openApi/wording/1/name',
    /^Another tool is called same$/,
  ],
  [
    'a name that the server’s id makes too long',
    [{ operation: 'GET /pets', name: LONG }],
    '/source/openApi/wording/0/name',
    /has more than 64 characters$/,
  ],
  ['characters that no name has', [{ operation: 'GET /pets', name: 'a b' }], '/source/openApi/wording/0/name', /./],
  [
    'an empty description',
    [{ operation: 'GET /pets', description: ' ' }],
    '/source/openApi/wording/0/description',
    /./,
  ],
  [
    'a long description',
    [{ operation: 'GET /pets', description: 'x'.repeat(1_025) }],
    '/source/openApi/wording/0/description',
    /./,
  ],
  ['an operation twice', [{ operation: 'GET /pets' }, { operation: 'GET /pets' }], '/source/openApi/wording', /./],
  ['what is no operation', [{ operation: 'pets' }], '/source/openApi/wording/0/operation', /./],
])('refuses %s, and names the operation', async (_name, wording, path, message) => {
  const refused = await previewOf({ ...inputOf(wording), id: 'zoo-of-others' });
  expect(refused).toMatchObject({
    __typename: 'InvalidInputError',
    issues: [{ path }],
    message: expect.stringMatching(message),
  });
});

it('warns about texts for a missing operation', async () => {
  const { refused } = await serverOf({ ...inputOf([{ operation: 'GET /gone', name: 'gone' }]), id: 'remarks' });
  expect(refused).toEqual([{ name: '', reason: 'no operation has GET /gone' }]);
});

it('estimates each operation’s tokens per provider, more for longer texts', async () => {
  const { apiKey } = world.account;
  const answer = await run(world.url, apiKey, PreviewOperationsDocument, { input: { openApi: { text } } });
  const { operations } = payloadOf(answer, 'PreviewOperationsPayload');
  expect(operations).toHaveLength(3);
  for (const { tokens, weights } of operations) {
    const each = [weights?.openai, weights?.anthropic, weights?.gemini, weights?.mcp].map(Number);
    expect(Math.min(...each)).toBeGreaterThan(Number(tokens));
    // OpenAI's tools have another wrapper, and MCP's have hints.
    expect(weights?.openai).toBeGreaterThan(Number(weights?.anthropic));
    expect(weights?.mcp).toBeGreaterThan(Number(weights?.anthropic));
  }
});

it('lists operations with the given texts, or else the earlier import’s, and estimates their tokens', async () => {
  const { apiKey } = world.account;
  const listed = async (wording?: Wording, id?: string) => {
    const openApi = { text, ...(wording !== undefined && { wording }) };
    const input = { openApi, ...(id !== undefined && { id }) };
    const answer = await run(world.url, apiKey, PreviewOperationsDocument, { input });
    return payloadOf(answer, 'PreviewOperationsPayload').operations;
  };
  const words = (list: Awaited<ReturnType<typeof listed>>) => list.map(({ name, summary }) => [name, summary]);
  const wording = [{ operation: 'GET /pets', name: 'list_pets', description: `Lists ${'all '.repeat(100)}pets` }];
  const [plain, worded] = [await listed(), await listed(wording)];
  expect(worded[0]).toMatchObject({ name: 'list_pets', summary: expect.stringMatching(/^Lists all all /) });
  expect(worded.slice(1)).toEqual(plain.slice(1));
  expect(Number(worded[0]?.tokens)).toBeGreaterThan(Number(plain[0]?.tokens) + 50);
  expect(Number(worded[0]?.weights?.mcp)).toBeGreaterThan(Number(plain[0]?.weights?.mcp) + 50);
  const own: PreviewServerInput = { source: { openApi: { text, wording } }, id: 'kept-words' };
  expect(await importOf(own)).toMatchObject({ __typename: 'ImportServerPayload' });
  expect(words(await listed(undefined, 'kept-words'))).toEqual(words(worded));
  expect((await listed([], 'kept-words'))[0]?.summary).toBe('Does pets-api-list');
});
