import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { OpenCredential } from '../../../src/core/calls/connector.ts';
import { newDiagnostics } from '../../../src/core/calls/diagnostics.ts';
import { toAccountId, toStackId } from '../../../src/core/kernel/ids.ts';
import type { ConnectorDocument } from '../../../src/core/servers/document.ts';
import { type CallOptions, credential } from '../../harness/toolCall.ts';
import { textOf, toolCall } from '../stdio/stdioKit.ts';
import { echo, openMcpHttp, rpcs } from './mcpHttpKit.ts';
import type { UpstreamKind } from './mcpUpstream.ts';

const { start, closeUpstreams, close } = openMcpHttp();
afterEach(closeUpstreams);
afterAll(close);

describe('sessions', () => {
  it.each<UpstreamKind>(['sessions', 'sessions-400'])(
    'are negotiated again if the upstream lost them: %s',
    async (kind) => {
      const { call, upstream } = await start(kind);
      await call('echo', echo);
      upstream.forgetSessions();
      upstream.requests.splice(0);
      const outcomes = await Promise.all([call('echo', echo), call('echo', echo)]);
      expect(outcomes.map(textOf)).toEqual(['hi', 'hi']);
      expect(rpcs(upstream).filter((rpc) => rpc === 'initialize')).toHaveLength(1);
    },
  );

  it('are abandoned if the upstream loses every one', async () => {
    const { call, upstream } = await start();
    upstream.intercept = ({ rpc }) => (rpc === 'tools/call' ? new Response('gone', { status: 404 }) : null);
    expect(await call('echo', echo)).toMatchObject({ kind: 'upstream_error', status: 404 });
    expect(rpcs(upstream).filter((rpc) => rpc === 'tools/call')).toHaveLength(1);
  });

  it('are shared by no two accounts, stacks, servers or credentials', async () => {
    const { call, upstream, connector } = await start();
    const bearer = (value: string): OpenCredential[] => [
      { fieldId: 'key', value, placement: { in: 'header', name: 'Authorization', template: 'Bearer {key}' } },
    ];
    const owners: CallOptions[] = [
      { credentials: bearer('a') },
      { credentials: bearer('b') },
      { accountId: toAccountId('acct_b'), credentials: bearer('a') },
      { stackId: toStackId('stack_b'), credentials: bearer('a') },
      { serverId: 'server_b', credentials: bearer('a') },
    ];
    for (const owner of owners) await call('echo', { connector, ...echo, ...owner });
    const used = upstream.requests.filter((request) => request.rpc === 'tools/call').map(({ headers }) => headers);
    expect(new Set(used.map((headers) => headers.get('mcp-session-id'))).size).toBe(owners.length);
    expect(used.map((headers) => headers.get('authorization'))).toEqual([
      'Bearer a',
      'Bearer b',
      ...Array(3).fill('Bearer a'),
    ]);
  });

  it('survive an upstream’s upgrade to the stateless revision', async () => {
    const { call, upstream } = await start('both');
    let isOld = true;
    upstream.intercept = ({ headers, rpc }) => {
      const isModern = headers.has('mcp-method');
      if (isOld && isModern) return new Response('what?', { status: 400 });
      if (!isOld && !isModern && rpc === 'tools/call') return new Response('old', { status: 400 });
      return null;
    };
    expect(textOf(await call('echo', echo))).toBe('hi');
    isOld = false;
    expect(textOf(await call('echo', echo))).toBe('hi');
  });
});

describe('addresses and headers', () => {
  it('are filled from credentials, each encoded for its place', async () => {
    const { http, upstream } = await start('both');
    const url = `${upstream.url.replace('/mcp', '/{tenant}/mcp')}?v=1`;
    const connector: ConnectorDocument = {
      kind: 'mcp-http',
      url,
      headers: { 'X-Tenant': 't {tenant}', 'X-None': '{absent}' },
    };
    const credentials = [
      credential('tenant', 'a/b?c'),
      credential('key', 's&3', { in: 'query', name: 'api_key' }),
      credential('unused', 'x'),
    ];
    const outcome = await http.call(toolCall(connector, 'echo', { ...echo, credentials }));
    expect(textOf(outcome)).toBe('hi');
    const last = upstream.requests.at(-1);
    expect(last?.url).toBe('/a%2Fb%3Fc/mcp?v=1&api_key=s%263');
    expect(last?.headers.get('x-tenant')).toBe('t a/b?c');
    expect(last?.headers.has('x-none')).toBe(false);
  });

  it('accept a whole base URL if the template starts with one', async () => {
    const { http, upstream } = await start('both');
    const connector: ConnectorDocument = { kind: 'mcp-http', url: '{base}/mcp' };
    const credentials = [credential('base', new URL(upstream.url).origin)];
    expect(textOf(await http.call(toolCall(connector, 'echo', { ...echo, credentials })))).toBe('hi');
  });

  it.each([
    {
      label: 'a missing part of the address',
      url: 'http://127.0.0.1/{tenant}',
      credentials: [],
      outcome: { kind: 'missing_credentials', fieldIds: ['tenant'] },
    },
    {
      label: 'a credential that is no address',
      url: '{base}/mcp',
      credentials: [credential('base', 'evil canary')],
      outcome: { kind: 'tool_error' },
    },
    {
      label: 'a credential that would add a header',
      url: 'http://127.0.0.1/',
      credentials: [credential('key', 'a\r\nX-Evil: canary', { in: 'header', name: 'X-Key' })],
      outcome: { kind: 'tool_error' },
    },
  ])('$label: $outcome.kind, without its value', async ({ url, credentials, outcome }) => {
    const { http } = await start('both');
    const ended = await http.call(toolCall({ kind: 'mcp-http', url }, 'echo', { credentials }));
    expect(ended).toMatchObject(outcome);
    expect(JSON.stringify(ended)).not.toContain('canary');
  });

  it('keep the trailing slash and the query of the template', async () => {
    const { http, upstream } = await start('both');
    const connector: ConnectorDocument = { kind: 'mcp-http', url: `${upstream.url}/?v=1&k={key}&none={absent}` };
    await http.call(toolCall(connector, 'echo', { ...echo, credentials: [credential('key', 'a b')] }));
    expect(upstream.requests.at(-1)?.url).toBe('/mcp/?v=1&k=a%20b');
  });
});

describe('the trace of a call', () => {
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

  it.each<UpstreamKind>(['sessions', 'both', 'modern'])('is sent to an upstream that serves %s', async (kind) => {
    const { call, upstream } = await start(kind);
    const diagnostics = newDiagnostics({ trace });
    // The second call goes through the SDK.
    const plain = [
      textOf(await call('echo', { ...echo, diagnostics })),
      diagnostics.attempts,
      diagnostics.status,
      diagnostics.origin,
    ];
    expect(plain).toEqual(['hi', 1, 200, new URL(upstream.url).origin]);
    expect(textOf(await call('regional', { input: { region: 'eu' }, diagnostics }))).toBe('in eu');
    const calls = upstream.requests.filter(({ rpc }) => rpc === 'tools/call');
    const metas = calls.map(({ body }) => JSON.parse(body).params['_meta'].traceparent);
    expect(metas).toEqual(calls.map(() => diagnostics.traceparent));
    expect(calls[0]?.headers.get('traceparent')).toBe(diagnostics.traceparent);
    expect(diagnostics.attempts).toBeGreaterThanOrEqual(2);
  });

  it('is not sent if there is none', async () => {
    const { call, upstream } = await start();
    await call('echo', { ...echo, diagnostics: newDiagnostics({}) });
    const calls = upstream.requests.filter(({ rpc }) => rpc === 'tools/call');
    expect(calls.map(({ body, headers }) => [JSON.parse(body).params['_meta'], headers.get('traceparent')])).toEqual([
      [undefined, null],
    ]);
  });
});
