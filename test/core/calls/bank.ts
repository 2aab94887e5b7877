import { createServer } from 'node:http';
import { expect } from 'vitest';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld } from '../../harness/world.ts';

const tool = (name: string, path: string) => ({
  name,
  inputSchema: { type: 'object', properties: { a: { type: 'number' } } },
  request: { kind: 'template', method: 'POST', path, body: { a: '{a}' } },
});

/** A recently released port, so a call never reaches an upstream. */
async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  server.close();
  return port;
}

const TOOLS = [
  tool('pay', '/pay'),
  tool('wait', '/wait'),
  tool('limited', '/status/429'),
  tool('broken', '/status/500'),
  tool('cut', '/cut'),
];

/** An upstream that counts requests and answers `/wait` on the test's command. */
async function startUpstream() {
  let calls = 0;
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    calls += 1;
    const number = calls;
    const status = Number(/^\/status\/(\d+)/.exec(request.url ?? '')?.[1] ?? '200');
    const answer = () => response.writeHead(status, { 'content-type': 'application/json' }).end(`{"call":${number}}`);
    if (request.url === '/wait') waiting.push(answer);
    else if (request.url === '/cut') request.socket.destroy();
    else answer();
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    calls: () => calls,
    waiting: () => waiting.length,
    answerWaiting: () => waiting.splice(0).forEach((answer) => void answer()),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Sent = {
  readonly tool?: string;
  readonly input?: unknown;
  readonly key?: string;
  readonly signal?: AbortSignal;
  readonly endUser?: string;
};

/** The service with a stack whose tools must run once; by default in a separate database. */
export async function openBank(databaseUrl?: string, callTimeoutMs = 120_000, staleMs = 0) {
  const upstream = await startUpstream();
  const nobody = await closedPort();
  const egressAllow = `127.0.0.1:${upstream.port},127.0.0.1:${nobody}`;
  const config = { callTimeoutMs, staleMs };
  const world = await startWorld({ egressAllow, config, ...(databaseUrl !== undefined && { databaseUrl }) });
  const connector = { kind: 'http', baseUrl: `http://127.0.0.1:${upstream.port}` };
  await world.saveServer({ id: 'bank', name: 'Bank', connector, tools: TOOLS });
  const away = { kind: 'http', baseUrl: `http://127.0.0.1:${nobody}` };
  await world.saveServer({ id: 'away', name: 'Away', connector: away, tools: [tool('pay', '/pay')] });
  const { ctx, apiKey } = world.account;
  const { id: stackId } = await createStack(ctx, { name: 'payments' });
  for (const serverId of ['bank', 'away']) await addServerToStack(ctx, stackId, { serverId, enableAllTools: true });
  const { endpoint, token } = await createClientEndpoint(ctx, { stackId, name: 'Agent' });
  const url = `${world.url}/v1/stacks/${stackId}/tools`;
  return {
    ...upstream,
    world,
    invoke: (sent: Sent) => invoke(url, apiKey, sent),
    invokeBatch: (calls: readonly object[]) =>
      post(`${url}/invoke_batch`, { headers: { authorization: `Bearer ${apiKey}` }, body: { calls } }),
    callAsAgent: (key: string) =>
      post(`${world.url}/s/${endpoint.clientId}/call_tool`, {
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
        body: { tool_name: 'bank_pay', tool_input: { a: 1 } },
      }),
    async close() {
      await world.close();
      upstream.close();
    },
  };
}

function invoke(url: string, apiKey: string, sent: Sent) {
  const { tool: name = 'bank_pay', input = { a: 1 }, key, signal, endUser } = sent;
  const headers = {
    authorization: `Bearer ${apiKey}`,
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(endUser && { 'x-end-user': endUser }),
  };
  return post(`${url}/${name}/invoke`, { headers, body: { tool_input: input }, ...(signal && { signal }) });
}

type Posted = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly signal?: AbortSignal;
};

async function post(url: string, { headers, body, ...init }: Posted) {
  const sent = { ...headers, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body), ...init });
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, body: await response.json(), ...(retryAfter !== null && { retryAfter }) };
}

/** A 400 response with `text`. */
export const refused = (text: string) => ({ status: 400, body: { detail: expect.stringContaining(text) } });

/** The response while the first call with a key runs. */
export const stillRunning = { ...refused('still running'), retryAfter: '2' };
