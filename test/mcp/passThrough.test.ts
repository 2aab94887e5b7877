import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { createPolicyRule, deletePolicyRule } from '../../src/core/policies/policyRule.ts';
import { exposedName, ownersOf } from '../../src/core/results/namespacing.ts';
import type { ServerDocument } from '../../src/core/servers/document.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { startWorld, type World } from '../harness/world.ts';
import { connect, type DocumentInput, type Endpoint, makeEndpoint, post } from './kit.ts';
import { type PassUpstream, startPassUpstream } from './passUpstream.ts';

let world: World;
let one: PassUpstream;
let silent: PassUpstream;
let endpoint: Endpoint;
let bare: Endpoint;
let plain: Endpoint;

const link = { name: 'link', description: '', inputSchema: { type: 'object' } };
const BOTH: ('resources' | 'prompts')[] = ['resources', 'prompts'];
const serverOf = (
  id: string,
  url: string,
  more: Omit<Partial<ServerDocument>, 'id'> = {},
  passThrough = BOTH,
): DocumentInput => ({
  id,
  name: id,
  connector: { kind: 'mcp-http', url, passThrough },
  tools: [link],
  ...more,
});
const keyed: Omit<Partial<ServerDocument>, 'id'> = {
  credentials: [
    {
      id: 'key',
      name: 'Key',
      description: '',
      required: true,
      secret: true,
      placement: { in: 'header', name: 'Authorization', template: 'Bearer {key}' },
    },
  ],
};

beforeAll(async () => {
  const limits = { ...DOCUMENTED_LIMITS, list_tools: 1_000, call_tool: 500 };
  world = await startWorld({ egressAllow: '127.0.0.0/8', limits });
  one = await startPassUpstream('one');
  silent = await startPassUpstream('two');
  await silent.close();
  const { ctx } = world.account;
  endpoint = await makeEndpoint(ctx, world.url, 'ours', [
    serverOf('one', one.url, keyed),
    serverOf('down', silent.url),
    serverOf('tools-only', one.url, {}, []),
    serverOf('7-prompts', one.url, {}, ['prompts']),
  ]);
  await setCredentials(ctx, endpoint.stackId, toServerId('one'), { credentials: { key: 'sk-secret-value' } });
  bare = await makeEndpoint(ctx, world.url, 'bare', [serverOf('bare', one.url, { toolPrefix: false })]);
  plain = await makeEndpoint(ctx, world.url, 'plain', [serverOf('plain', one.url, {}, [])]);
});
afterAll(async () => {
  await world?.close();
  await one?.close();
});

describe.each(['legacy', 'auto'] as const)('a client in %s mode', (mode) => {
  let client: Awaited<ReturnType<typeof connect>>;
  beforeEach(async () => {
    client = await connect(endpoint, mode);
    return () => client.close();
  });

  it('sees the offered capabilities', () => {
    expect(client.getServerCapabilities()).toMatchObject({ resources: {}, prompts: {}, completions: {} });
  });

  it('lists the resources of servers that pass them through, without one that is down', async () => {
    const { resources } = await client.listResources();
    expect(resources).toEqual([{ uri: 'toolyard://one/test://note', name: 'note', description: 'A note' }]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toEqual([{ uriTemplate: 'toolyard://one/test://item/{id}', name: 'item' }]);
  });

  it('reads a resource under its listed name, with the key removed', async () => {
    const { contents } = await client.readResource({ uri: 'toolyard://one/test://note' });
    const text = 'one knows Bearer [redacted]';
    expect(contents).toEqual([{ uri: 'toolyard://one/test://note', mimeType: 'text/plain', text }]);
  });

  it('reads a resource by a template', async () => {
    const { contents } = await client.readResource({ uri: 'toolyard://one/test://item/5' });
    expect(contents).toMatchObject([
      { uri: 'toolyard://one/test://item/5', blob: Buffer.from('one 5').toString('base64') },
    ]);
  });

  it('lists and gets prompts', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['one_ask', '7-prompts_ask']);
    const { messages } = await client.getPrompt({ name: 'one_ask', arguments: { topic: 'birds' } });
    expect(messages).toMatchObject([
      { content: { type: 'text', text: 'one about birds' } },
      { content: { resource: { uri: 'toolyard://one/test://note' } } },
    ]);
    const other = await client.getPrompt({ name: '7-prompts_ask', arguments: { topic: 'birds' } });
    // Its resources aren't passed through, so their names stay unchanged.
    expect(other.messages[1]).toMatchObject({ content: { resource: { uri: 'test://note' } } });
  });

  it('completes arguments', async () => {
    const ofPrompt = { ref: { type: 'ref/prompt', name: 'one_ask' }, argument: { name: 'topic', value: 'b' } } as const;
    expect((await client.complete(ofPrompt)).completion.values).toEqual(['b!']);
    const uri = 'toolyard://one/test://item/{id}';
    const ofTemplate = { ref: { type: 'ref/resource', uri }, argument: { name: 'id', value: '1' } } as const;
    expect((await client.complete(ofTemplate)).completion.values).toEqual(['11', '12']);
  });

  it('follows links that tools return', async () => {
    const { content } = await client.callTool({ name: 'one_link', arguments: {} });
    expect(content).toMatchObject([
      { uri: 'toolyard://one/test://note' },
      { resource: { uri: 'toolyard://one/test://note' } },
    ]);
    const other = await client.callTool({ name: 'tools-only_link', arguments: {} });
    expect(other.content).toMatchObject([{ uri: 'test://note' }, { resource: { uri: 'test://note' } }]);
  });

  it.each([
    { label: 'no server has', uri: 'toolyard://absent/test://note', code: -32_602 },
    { label: 'a server does not pass', uri: 'toolyard://tools-only/test://note', code: -32_602 },
    { label: 'has no prefix', uri: 'test://note', code: -32_602 },
    { label: 'its server does not know', uri: 'toolyard://one/test://absent', code: -32_602 },
    { label: 'is of a server that is down', uri: 'toolyard://down/test://note', code: -32_603 },
  ])('can’t read a resource that $label', async ({ uri, code }) => {
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code });
  });
});

it('a server without prefix keeps its own names', async () => {
  const client = await connect(bare, 'auto');
  expect((await client.listResources()).resources).toMatchObject([{ uri: 'test://note' }]);
  expect((await client.readResource({ uri: 'test://note' })).contents).toMatchObject([{ uri: 'test://note' }]);
  expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'ask' }]);
  expect((await client.getPrompt({ name: 'ask', arguments: { topic: 'x' } })).messages).toHaveLength(2);
  await client.close();
});

it('a server that never responds delays a list only until its deadline', async () => {
  const hasty = await startWorld({ egressAllow: '127.0.0.0/8', config: { callTimeoutMs: 2_000 } });
  const mute = await startPassUpstream(null);
  const servers = [serverOf('mute', mute.url), serverOf('one', one.url)];
  const both = await makeEndpoint(hasty.account.ctx, hasty.url, 'both', servers);
  const { body } = await post(both, { jsonrpc: '2.0', id: 1, method: 'resources/list' });
  expect(body).toMatchObject({ result: { resources: [{ uri: 'toolyard://one/test://note' }] } });
  await hasty.close();
  await mute.close();
});

it('a stdio server passes resources through as well', async () => {
  await world.saveServer({
    id: 'everything',
    name: 'Everything',
    connector: { kind: 'mcp-stdio', package: '@modelcontextprotocol/server-everything', passThrough: BOTH },
  });
  const { stackId, ...local } = await makeEndpoint(world.account.ctx, world.url, 'local', []);
  await addServerToStack(world.account.ctx, stackId, { serverId: 'everything' });
  const client = await connect({ stackId, ...local }, 'auto');
  const { resources } = await client.listResources();
  expect(resources.length).toBeGreaterThan(0);
  const uri = resources[0]?.uri ?? '';
  expect(uri).toMatch(/^toolyard:\/\/everything\/\w+:\/\//);
  expect((await client.readResource({ uri })).contents[0]).toMatchObject({ uri });
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('everything_simple-prompt');
  expect((await client.getPrompt({ name: 'everything_simple-prompt' })).messages.length).toBeGreaterThan(0);
  await client.close();
});

it('a stack without pass-through offers only its stored files', async () => {
  const client = await connect(plain, 'auto');
  // Every stack passes on log messages of servers during calls, answers slow calls with tasks, and has stored files.
  const extensions = { 'io.modelcontextprotocol/tasks': {} };
  expect(client.getServerCapabilities()).toEqual({ logging: {}, resources: {}, tools: expect.anything(), extensions });
  await client.close();
  for (const method of ['resources/subscribe', 'prompts/list', 'prompts/get', 'completion/complete'])
    expect((await post(plain, { jsonrpc: '2.0', id: 1, method, params: {} })).body).toMatchObject({
      error: { code: -32_601 },
    });
});

it.each([
  { method: 'resources/list', params: {}, limit: '1000' },
  { method: 'resources/read', params: { uri: 'toolyard://one/test://note' }, limit: '500' },
  { method: 'prompts/get', params: { name: 'one_ask', arguments: { topic: 'x' } }, limit: '500' },
])('$method counts towards the limit of its kind', async ({ method, params, limit }) => {
  const answer = await post(endpoint, { jsonrpc: '2.0', id: 1, method, params });
  expect(answer.headers.get('x-ratelimit-limit')).toBe(limit);
});

describe('names are translated in both directions', () => {
  const servers = [
    { slug: toServerId('a'), isPrefixed: true },
    { slug: toServerId('a-b'), isPrefixed: true },
    { slug: toServerId('bare'), isPrefixed: false },
  ];
  it.each([
    { kind: 'resources', own: 'file:///x y?z#é' },
    { kind: 'resources', own: 'toolyard://a/b' },
    { kind: 'resources', own: 'ui://a/b.html' },
    { kind: 'resources', own: 'ui://toolyard/a/b.html' },
    { kind: 'resources', own: '' },
    { kind: 'prompts', own: 'b_c' },
    { kind: 'prompts', own: 'a_b' },
  ] as const)('$kind: $own', ({ kind, own }) => {
    for (const server of servers.slice(0, 2))
      expect(ownersOf(servers, kind, exposedName(server, kind, own))).toEqual([{ server, own }]);
  });
});

it('a rule that denies everything of a stack also denies its resources and prompts', async () => {
  const { ctx } = world.account;
  const rule = await createPolicyRule(ctx, { name: 'closed', effect: 'deny', stackId: bare.stackId });
  const client = await connect(bare, 'auto');
  expect([(await client.listResources()).resources, (await client.listPrompts()).prompts]).toEqual([[], []]);
  await expect(client.readResource({ uri: 'any://thing' })).rejects.toThrow('the rule “closed” denies the call');
  await client.close();
  await deletePolicyRule(ctx, rule.id);
});
