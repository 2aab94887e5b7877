import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMCPClient } from '@ai-sdk/mcp';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, expect, it, vi } from 'vitest';
import { setAccountLimits } from '../../src/core/accounts/account.ts';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { openEcho } from './server.ts';

// Two of the clients are third-party programs.
vi.setConfig({ testTimeout: 180_000 });

const { world, endpoint, close } = await openEcho(DOCUMENTED_LIMITS);
const home = mkdtempSync(join(tmpdir(), 'toolyard-clients-'));
afterAll(async () => {
  await close();
  rmSync(home, { recursive: true, force: true });
});

const INFO = { name: 'test', version: '1.0.0' };
const ECHO = { name: 'demo_echo', arguments: { message: 'hi' } };
const url = () => new URL(endpoint.url);
const headers = () => ({ authorization: `Bearer ${endpoint.token}` });

/** One tool call by a client that stays connected; returns its result or error as text. */
type Calling = { call(): Promise<unknown>; close(): Promise<unknown> };

async function throughProgram(name: string, args: readonly string[]): Promise<Calling> {
  const root = join(import.meta.dirname, 'node_modules', name);
  const { bin }: { bin: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, MCP_REMOTE_CONFIG_DIR: home };
  const program = { command: process.execPath, args: [join(root, bin[name] ?? ''), ...args], env, cwd: home };
  const client = new Client1(INFO);
  await client.connect(new StdioClientTransport({ ...program, stderr: 'ignore' }), { timeout: 60_000 });
  return { call: () => client.callTool(ECHO, undefined, { timeout: 60_000 }), close: () => client.close() };
}

const CLIENTS: Readonly<Record<string, () => Promise<Calling>>> = {
  async '@modelcontextprotocol/sdk'() {
    const client = new Client1(INFO);
    await client.connect(new Http1(url(), { requestInit: { headers: headers() } }));
    return { call: () => client.callTool(ECHO), close: () => client.close() };
  },
  ...Object.fromEntries(
    (['legacy', 'auto'] as const).map((mode) => [
      `@modelcontextprotocol/client, ${mode}`,
      async () => {
        const client = new Client2(INFO, { versionNegotiation: { mode } });
        await client.connect(new Http2(url(), { requestInit: { headers: headers() } }));
        return { call: () => client.callTool(ECHO), close: () => client.close() };
      },
    ]),
  ),
  async '@ai-sdk/mcp'() {
    const client = await createMCPClient({ transport: { type: 'http', url: endpoint.url, headers: headers() } });
    const { demo_echo: echo } = await client.tools();
    const options = { toolCallId: '1', messages: [], context: {} };
    return { call: async () => echo?.execute?.(ECHO.arguments, options), close: () => client.close() };
  },
  async '@langchain/mcp-adapters'() {
    const server = { transport: 'http', url: endpoint.url, headers: headers() } as const;
    const client = new MultiServerMCPClient({ mcpServers: { server } });
    const [tool] = await client.getTools();
    return { call: async () => tool?.invoke(ECHO.arguments), close: () => client.close() };
  },
  'mcp-remote': () =>
    throughProgram('mcp-remote', [
      ...[endpoint.url, '--header', `Authorization: Bearer ${endpoint.token}`],
      ...['--allow-http', '--transport', 'http-only'],
    ]),
  supergateway: () =>
    throughProgram('supergateway', [
      ...['--streamableHttp', endpoint.url, '--oauth2Bearer', endpoint.token, '--logLevel', 'none'],
    ]),
};

const allow = (calls: number) => setAccountLimits(world.operator, world.account.id, { limits: { call_tool: calls } });
const textOf = (answer: unknown): string => (answer instanceof Error ? answer.message : JSON.stringify(answer));

it.each(Object.keys(CLIENTS))('%s gets the retry delay, and calls again after it', async (name) => {
  await allow(1_000);
  const client = await CLIENTS[name]?.();
  if (!client) throw new Error(name);
  const call = () => client.call().catch((error: unknown) => error);
  expect(textOf(await call())).toContain('hi');
  // Instances learn of a changed limit by notification, and refuse only later requests.
  await allow(1);
  await vi.waitFor(async () => expect(textOf(await call())).toMatch(/try again in \d+ s/), 60_000);
  await allow(1_000);
  await vi.waitFor(async () => expect(textOf(await call())).toContain('hi'), 60_000);
  await client.close();
});
