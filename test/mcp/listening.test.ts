import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deleteClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { listStackTokens, revokeStackToken } from '../../src/core/endpoints/stackToken.ts';
import type { AgentActor } from '../../src/core/kernel/actor.ts';
import { attenuateToken } from '../../src/core/kernel/attenuation.ts';
import {
  type EndpointId,
  toAccountId,
  toClientId,
  toEndpointId,
  toServerId,
  toStackId,
  toTokenId,
} from '../../src/core/kernel/ids.ts';
import { eventLoop } from '../../src/core/lib/eventLoopScheduler.ts';
import { updateServerTools } from '../../src/core/stacks/stackServer.ts';
import { createListening } from '../../src/mcp/listening.ts';
import { createTestChanges } from '../core/world.ts';
import { isWhole } from '../harness/wholeTables.ts';
import { startWorld, type World } from '../harness/world.ts';
import { connect, type Endpoint, makeEndpoint, post } from './kit.ts';

let world: World;
let endpoint: Endpoint;
let other: Endpoint;

const tools = ['one', 'two'].map((name) => ({ name, description: '', inputSchema: { type: 'object' } }));
const server = { id: 'demo', name: 'Demo', connector: { kind: 'mcp-http', url: 'http://127.0.0.1:9' } as const, tools };

beforeAll(async () => {
  world = await startWorld();
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'ours', [server]);
  other = await makeEndpoint(world.account.ctx, world.url, 'another', [server]);
});
afterAll(() => world?.close());

const enable = (to: Endpoint, ...enabledTools: string[]) =>
  updateServerTools(world.account.ctx, to.stackId, toServerId('demo'), { enabledTools });

async function listen(to: Endpoint) {
  const client = await connect(to, 'auto');
  const heard: number[] = [];
  client.setNotificationHandler('notifications/tools/list_changed', () => void heard.push(1));
  const subscription = await client.listen({ toolsListChanged: true });
  const ended: string[] = [];
  void subscription.closed.then((how) => ended.push(String(how)));
  return { client, heard, ended, close: () => client.close() };
}

it('a client is notified immediately when its stack’s list changes, and not for other stacks', async () => {
  const [ours, theirs] = [await listen(endpoint), await listen(other)];
  await enable(endpoint, 'demo_one');
  await vi.waitFor(() => expect(ours.heard.length).toBeGreaterThan(0), 20_000);
  expect((await ours.client.listTools()).tools.map(({ name }) => name)).toEqual(['demo_one']);
  expect(theirs.heard).toEqual([]);
  await enable(endpoint, 'demo_one', 'demo_two');
  await vi.waitFor(() => expect(ours.heard.length).toBeGreaterThan(1), 20_000);
  await Promise.all([ours.close(), theirs.close()]);
});

const tokensOf = async ({ clientId }: Endpoint) => {
  const { id } = await world.edge.deps.db.clientEndpoint.findUniqueOrThrow({ where: { clientId } });
  return { endpointId: id, tokens: await listStackTokens(world.account.ctx, id) };
};

describe('a stream ends', () => {
  it.each([
    {
      label: 'when its token is revoked',
      end: async (to: Endpoint) =>
        revokeStackToken(world.account.ctx, toTokenId((await tokensOf(to)).tokens[0]?.id ?? '')),
    },
    {
      label: 'when its address is deleted',
      end: async (to: Endpoint) => deleteClientEndpoint(world.account.ctx, (await tokensOf(to)).endpointId),
    },
  ])('$label', async ({ label, end }) => {
    const to = await makeEndpoint(world.account.ctx, world.url, label, [server]);
    const stream = await listen(to);
    await end(to);
    await vi.waitFor(() => expect(stream.ended).toHaveLength(1), 20_000);
    await stream.close();
  });

  // Several seconds pass until both end.
  it.runIf(isWhole).concurrent.each([
    ['expires', (token: string) => token],
    ['was attenuated until then', (token: string) => attenuateToken(token, { exp: Math.ceil(Date.now() / 1_000) + 5 })],
  ])('when its token %s', async (label, shown) => {
    const to = await makeEndpoint(world.account.ctx, world.url, label, [server]);
    const { tokens, endpointId } = await tokensOf(to);
    if (label === 'expires') {
      const expiresAt = new Date(Date.now() + 5_000);
      await world.edge.deps.db.stackToken.updateMany({ where: { endpointId }, data: { expiresAt } });
    }
    expect(tokens).toHaveLength(1);
    const stream = await listen({ ...to, token: shown(to.token) });
    await vi.waitFor(() => expect(stream.ended).toHaveLength(1), 20_000);
    await stream.close();
  });

  it('when the service stops, which does not wait for it', async () => {
    const short = await startWorld();
    const stream = await listen(await makeEndpoint(short.account.ctx, short.url, 'ours', [server]));
    // Throws if the service waited for the stream until the drain timeout.
    await short.close();
    await vi.waitFor(() => expect(stream.ended).toHaveLength(1), 20_000);
    await stream.close();
  });
});

it('a client of the older revisions is promised no unsupported feature', async () => {
  const client = await connect(endpoint, 'legacy');
  expect(client.getServerCapabilities()).toEqual({ logging: {}, resources: {}, tools: {} });
  await client.close();
  const body = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { notifications: {} } };
  expect((await post(endpoint, body)).body).toMatchObject({ error: { code: -32_601 } });
});

it('a stream waits for its turn again before it opens, since many may have waited for the same event', async () => {
  const client = await connect(endpoint, 'auto');
  const turns = [vi.spyOn(eventLoop, 'admit'), vi.spyOn(eventLoop, 'yieldIfBusy')];
  await client.listen({ toolsListChanged: true });
  const owners = turns.flatMap(({ mock }) => mock.calls.map(([owner]) => owner));
  for (const turn of turns) turn.mockRestore();
  await client.close();
  const { accountId } = world.account.ctx.actor;
  expect(owners).toEqual([accountId, accountId]);
});

describe('streams of one process', () => {
  const actor = (endpointId: EndpointId, accountId = 'acct_1'): AgentActor => ({
    kind: 'agent',
    accountId: toAccountId(accountId),
    stackId: toStackId('stack_1'),
    endpointId,
    clientId: toClientId('client_1'),
    tokenId: toTokenId(`token of ${endpointId}`),
    endUser: null,
    listMode: 'full',
    limits: {},
  });

  it('are limited per address, and a slot is free again once one ends', () => {
    const listening = createListening(createTestChanges());
    const open = Array.from({ length: 16 }, () => listening.open(actor(toEndpointId('a'))));
    expect(open.every((stream) => stream !== null)).toBe(true);
    expect(listening.open(actor(toEndpointId('a')))).toBeNull();
    expect(listening.open(actor(toEndpointId('b')))).not.toBeNull();
    open[0]?.leave();
    expect(listening.open(actor(toEndpointId('a')))).not.toBeNull();
  });

  it('are limited in total', () => {
    const listening = createListening(createTestChanges());
    const opened = Array.from({ length: 1_024 }, (_, i) => listening.open(actor(toEndpointId(String(i)), `acct_${i}`)));
    expect(opened.every((stream) => stream !== null)).toBe(true);
    expect(listening.open(actor(toEndpointId('one more'), 'acct_more'))).toBeNull();
  });

  it('are limited to 64 per account, whatever its addresses, without affecting others', () => {
    const listening = createListening(createTestChanges());
    const opened = Array.from({ length: 64 }, (_, i) => listening.open(actor(toEndpointId(String(i)))));
    const oneMore = () => listening.open(actor(toEndpointId('one more')));
    expect(oneMore).toThrow('The limit max_streams is reached: 64');
    expect(listening.open(actor(toEndpointId('theirs'), 'acct_2'))).not.toBeNull();
    for (const stream of [opened[0], opened[0]]) stream?.leave();
    expect(oneMore()).not.toBeNull();
    expect(oneMore).toThrow('max_streams');
  });

  it('end if changes may have been missed', () => {
    const changes = createTestChanges();
    const end = vi.fn();
    createListening(changes)
      .open(actor(toEndpointId('a')))
      ?.onEnd(end);
    changes.gap();
    expect(end).toHaveBeenCalledOnce();
  });
});
