import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import type { JsonObject } from '../../../src/core/lib/json.ts';
import { openMcpStdio } from './mcpStdioKit.ts';
import { envCredential, ownServer, packageServer, processesNaming, toolCall } from './stdioKit.ts';

const { scratchDir, stdio, text, close } = openMcpStdio();
afterAll(close);

describe('the official reference servers', () => {
  const scratch = join(scratchDir, 'acct_a', 'stack_a');
  const CASES = [
    { server: 'everything', args: [], tool: 'echo', input: { message: 'hi' }, expected: 'Echo: hi' },
    { server: 'memory', args: [], tool: 'read_graph', input: {}, expected: /"entities": \[\]/ },
    {
      server: 'filesystem',
      args: ['{scratch}'],
      tool: 'list_allowed_directories',
      input: {},
      expected: `Allowed directories:\n${join(scratch, 'filesystem')}`,
    },
    {
      server: 'sequential-thinking',
      args: [],
      tool: 'sequentialthinking',
      input: { thought: 'a', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
      expected: /"thoughtNumber": 1/,
    },
  ];

  it.each(CASES)('$server responds over stdio', async ({ server, args, tool, input, expected }) => {
    const connector = packageServer(server, args);
    const answer = await text(toolCall(connector, tool, { serverId: server, input }));
    if (expected instanceof RegExp) expect(answer).toMatch(expected);
    else expect(answer).toBe(expected);
  });

  it('hides one end user’s data from other end users and from the stack itself', async () => {
    const connector = { ...packageServer('memory'), env: { MEMORY_FILE_PATH: '{scratch}/memory.json' } };
    const as = (owner: string, toolName: string, input: JsonObject) =>
      stdio.call(toolCall(connector, toolName, { serverId: 'shared', owner, input }));
    const entities = [{ name: 'secret of ann', entityType: 'note', observations: [] }];
    expect(await as('ann', 'create_entities', { entities })).toMatchObject({ kind: 'ok' });
    const seen = async (owner: string) => JSON.stringify(await as(owner, 'read_graph', {}));
    expect(await seen('ann')).toContain('secret of ann');
    expect(await seen('bob')).not.toContain('secret of ann');
    expect(await seen('')).not.toContain('secret of ann');
  });

  it('keeps the filesystem server inside its scratch directory', async () => {
    const connector = packageServer('filesystem', ['{scratch}']);
    const call = toolCall(connector, 'read_text_file', { serverId: 'filesystem', input: { path: '/etc/passwd' } });
    expect(await stdio.call(call)).toMatchObject({ kind: 'tool_error', message: expect.stringMatching(/denied/i) });
  });

  it('passes on progress', async () => {
    const seen: object[] = [];
    const call = toolCall(packageServer('everything'), 'trigger-long-running-operation', {
      serverId: 'everything',
      input: { duration: 0.02, steps: 2 },
      onProgress: (progress) => seen.push(progress),
    });
    expect((await stdio.call(call)).kind).toBe('ok');
    expect(seen).toEqual([
      { progress: 1, total: 2 },
      { progress: 2, total: 2 },
    ]);
  });

  it('returns structured content and annotations', async () => {
    const call = toolCall(packageServer('everything'), 'get-structured-content', {
      serverId: 'everything',
      input: { location: 'New York' },
    });
    expect(await stdio.call(call)).toMatchObject({
      kind: 'ok',
      output: { structuredContent: { temperature: expect.any(Number) } },
    });
  });

  it('discovers every tool, then stops the process', async () => {
    const signal = AbortSignal.timeout(15_000);
    const before = stdio.processes();
    const { tools } = await stdio.discover({
      serverId: toServerId('d'),
      connector: packageServer('memory'),
      credentials: [],
      signal,
    });
    expect(tools.map((tool) => tool.name)).toContain('create_entities');
    expect(tools[0]?.inputSchema).toMatchObject({ type: 'object' });
    await vi.waitFor(() => expect(stdio.processes()).toBe(before), 20_000);
    expect(readdirSync(join(scratchDir, 'discovery'))).toEqual([]);
  });
});

describe('the environment of a server process', () => {
  it('contains only declared variables', async () => {
    vi.stubEnv('LEAK_CANARY', 'leaked');
    onTestFinished(() => void vi.unstubAllEnvs());
    const connector = ownServer('faultyServer', [], {
      REGION: 'eu-{region}',
      OPTIONAL: '{absent}',
      CACHE: '{scratch}/c',
    });
    const credentials = [
      envCredential('key', 's3cret', 'API_KEY'),
      { fieldId: 'region', value: 'west', placement: null },
      { fieldId: 'client_id', value: 'stored only', placement: null },
    ];
    const env = JSON.parse(String(await text(toolCall(connector, 'env', { serverId: 'env', credentials }))));
    const home = join(scratchDir, 'acct_a', 'stack_a', 'env');
    expect(env).toMatchObject({ HOME: home, TMPDIR: home, API_KEY: 's3cret', REGION: 'eu-west', CACHE: `${home}/c` });
    const allowed = ['API_KEY', 'CACHE', 'HOME', 'LANG', 'npm_config_fetch_retries', 'PATH', 'PWD', 'REGION', 'TMPDIR'];
    expect(Object.keys(env).filter((name) => !allowed.includes(name))).toEqual([]);
    expect(statSync(home).mode & 0o777).toBe(0o700);
  });

  it('never puts a credential into its arguments', async () => {
    const connector = ownServer('faultyServer', ['{key}', '', '{scratch}']);
    const credentials = [envCredential('key', 'argument-canary', 'API_KEY')];
    const argv = JSON.parse(String(await text(toolCall(connector, 'argv', { serverId: 'argv', credentials }))));
    expect(argv.slice(2)).toEqual(['{key}', '', join(scratchDir, 'acct_a', 'stack_a', 'argv')]);
    for (const pid of processesNaming('argument-canary')) {
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('argument-canary');
    }
  });

  it('doesn’t repeat a value that a process can’t get', async () => {
    const credentials = [envCredential('key', 'nul\0canary', 'API_KEY')];
    const outcome = await stdio.call(toolCall(ownServer('faultyServer'), 'env', { serverId: 'nul', credentials }));
    expect(outcome.kind).toBe('unreachable');
    expect(JSON.stringify(outcome)).not.toContain('canary');
  });
});

describe('any server', () => {
  it('can support only the stateless revision', async () => {
    expect(await text(toolCall(ownServer('statelessServer'), 'hello', { serverId: 'stateless' }))).toBe('hi');
  });

  it('has every page of its tool list read', async () => {
    const signal = AbortSignal.timeout(15_000);
    const { tools } = await stdio.discover({
      serverId: toServerId('p'),
      connector: ownServer('faultyServer'),
      credentials: [],
      signal,
    });
    expect(tools.map((tool) => tool.name)).toEqual(['first', 'second']);
  });

  it('has a clear error if its tools can’t be listed', async () => {
    const signal = AbortSignal.timeout(15_000);
    const asking = stdio.discover({
      serverId: toServerId('x'),
      connector: packageServer('absent'),
      credentials: [],
      signal,
    });
    await expect(asking).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('not installed'),
    });
  });
});
