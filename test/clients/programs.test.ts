import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, expect, it, vi } from 'vitest';
import { allow } from '../oauth/kit.ts';
import { openEcho } from './server.ts';

// Each test starts a third-party program.
vi.setConfig({ testTimeout: 180_000 });

const home = mkdtempSync(join(tmpdir(), 'toolyard-clients-'));
const { world, endpoint, close } = await openEcho();
afterAll(async () => {
  await close();
  rmSync(home, { recursive: true, force: true });
});

/** The executable file of a package's command. */
function commandOf(name: string, command: string): string {
  const root = join(import.meta.dirname, 'node_modules', name);
  const { bin }: { bin: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return join(root, bin[command] ?? '');
}

const environment = () => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  MCP_REMOTE_CONFIG_DIR: home,
  XDG_CONFIG_HOME: home,
  // No browser is available to a user here.
  BROWSER: 'true',
  MCP_AUTO_OPEN_ENABLED: 'false',
});

const authorization = () => `Authorization: Bearer ${endpoint.token}`;

async function inspect(...more: string[]): Promise<unknown> {
  const args = [commandOf('@modelcontextprotocol/inspector', 'mcp-inspector'), '--cli', endpoint.url];
  const options = ['--transport', 'http', '--header', authorization(), ...more];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, ...options], {
    env: environment(),
    cwd: home,
  });
  return JSON.parse(stdout);
}

it('the MCP Inspector lists the tools', async () => {
  expect(await inspect('--method', 'tools/list')).toMatchObject({ tools: [{ name: 'demo_echo' }] });
});

it('the MCP Inspector calls a tool', async () => {
  const called = await inspect('--method', 'tools/call', '--tool-name', 'demo_echo', '--tool-arg', 'message=hi');
  expect(called).toMatchObject({ content: [{ type: 'text', text: 'hi' }] });
});

/** A stdio-only client, connected through a bridge program. `onStderr` receives the program's error output. */
async function through(args: readonly string[], onStderr: (text: string) => void = () => undefined): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
    env: environment(),
    cwd: home,
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (data) => onStderr(String(data)));
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport, { timeout: 60_000 });
  return client;
}

async function expectToolsOf(client: Client): Promise<void> {
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['demo_echo']);
  const called = await client.callTool({ name: 'demo_echo', arguments: { message: 'hi' } });
  expect(called.content).toEqual([{ type: 'text', text: 'hi' }]);
  await client.close();
}

it('supergateway bridges stdio to a stack', async () => {
  const program = commandOf('supergateway', 'supergateway');
  const options = ['--streamableHttp', endpoint.url, '--oauth2Bearer', endpoint.token, '--logLevel', 'none'];
  await expectToolsOf(await through([program, ...options]));
});

it('mcp-remote bridges stdio to a stack with a token', async () => {
  const options = [endpoint.url, '--header', authorization(), '--allow-http', '--transport', 'http-only'];
  await expectToolsOf(await through([commandOf('mcp-remote', 'mcp-remote'), ...options]));
});

it('mcp-remote signs in with the address alone', async () => {
  let output = '';
  let isOpened = false;
  const onStderr = (text: string) => {
    output += text;
    const page = /https?:\/\/\S+\/oauth\/authorize\?\S+/.exec(output)?.[0];
    if (!page || isOpened) return;
    isOpened = true;
    // The person consents, and the browser delivers the code to the waiting program.
    void allow(page, world.account.apiKey).then((callback) => fetch(callback));
  };
  const options = [endpoint.url, '--allow-http', '--transport', 'http-only'];
  await expectToolsOf(await through([commandOf('mcp-remote', 'mcp-remote'), ...options], onStderr));
  expect(isOpened).toBe(true);
});
