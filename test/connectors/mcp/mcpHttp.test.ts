import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMcpHttp } from '../../../src/connectors/mcp/mcpHttp.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import type { ConnectorDocument } from '../../../src/core/servers/document.ts';
import { freePort } from '../../harness/listen.ts';
import { isAlive, textOf, toolCall } from '../stdio/stdioKit.ts';
import { echo, idOf, openMcpHttp, rpcs } from './mcpHttpKit.ts';
import type { UpstreamKind } from './mcpUpstream.ts';

const { egress, start, closeUpstreams, close } = openMcpHttp();
afterEach(closeUpstreams);
afterAll(close);

it('passes elicitations on, even for a tool whose name must be encoded in a header', async () => {
  const { call, upstream } = await start('modern');
  const params = { mode: 'url', message: 'Go', url: 'https://a.test' };
  const inputRequests = { q: { method: 'elicitation/create', params } };
  const result = { resultType: 'input_required', inputRequests };
  upstream.intercept = (seen) =>
    seen.rpc === 'tools/call' ? Response.json({ jsonrpc: '2.0', id: idOf(seen), result }) : null;
  const dialogue = { capabilities: { elicitation: { url: {} } } };
  expect(await call('echo', { ...echo, dialogue })).toMatchObject({ elicitation: { inputRequests } });
  expect(await call('große größe', { dialogue })).toMatchObject({ elicitation: { inputRequests } });
  expect(upstream.requests.at(-1)?.headers.get('mcp-name')).toBe('=?base64?Z3Jvw59lIGdyw7bDn2U=?=');
});

describe.each<UpstreamKind>(['sessions', 'both', 'modern'])('an upstream that serves %s', (kind) => {
  it('is called', async () => {
    const { call } = await start(kind);
    expect(textOf(await call('echo', echo))).toBe('hi');
  });

  it('returns structured content', async () => {
    const { call } = await start(kind);
    expect(await call('sum')).toMatchObject({ kind: 'ok', output: { structuredContent: { sum: 3 } } });
  });

  it('reports a failed tool', async () => {
    const { call } = await start(kind);
    expect(await call('fail')).toMatchObject({ kind: 'tool_error', message: 'out of paper' });
  });

  it('reports an unknown tool', async () => {
    const { call } = await start(kind);
    expect(await call('absent')).toMatchObject({ kind: 'tool_error', message: expect.stringContaining('absent') });
  });

  it('reports progress', async () => {
    const { call } = await start(kind);
    const seen: object[] = [];
    expect(textOf(await call('steps', { onProgress: (progress) => seen.push(progress) }))).toBe('done');
    expect(seen).toEqual([
      { progress: 1, total: 2, message: 'step 1' },
      { progress: 2, total: 2, message: 'step 2' },
    ]);
  });

  it('is told that a call is cancelled', async () => {
    const { call, upstream } = await start(kind);
    const controller = new AbortController();
    const pending = call('wait', { signal: controller.signal });
    await vi.waitFor(() => expect(upstream.noticed).toEqual(['started']), 20_000);
    controller.abort();
    expect((await pending).kind).toBe('cancelled');
    await vi.waitFor(() => expect(upstream.noticed).toEqual(['started', 'cancelled']), 20_000);
  });

  it('runs a tool whose name fits no header, and one that wants arguments in headers', async () => {
    const { call, upstream } = await start(kind);
    const lists = () => rpcs(upstream).filter((rpc) => rpc === 'tools/list').length;
    expect(textOf(await call('große größe'))).toBe('umlauts');
    expect(lists()).toBe(0);
    expect(textOf(await call('regional', { input: { region: 'eu' } }))).toBe('in eu');
    // Its schema declares its headers. In a revision without such headers, the service doesn't request the list.
    expect(lists()).toBeLessThanOrEqual(1);
  });

  it('lists all its tools', async () => {
    const { http, connector } = await start(kind);
    const { tools } = await http.discover({
      serverId: toServerId('s'),
      connector,
      credentials: [],
      signal: AbortSignal.timeout(5_000),
    });
    expect(tools[0]).toEqual({
      name: 'echo',
      title: 'Echo',
      description: 'Says it again',
      inputSchema: expect.objectContaining({ type: 'object', required: ['message'] }),
      annotations: { readOnlyHint: true },
    });
    expect(tools.map((tool) => tool.name)).toContain('regional');
  });

  it('is negotiated with once for any number of calls', async () => {
    const { call, upstream } = await start(kind);
    await Promise.all(Array.from({ length: 10 }, () => call('echo', echo)));
    await call('echo', echo);
    const calls = rpcs(upstream).filter((rpc) => rpc === 'tools/call');
    const others = rpcs(upstream).filter((rpc) => rpc !== 'tools/call');
    expect(calls).toHaveLength(11);
    expect(new Set(others).size).toBe(others.length);
  });
});

describe('the reference server over streamable HTTP', () => {
  let server: ChildProcess;
  let connector: ConnectorDocument;

  beforeAll(async () => {
    const program = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
    const port = await freePort();
    server = spawn(process.execPath, [program, 'streamableHttp'], { env: { PORT: String(port) }, stdio: 'pipe' });
    if (server.stderr) await once(server.stderr, 'data');
    connector = { kind: 'mcp-http', url: `http://127.0.0.1:${port}/mcp` };
  });
  afterAll(async () => {
    server.kill('SIGKILL');
    await once(server, 'exit');
    expect(isAlive(server.pid ?? 0)).toBe(false);
  });

  it('is listed and called, with progress', async () => {
    const http = createMcpHttp({ egress });
    const { tools, instructions } = await http.discover({
      serverId: toServerId('s'),
      connector,
      credentials: [],
      signal: AbortSignal.timeout(5_000),
    });
    expect(instructions).toContain('# Everything Server');
    expect(tools.map((tool) => tool.name)).toContain('get-sum');
    expect(textOf(await http.call(toolCall(connector, 'get-sum', { input: { a: 2, b: 3 } })))).toContain('5');
    const steps: number[] = [];
    const outcome = await http.call(
      toolCall(connector, 'trigger-long-running-operation', {
        input: { duration: 0.02, steps: 2 },
        onProgress: ({ progress }) => steps.push(Number(progress)),
      }),
    );
    expect(outcome.kind).toBe('ok');
    expect(steps).toEqual([1, 2]);
  });
});
