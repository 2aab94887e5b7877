import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BreakerOptions, withBreaker } from '../../src/connectors/breaker.ts';
import { createEgress } from '../../src/connectors/egress/egress.ts';
import { createMcpHttp } from '../../src/connectors/mcp/mcpHttp.ts';
import { toAccountId } from '../../src/core/kernel/ids.ts';
import type { CallOptions } from '../harness/toolCall.ts';
import { type McpUpstream, startUpstream } from './mcp/mcpUpstream.ts';
import { toolCall } from './stdio/stdioKit.ts';

const egress = createEgress({ allow: [{ kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null }] });
const upstream: McpUpstream = await startUpstream('both');

afterAll(async () => {
  await upstream.close();
  await egress.close();
});
beforeEach(() => {
  upstream.intercept = () => null;
  upstream.requests.splice(0);
});

function guarded(options: BreakerOptions) {
  const connector = withBreaker(createMcpHttp({ egress }), options);
  return (more: CallOptions = {}) =>
    connector.call(toolCall({ kind: 'mcp-http', url: upstream.url }, 'echo', { input: { message: 'hi' }, ...more }));
}

const answers = (status: number) => (seen: { rpc: string }) =>
  seen.rpc === 'tools/call' ? new Response('{}', { status }) : null;
const callsSeen = () => upstream.requests.filter(({ rpc }) => rpc === 'tools/call').length;

describe('an upstream that is down', () => {
  it('is paused after failures in a row, with an error unlike a refusal', async () => {
    const call = guarded({ failuresMax: 3, restMs: 60_000 });
    upstream.intercept = answers(503);
    for (let i = 0; i < 3; i += 1) expect(await call()).toMatchObject({ kind: 'upstream_error', status: 503 });
    expect(await call()).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('calls are paused') });
    expect(callsSeen()).toBe(3);
  });

  it('is tried again after a pause', async () => {
    const call = guarded({ failuresMax: 1, restMs: 1 });
    upstream.intercept = answers(500);
    await call();
    upstream.intercept = () => null;
    await vi.waitFor(async () => expect((await call()).kind).toBe('ok'), 20_000);
    expect((await call()).kind).toBe('ok');
  });

  it('counts as down if calls time out', async () => {
    const call = guarded({ failuresMax: 2, restMs: 60_000 });
    const never = new Promise<Response>(() => undefined);
    upstream.intercept = ({ rpc }) => (rpc === 'tools/call' ? never : null);
    await call({ signal: AbortSignal.timeout(50) });
    await call({ signal: AbortSignal.timeout(50) });
    await vi.waitFor(
      async () => expect((await call({ signal: AbortSignal.timeout(50) })).kind).toBe('unreachable'),
      20_000,
    );
  });

  it.each([
    { label: 'another account', more: { accountId: toAccountId('acct_b') } },
    { label: 'another server', more: { serverId: 'server_b' } },
  ])('is still called for $label', async ({ more }) => {
    const call = guarded({ failuresMax: 1, restMs: 60_000 });
    upstream.intercept = answers(503);
    await call();
    expect((await call()).kind).toBe('unreachable');
    expect(await call(more)).toMatchObject({ kind: 'upstream_error', status: 503 });
  });
});

describe('an upstream that works', () => {
  const fail = { toolName: 'fail', input: {} };

  it.each([
    { label: 'tools that fail', prepare: () => undefined, more: fail },
    { label: 'refused credentials', prepare: () => (upstream.intercept = answers(401)), more: {} },
    { label: 'its own rate limit', prepare: () => (upstream.intercept = answers(429)), more: {} },
    { label: 'wrong requests', prepare: () => (upstream.intercept = answers(410)), more: {} },
  ])('is not paused after $label', async ({ prepare, more }) => {
    const call = guarded({ failuresMax: 1, restMs: 60_000 });
    prepare();
    for (let i = 0; i < 3; i += 1) await call(more);
    upstream.intercept = () => null;
    expect((await call()).kind).toBe('ok');
  });

  it('is not paused because callers leave', async () => {
    const call = guarded({ failuresMax: 1, restMs: 60_000 });
    const never = new Promise<Response>(() => undefined);
    upstream.intercept = ({ rpc }) => (rpc === 'tools/call' ? never : null);
    const controller = new AbortController();
    const pending = call({ signal: controller.signal });
    await vi.waitFor(() => expect(callsSeen()).toBe(1), 20_000);
    controller.abort();
    expect((await pending).kind).toBe('cancelled');
    upstream.intercept = () => null;
    expect((await call()).kind).toBe('ok');
  });

  it('runs a bounded number of calls, queues some and refuses the rest', async () => {
    const call = guarded({ concurrentMax: 2, queuedMax: 1 });
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    upstream.intercept = ({ rpc }) => {
      if (rpc !== 'tools/call') return null;
      return gate.then(() => new Response('{}', { status: 401 }));
    };
    const waiting = new AbortController();
    const running = [call(), call()];
    const queued = call({ signal: waiting.signal });
    expect(await call()).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('too many calls') });
    await vi.waitFor(() => expect(callsSeen()).toBe(2), 20_000);
    waiting.abort();
    expect((await queued).kind).toBe('cancelled');
    open();
    expect((await Promise.all(running)).map((outcome) => outcome.kind)).toEqual([
      'upstream_refused',
      'upstream_refused',
    ]);
  });
});
