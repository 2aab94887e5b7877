import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { slotsInUse } from '../../src/core/limits/slots.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { eventually } from '../harness/eventually.ts';
import { openAccounts } from '../isolation/kit.ts';

/*
 * Callers disconnect from each form of request after 0, 1, 2 … turns of the event loop, until a few responses have
 * started. Caller and service share the event loop here.
 */

const BEGUN_ENOUGH = 5;
const TURNS_MAX = 200_000;

const faults: unknown[] = [];
const noteFault = (error: unknown): void => void faults.push(error);

let accounts: Awaited<ReturnType<typeof openAccounts>>;
beforeAll(async () => {
  process.on('uncaughtExceptionMonitor', noteFault);
  accounts = await openAccounts();
  const { ctx } = accounts.world.account;
  const tools = Array.from({ length: 500 }, (_, at) => ({
    name: `tool_${at}`,
    description: 'x'.repeat(1_000),
    inputSchema: { type: 'object' },
    request: { kind: 'template', method: 'GET', path: '/' },
  }));
  await saveServer(ctx, {
    id: 'large',
    name: 'Large',
    connector: { kind: 'http', baseUrl: 'https://api.test' },
    tools,
  });
  // So large that the service sends the list while it still reads stacks.
  for (let at = 0; at < 40; at += 1) {
    const { id } = await createStack(ctx, { name: `large ${at}` });
    await addServerToStack(ctx, id, { serverId: 'large', enableAllTools: true });
  }
});
afterAll(async () => {
  process.off('uncaughtExceptionMonitor', noteFault);
  await accounts.close();
});

type Form = {
  readonly path: string;
  readonly token: string;
  readonly accept?: string;
  readonly body?: object;
  /** The MCP method; absent for other requests. */
  readonly method?: string;
};

const EVENTS = 'text/event-stream';
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'leaver', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function forms(): Readonly<Record<string, Form>> {
  const { ours, world } = accounts;
  const { stack, tool, client } = ours.things;
  const { apiKey } = world.account;
  const graphql = (query: string, accept?: string): Form => ({
    ...{ path: '/graphql', token: apiKey, body: { query } },
    ...(accept !== undefined && { accept }),
  });
  const mcp = (method: string, params: object): Form => ({
    ...{ path: `/s/${client}/mcp`, token: ours.token, accept: `application/json, ${EVENTS}`, method },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } },
  });
  const call = { tool_input: {} };
  return {
    'a subscription to calls': graphql('subscription { calls { toolId } }', EVENTS),
    'a subscription to audit events': graphql('subscription { auditEvents { action } }', EVENTS),
    'a query whose answer is an event': graphql('{ stacks { nodes { id name } } }', EVENTS),
    'a query': graphql('{ stacks { nodes { id name } } }'),
    'an event stream of nothing': graphql('subscription { nothing }', EVENTS),
    'GET /v1/servers': { path: '/v1/servers', token: apiKey },
    'GET /v1/stacks': { path: '/v1/stacks', token: apiKey },
    'a call over /v1': { path: `/v1/stacks/${stack}/tools/${tool}/invoke`, token: apiKey, body: call },
    'a call over /s': { path: `/s/${client}/call_tool`, token: ours.token, body: { tool_id: tool, ...call } },
    'GET /s/…/list_tools': { path: `/s/${client}/list_tools`, token: ours.token },
    'tools/list': mcp('tools/list', {}),
    'tools/call': mcp('tools/call', { name: tool, arguments: {} }),
    'tools/call with progress': mcp('tools/call', { name: tool, arguments: {}, _meta: { progressToken: 1, ...META } }),
    'subscriptions/listen': mcp('subscriptions/listen', { notifications: { toolsListChanged: true } }),
    'the dashboard': { path: '/', token: apiKey },
  };
}

function textOf({ path, token, accept, body, method }: Form): string {
  const json = body ? JSON.stringify(body) : '';
  const head = [
    ...[`${body ? 'POST' : 'GET'} ${path} HTTP/1.1`, 'host: localhost', `authorization: Bearer ${token}`],
    ...(accept === undefined ? [] : [`accept: ${accept}`]),
    ...(method === undefined ? [] : ['mcp-protocol-version: 2026-07-28', `mcp-method: ${method}`]),
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(json)}`] : []),
  ];
  return `${head.join('\r\n')}\r\n\r\n${json}`;
}

/** The bytes that the caller sends for a request, and how it disconnects. */
type Leaving = { readonly sent: (text: string) => string; readonly leave: (socket: Socket) => void };

const whole = (text: string): string => text;
const LEAVINGS: Readonly<Record<string, Leaving>> = {
  'hangs up': { sent: whole, leave: (socket) => socket.destroy() },
  resets: { sent: whole, leave: (socket) => socket.resetAndDestroy() },
  'says that it sends no more, and hangs up': { sent: whole, leave: (socket) => socket.end(() => socket.destroy()) },
  'hangs up with another request behind it': { sent: (text) => text + text, leave: (socket) => socket.destroy() },
  'hangs up within the request': {
    sent: (text) => text.slice(0, -1),
    leave: (socket) => socket.destroy(),
  },
};

/** Sends it, waits this many turns, and disconnects. Returns whether the response had started. */
async function leave(text: string, turns: number, leaving: Leaving): Promise<boolean> {
  const { hostname, port } = new URL(accounts.world.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(leaving.sent(text));
  let hasBegun = false;
  socket.once('data', () => {
    hasBegun = true;
  });
  for (let at = 0; at < turns; at += 1) await nextTurn();
  leaving.leave(socket);
  return hasBegun;
}

const sum = (): number => [...slotsInUse().values()].reduce((all, used) => all + used, 0);

/**
 * Disconnects in every way, later and later, until enough responses had started. Returns how often they had, and how
 * often it disconnected.
 */
async function leaveUntilBegun(text: string): Promise<{ readonly begun: number; readonly tries: number }> {
  let [begun, tries] = [0, 0];
  for (let turns = 0; begun < BEGUN_ENOUGH && turns < TURNS_MAX; turns += 1 + (turns >> 3)) {
    for (const [how, leaving] of Object.entries(LEAVINGS)) {
      const hasBegun = await leave(text, turns, leaving);
      if (hasBegun && how === 'hangs up') begun += 1;
      tries += 1;
    }
  }
  return { begun, tries };
}

it('a client that disconnects, at any time and in any way, affects no other and keeps no slot', async () => {
  // Earlier tests in this process have already counted some.
  const before = sum();
  const all = Object.entries(forms());
  let sumOfTries = 0;
  for (const [name, form] of all) {
    const { begun, tries } = await leaveUntilBegun(textOf(form));
    expect(begun, `answers to ${name} that had begun`).toBe(BEGUN_ENOUGH);
    await eventually(`every place is free after ${name}`, () => sum() <= before, 15_000);
    sumOfTries += tries;
  }
  expect(faults).toEqual([]);
  process.stdout.write(
    `${all.length} forms of request, ${Object.keys(LEAVINGS).length} ways to leave, ${sumOfTries} tries\n`,
  );
});
