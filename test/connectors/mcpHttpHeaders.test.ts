import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Connector } from '../../src/core/catalog/document.ts';
import { credential } from '../harness/toolCall.ts';
import { echo, openMcpHttp } from './mcpHttpKit.ts';
import { textOf, toolCall } from './stdioKit.ts';

const { start, closeUpstreams, close } = openMcpHttp();
afterEach(closeUpstreams);
afterAll(close);

describe('addresses and headers', () => {
  it('are filled from credentials, each encoded for its place', async () => {
    const { http, upstream } = await start('both');
    const url = `${upstream.url.replace('/mcp', '/{tenant}/mcp')}?v=1`;
    const connector: Connector = { kind: 'mcp-http', url, headers: { 'X-Tenant': 't {tenant}', 'X-None': '{absent}' } };
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

  it('take a whole base address where the template starts with one', async () => {
    const { http, upstream } = await start('both');
    const connector: Connector = { kind: 'mcp-http', url: '{base}/mcp' };
    const credentials = [credential('base', new URL(upstream.url).origin)];
    expect(textOf(await http.call(toolCall(connector, 'echo', { ...echo, credentials })))).toBe('hi');
  });

  it.each([
    {
      says: 'a missing part of the address',
      url: 'http://127.0.0.1/{tenant}',
      credentials: [],
      outcome: { kind: 'missing_credentials', fieldIds: ['tenant'] },
    },
    {
      says: 'a credential that is no address',
      url: '{base}/mcp',
      credentials: [credential('base', 'evil canary')],
      outcome: { kind: 'tool_error' },
    },
    {
      says: 'a credential that would add a header',
      url: 'http://127.0.0.1/',
      credentials: [credential('key', 'a\r\nX-Evil: canary', { in: 'header', name: 'X-Key' })],
      outcome: { kind: 'tool_error' },
    },
  ])('$says: $outcome.kind, without its value', async ({ url, credentials, outcome }) => {
    const { http } = await start('both');
    const ended = await http.call(toolCall({ kind: 'mcp-http', url }, 'echo', { credentials }));
    expect(ended).toMatchObject(outcome);
    expect(JSON.stringify(ended)).not.toContain('canary');
  });

  it('keep the trailing slash and the query of the template', async () => {
    const { http, upstream } = await start('both');
    const connector: Connector = { kind: 'mcp-http', url: `${upstream.url}/?v=1&k={key}&none={absent}` };
    await http.call(toolCall(connector, 'echo', { ...echo, credentials: [credential('key', 'a b')] }));
    expect(upstream.requests.at(-1)?.url).toBe('/mcp/?v=1&k=a%20b');
  });
});
