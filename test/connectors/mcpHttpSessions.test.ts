import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { OpenCredential, ToolCall } from '../../src/core/routing/connector.ts';
import { echo, openMcpHttp, rpcs } from './mcpHttpKit.ts';
import type { UpstreamKind } from './mcpUpstream.ts';
import { textOf } from './stdioKit.ts';

const { start, closeUpstreams, close } = openMcpHttp();
afterEach(closeUpstreams);
afterAll(close);

describe('sessions', () => {
  it.each<UpstreamKind>(['sessions', 'sessions-400'])(
    'are negotiated anew when the upstream lost them: %s',
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

  it('are given up when the upstream loses every one', async () => {
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
    const owners: Partial<ToolCall>[] = [
      { credentials: bearer('a') },
      { credentials: bearer('b') },
      { accountId: 'acct_b', credentials: bearer('a') },
      { stackId: 'stack_b', credentials: bearer('a') },
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

  it('survive an upstream that changes to the stateless revision', async () => {
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
