import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invokeTool } from '../../../src/core/answers/answerCall.ts';
import type { AccountActor, Actor } from '../../../src/core/kernel/actor.ts';
import { BOUNDS } from '../../../src/core/kernel/bounds.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { toAccountId, toApiKeyId } from '../../../src/core/kernel/ids.ts';
import { createAnswerBytes } from '../../../src/core/limits/answerBytes.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { type Endpoint, makeEndpoint } from '../../mcp/kit.ts';

const actorOf = (id: string, limits = {}): Actor => ({
  ...{ kind: 'apiKey', accountId: toAccountId(id), keyId: toApiKeyId('key_1'), role: 'developer' },
  limits,
});

describe('response bytes in memory', () => {
  const open = (bytes: ReturnType<typeof createAnswerBytes>, actor: Actor) => {
    const cuts: string[] = [];
    return { ...bytes.open(actor, (message) => cuts.push(message)), cuts };
  };

  it('are bounded per account: the response over the bound is aborted and its bytes are released', () => {
    const bytes = createAnswerBytes();
    const [first, second] = [open(bytes, actorOf('a', { max_answer_bytes: 100 })), open(bytes, actorOf('b'))];
    const third = open(bytes, actorOf('a', { max_answer_bytes: 100 }));
    first.hold(60);
    second.hold(1_000);
    third.hold(40);
    expect([first, second, third].flatMap(({ cuts }) => cuts)).toEqual([]);
    third.hold(1);
    expect(third.cuts).toEqual([expect.stringContaining('The limit max_answer_bytes is reached')]);
    expect([first.cuts, second.cuts, bytes.total()]).toEqual([[], [], 1_060]);
    third.hold(1_000);
    third.releaseOnceAnswered(undefined);
    expect(bytes.total()).toBe(1_060);
    for (const each of [first, second, first]) each.releaseOnceAnswered(undefined);
    expect(bytes.total()).toBe(0);
  });

  it('are bounded in total: the largest response of the largest account is aborted, never another account’s', () => {
    const bytes = createAnswerBytes({ allMax: 1_000 });
    const greedy = [300, 400, 250].map((size) => {
      const answer = open(bytes, actorOf('greedy'));
      answer.hold(size);
      return answer;
    });
    const modest = open(bytes, actorOf('modest'));
    modest.hold(60);
    expect(greedy.map(({ cuts }) => cuts.length)).toEqual([0, 1, 0]);
    expect(greedy[1]?.cuts[0]).toContain('max_answer_bytes');
    expect([modest.cuts, bytes.total()]).toEqual([[], 610]);
  });

  it('are released only for the aborted response: the account’s others still count', () => {
    const bytes = createAnswerBytes({ allMax: 1_000 });
    const limited = actorOf('a', { max_answer_bytes: 100 });
    const [first, second, third] = [open(bytes, limited), open(bytes, limited), open(bytes, limited)];
    first.hold(60);
    second.hold(30);
    second.releaseOnceAnswered(undefined);
    third.hold(40);
    expect(third.cuts).toEqual([]);
    third.hold(1);
    expect([first.cuts.length, second.cuts.length, third.cuts.length]).toEqual([0, 0, 1]);
  });

  it('at the total bound: a response of the largest account is aborted, and no finished one', () => {
    const bytes = createAnswerBytes({ allMax: 1_000 });
    const [modest, over] = [open(bytes, actorOf('modest')), open(bytes, actorOf('greedy'))];
    const [small, large] = [open(bytes, actorOf('greedy')), open(bytes, actorOf('greedy'))];
    over.hold(450);
    over.releaseOnceAnswered(undefined);
    modest.hold(400);
    small.hold(290);
    large.hold(310);
    expect([modest, over, small, large].flatMap(({ cuts }) => cuts)).toEqual([]);
    small.hold(1);
    expect([modest, over, small, large].map(({ cuts }) => cuts.length)).toEqual([0, 0, 0, 1]);
    expect(bytes.total()).toBe(691);
  });

  it('of the operator count, too; an empty response is complete immediately', () => {
    const bytes = createAnswerBytes();
    const mine = open(bytes, { kind: 'operator', accountId: null });
    mine.releaseOnceAnswered(() => expect.unreachable());
    mine.hold(BOUNDS.max_answer_bytes.max);
    expect([mine.cuts, bytes.total()]).toEqual([[], 0]);
    const more = open(bytes, { kind: 'operator', accountId: null });
    more.hold(BOUNDS.max_answer_bytes.max);
    expect([more.cuts, bytes.total()]).toEqual([[], BOUNDS.max_answer_bytes.max]);
    more.hold(1);
    expect([more.cuts.length, bytes.total()]).toEqual([1, 0]);
  });

  it('disconnect a client that does not read the largest response', () => {
    const bytes = createAnswerBytes({ allMax: 1_000 });
    const left: string[] = [];
    for (const [name, size] of [
      ['greedy', 600],
      ['modest', 300],
    ] as const) {
      const answer = open(bytes, actorOf(name));
      answer.hold(size);
      answer.releaseOnceAnswered(() => () => void left.push(name));
    }
    expect(bytes.total()).toBe(900);
    open(bytes, actorOf('new')).hold(200);
    expect([left, bytes.total()]).toEqual([['greedy'], 500]);
  });
});

describe('upstream response bytes', () => {
  let world: World;
  const open = new Set<ServerResponse>();
  const upstream = createServer((request, response) => {
    if (request.url === '/hold') {
      open.add(response.writeHead(200, { 'content-type': 'application/json' }));
      response.write(`"${'x'.repeat(59_999)}`);
    } else if (request.url === '/bomb') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify({ bomb: '0'.repeat(2_000_000) })));
    } else {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text: 'y'.repeat(30_000) }));
    }
  });
  let origin: string;
  beforeAll(async () => {
    world = await startWorld({ egressAllow: '127.0.0.0/8' });
    origin = `http://127.0.0.1:${await listenOnLoopback(upstream)}`;
  });
  afterAll(async () => {
    await world.close();
    upstream.close();
  });

  const tool = (name: string) => ({
    ...{ name, description: '', inputSchema: { type: 'object' } },
    request: { kind: 'template' as const, method: 'GET' as const, path: `/${name}`, bodyEncoding: 'json' as const },
  });
  type Caller = Endpoint & { readonly ctx: Ctx; readonly apiKey: string };
  const caller = async (name: string): Promise<Caller> => {
    const { ctx, apiKey } = await world.newAccount(name);
    const connector = { kind: 'http' as const, baseUrl: origin };
    const documents = [{ id: 'u', name: 'U', connector, tools: ['hold', 'bomb', 'small'].map(tool) }];
    const endpoint = await makeEndpoint(ctx, world.url, name, documents);
    const actor = { ...(ctx.actor as AccountActor), limits: { max_answer_bytes: 80_000 } };
    return { ...endpoint, apiKey, ctx: { ...ctx, actor } };
  };
  const total = () => world.edge.deps.answerBytes.total();

  it('max_answer_bytes: the response over the bound is aborted as it arrives, for this account only', async () => {
    const [one, other] = [await caller('greedy'), await caller('beside')];
    const held = invokeTool(one.ctx, one.stackId, 'u_hold', {});
    await expect.poll(total).toBe(60_000);
    const cut = { kind: 'bad_answer', message: expect.stringContaining('The limit max_answer_bytes is reached') };
    expect(await invokeTool(one.ctx, one.stackId, 'u_small', {})).toMatchObject(cut);
    expect(await invokeTool(one.ctx, one.stackId, 'u_bomb', {})).toMatchObject(cut);
    expect(await invokeTool(other.ctx, other.stackId, 'u_small', {})).toMatchObject({ kind: 'ok' });
    for (const response of open) response.end('"');
    expect(await held).toMatchObject({ kind: 'ok' });
    expect(await invokeTool(one.ctx, one.stackId, 'u_small', {})).toMatchObject({ kind: 'ok' });
    expect(total()).toBe(0);
  });

  it('count until the caller has the response, on every surface', async () => {
    const own = await caller('reader');
    const { ctx, stackId, apiKey } = own;
    const answered: (() => void)[] = [];
    const whenAnswered: Ctx['whenAnswered'] = (done) => {
      answered.push(done);
      return () => undefined;
    };
    expect(await invokeTool({ ...ctx, whenAnswered }, stackId, 'u_small', {})).toMatchObject({ kind: 'ok' });
    expect(total()).toBeGreaterThan(30_000);
    for (const done of answered) done();
    expect(total()).toBe(0);
    const send = async (path: string, body: object, token = apiKey) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const sent = { method: 'POST', headers: { ...headers, accept: 'application/json, text/event-stream' } };
      return (await (await fetch(`${world.url}${path}`, { ...sent, body: JSON.stringify(body) })).text()).slice(0, 300);
    };
    const query = `mutation { invokeTool(input: { stackId: "${stackId}", toolId: "u_small", toolInput: {} }) { __typename } }`;
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'u_small', arguments: {} } };
    const [tool_id, path] = ['u_small', `/v1/stacks/${stackId}/tools`];
    const answers = [
      await send(`${path}/u_small/invoke`, { tool_input: {} }),
      await send(`${path}/invoke_batch`, { calls: [{ tool_id, tool_input: {} }] }),
      await send('/graphql', { query }),
      await send(`/s/${own.clientId}/call_tool`, { tool_name: tool_id, tool_input: {} }, own.token),
      await send(`/s/${own.clientId}/mcp`, call, own.token),
    ];
    expect(answers).toEqual(answers.map(() => expect.stringMatching(/yyyy|"__typename"/)));
    await expect.poll(total).toBe(0);
  });
});
