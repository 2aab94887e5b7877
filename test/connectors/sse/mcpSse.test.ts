import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { createConnectors } from '../../../src/connectors/index.ts';
import type { PassedRequest } from '../../../src/core/calls/connector.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import type { JsonObject } from '../../../src/core/lib/json.ts';
import type { ConnectorDocument } from '../../../src/core/servers/document.ts';
import { eventually } from '../../harness/eventually.ts';
import { type CallOptions, credential } from '../../harness/toolCall.ts';
import { toolCall } from '../stdio/stdioKit.ts';
import { type SseUpstream, startSseUpstream } from './sseUpstream.ts';

/* Servers of the old HTTP+SSE transport: a real one, built with the SDK that such servers use. */

const loopback = { kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null } as const;
const connectors = createConnectors({ egressAllow: [loopback], callTimeoutMs: 30_000, scratchDir: '/nonexistent' });
const http = connectors['mcp-http'];
let upstream: SseUpstream;

beforeEach(async () => {
  upstream = await startSseUpstream();
});
afterEach(() => upstream.close());
afterAll(() => Promise.all(Object.values(connectors).map((each) => each.close())));

const connector = (): ConnectorDocument => ({ kind: 'mcp-http', url: upstream.url, transport: 'sse' });
let count = 0;
/** Each test uses a separate server, because the circuit breaker keeps state. */
const call = (name: string, more: CallOptions = {}) =>
  http.call(toolCall(connector(), name, { serverId: `server_${count}`, ...more }));
beforeEach(() => {
  count += 1;
});

const discovery = (target = connector()) => ({
  serverId: toServerId('a'),
  connector: target,
  credentials: [],
  signal: AbortSignal.timeout(20_000),
});

it('detects the transport, as clients of later revisions do, and leaves no stream open', async () => {
  const discovered = await http.discover?.(discovery({ kind: 'mcp-http', url: upstream.url }));
  expect(discovered).toMatchObject({ transport: 'sse', title: 'Old server', offers: ['resources', 'prompts'] });
  expect(discovered?.tools.map(({ name }) => name)).toEqual(['echo', 'count', 'lines', 'large', 'steps', 'wait']);
  await eventually('the stream is closed', () => Promise.resolve(upstream.streams() === 0));
});

it('keeps one stream per owner, so that the server keeps its state', async () => {
  expect([await call('count'), await call('count')]).toMatchObject([
    { kind: 'ok' },
    { output: { content: [{ text: '2' }] } },
  ]);
  expect(await call('count', { owner: 'another' })).toMatchObject({ output: { content: [{ text: '1' }] } });
  expect(upstream.streams()).toBe(2);
});

it('handles concurrent calls on one stream, each with its own response, and preserves line breaks', async () => {
  const messages = Array.from({ length: 20 }, (_each, at) => `m${at}`);
  const outcomes = await Promise.all(messages.map((message) => call('echo', { input: { message } })));
  expect(outcomes).toMatchObject(messages.map((text) => ({ kind: 'ok', output: { content: [{ text }] } })));
  expect(await call('lines')).toMatchObject({ output: { content: [{ text: 'one\ntwo\u2028three' }] } });
  expect(upstream.streams()).toBe(1);
});

it('passes progress, resources and prompts', async () => {
  const reported: unknown[] = [];
  await call('steps', { onProgress: (progress) => reported.push(progress) });
  expect(reported).toEqual([
    { progress: 1, total: 2 },
    { progress: 2, total: 2 },
  ]);
  const requests: readonly (readonly [PassedRequest['method'], JsonObject, object])[] = [
    ['resources/list', {}, { resources: [{ uri: 'test://note' }] }],
    ['resources/read', { uri: 'test://note' }, { contents: [{ text: 'a note' }] }],
    ['prompts/list', {}, { prompts: [{ name: 'ask' }] }],
    ['prompts/get', { name: 'ask' }, { messages: [{ content: { text: 'What?' } }] }],
  ];
  for (const [method, params, result] of requests) {
    const request: PassedRequest = { ...toolCall(connector(), '', { serverId: `server_${count}` }), method, params };
    expect(await http.pass?.(request), method).toMatchObject({ kind: 'ok', result });
  }
});

it('tells the server of a cancelled call', async () => {
  const leaving = new AbortController();
  const running = call('wait', { signal: leaving.signal });
  await eventually('the tool runs', () => Promise.resolve(upstream.noticed.includes('started')));
  leaving.abort();
  expect(await running).toMatchObject({ kind: 'cancelled' });
  await eventually('the server has heard of it', () => Promise.resolve(upstream.noticed.includes('cancelled')));
});

it('sends credentials with the stream and with every message', async () => {
  const credentials = [credential('key', 's3cret', { in: 'header', name: 'Authorization', template: 'Bearer {key}' })];
  expect(await call('count', { credentials })).toMatchObject({ kind: 'ok' });
  expect(upstream.seen.length).toBeGreaterThan(3);
  expect(upstream.seen.map(({ headers }) => headers.authorization)).toEqual(upstream.seen.map(() => 'Bearer s3cret'));
});

it('opens another stream after the server closed one, and reports a lost call as unknown', async () => {
  expect(await call('count')).toMatchObject({ kind: 'ok' });
  upstream.cutStreams();
  // The upstream may know of the cut before the connector does. A call in between has an unknown outcome.
  let next = await call('count');
  await eventually('another stream is open', async () => {
    if (next.kind !== 'ok') next = await call('count');
    return next.kind === 'ok';
  });
  expect(next).toMatchObject({ output: { content: [{ text: '1' }] } });
  const running = call('wait');
  await eventually('the tool runs', () => Promise.resolve(upstream.noticed.includes('started')));
  upstream.cutStreams();
  expect(await running).toMatchObject({ kind: 'outcome_unknown', message: 'the upstream closed the connection' });
});

it('limits the size of a message, and says so', async () => {
  expect(await call('large', { input: { chars: 2_000_000 } })).toMatchObject({ kind: 'ok' });
  expect(await call('large', { input: { chars: 5_000_000 } })).toMatchObject({
    kind: 'bad_answer',
    message: 'the upstream sent more than 4 MiB',
  });
});

const events = (text: string) => ({ status: 200, type: 'text/event-stream', text });
const REFUSED: readonly (readonly [string, { status: number; type?: string; text?: string }, object])[] = [
  ['401', { status: 401 }, { kind: 'upstream_refused', status: 401 }],
  ['429', { status: 429 }, { kind: 'upstream_rate_limited' }],
  ['500', { status: 500 }, { kind: 'upstream_error', status: 500 }],
  ['a page', { status: 200, type: 'text/html', text: '<p>Hello' }, { message: 'the upstream sent no event stream' }],
  ['nothing', events(''), { message: 'the upstream announces no message address' }],
  [
    'an address elsewhere',
    events('event: endpoint\ndata: http://127.0.0.2:9/messages\n\n'),
    { message: 'the upstream announces a message address of another origin' },
  ],
  ['no URL', events('event: endpoint\ndata: http://[\n\n'), { kind: 'bad_answer' }],
];

it.each(REFUSED)('fails with the reason if the stream gets %s', async (_name, answer, failure) => {
  upstream.intercept = ({ method }, response) => {
    if (method !== 'GET') return false;
    response.writeHead(answer.status, { 'content-type': answer.type ?? 'text/plain' }).end(answer.text ?? '');
    return true;
  };
  expect(await call('count')).toMatchObject(failure);
});

it.each([401, 403, 404, 413, 429, 500])('fails only the call whose message gets %i', async (status) => {
  expect(await call('count')).toMatchObject({ kind: 'ok' });
  upstream.intercept = ({ method }, response) => {
    if (method !== 'POST') return false;
    response.writeHead(status).end();
    return true;
  };
  expect(await call('count')).toMatchObject({ status });
  upstream.intercept = () => false;
  expect(await call('count')).toMatchObject({ output: { content: [{ text: '2' }] } });
});

it('follows the egress rules', async () => {
  const closed = createConnectors({ egressAllow: [], callTimeoutMs: 5_000, scratchDir: '/nonexistent' });
  expect(await closed['mcp-http'].call(toolCall(connector(), 'count'))).toMatchObject({ kind: 'address_refused' });
  expect(upstream.seen).toEqual([]);
  await Promise.all(Object.values(closed).map((each) => each.close()));
});
