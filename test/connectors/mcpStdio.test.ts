import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createMcpStdio } from '../../src/connectors/mcpStdio.ts';
import type { Connector } from '../../src/core/catalog/document.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { ToolCall } from '../../src/core/routing/connector.ts';
import {
  envCredential,
  isAlive,
  ownServer,
  packageServer,
  pathWithoutBwrap,
  processesNaming,
  temporaryDir,
  textOf,
  toolCall,
} from './stdioKit.ts';

// Every process of this file has it in its environment, as HOME.
const scratchDir = temporaryDir();
const searchPath = pathWithoutBwrap();
const stdio = createMcpStdio({ searchPath, scratchDir });

afterAll(async () => {
  await stdio.close();
  expect(processesNaming(scratchDir)).toEqual([]);
});

const text = async (call: ToolCall) => textOf(await stdio.call(call));
const pidOf = async (more: Partial<ToolCall> = {}) =>
  Number(await text(toolCall(ownServer('faultyServer'), 'pid', more)));

describe('the official reference servers', () => {
  const scratch = join(scratchDir, 'acct_a', 'stack_a');
  const CASES = [
    { server: 'everything', args: [], tool: 'echo', input: { message: 'hi' }, says: 'Echo: hi' },
    { server: 'memory', args: [], tool: 'read_graph', input: {}, says: /"entities": \[\]/ },
    {
      server: 'filesystem',
      args: ['{scratch}'],
      tool: 'list_allowed_directories',
      input: {},
      says: `Allowed directories:\n${join(scratch, 'filesystem')}`,
    },
    {
      server: 'sequential-thinking',
      args: [],
      tool: 'sequentialthinking',
      input: { thought: 'a', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
      says: /"thoughtNumber": 1/,
    },
  ];

  it.each(CASES)('$server answers over stdio', async ({ server, args, tool, input, says }) => {
    const connector = packageServer(server, args);
    const answer = await text(toolCall(connector, tool, { serverId: server, input }));
    if (says instanceof RegExp) expect(answer).toMatch(says);
    else expect(answer).toBe(says);
  });

  it('keeps what one end user writes from another, and from the stack itself', async () => {
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

  it('gives structured content and annotations', async () => {
    const call = toolCall(packageServer('everything'), 'get-structured-content', {
      serverId: 'everything',
      input: { location: 'New York' },
    });
    expect(await stdio.call(call)).toMatchObject({
      kind: 'ok',
      output: { structuredContent: { temperature: expect.any(Number) } },
    });
  });

  it('discovers every tool, and stops the process that it asked', async () => {
    const signal = AbortSignal.timeout(15_000);
    const before = stdio.processes();
    const tools = await stdio.discover({ serverId: 'd', connector: packageServer('memory'), credentials: [], signal });
    expect(tools.map((tool) => tool.name)).toContain('create_entities');
    expect(tools[0]?.inputSchema).toMatchObject({ type: 'object' });
    await vi.waitFor(() => expect(stdio.processes()).toBe(before), 5_000);
  });
});

describe('what a server process is given', () => {
  it('has a cleared environment with only what is declared for it', async () => {
    process.env['LEAK_CANARY'] = 'leaked';
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
    const allowed = ['API_KEY', 'CACHE', 'HOME', 'LANG', 'PATH', 'PWD', 'REGION', 'TMPDIR'];
    expect(Object.keys(env).filter((name) => !allowed.includes(name))).toEqual([]);
    expect(statSync(home).mode & 0o777).toBe(0o700);
  });

  it('never has a credential among its arguments', async () => {
    const connector = ownServer('faultyServer', ['{key}', '', '{scratch}']);
    const credentials = [envCredential('key', 'argument-canary', 'API_KEY')];
    const argv = JSON.parse(String(await text(toolCall(connector, 'argv', { serverId: 'argv', credentials }))));
    expect(argv.slice(2)).toEqual(['{key}', '', join(scratchDir, 'acct_a', 'stack_a', 'argv')]);
    for (const pid of processesNaming('argument-canary')) {
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('argument-canary');
    }
  });

  it('does not repeat a value that a process cannot be given', async () => {
    const credentials = [envCredential('key', 'nul\0canary', 'API_KEY')];
    const outcome = await stdio.call(toolCall(ownServer('faultyServer'), 'env', { serverId: 'nul', credentials }));
    expect(outcome.kind).toBe('unreachable');
    expect(JSON.stringify(outcome)).not.toContain('canary');
  });
});

describe('processes', () => {
  it('starts one for many concurrent calls', async () => {
    const starts = join(scratchDir, 'starts');
    const connector = ownServer('faultyServer', ['ok', starts]);
    const calls = Array.from({ length: 20 }, () => text(toolCall(connector, 'pid', { serverId: 'flight' })));
    const pids = await Promise.all(calls);
    expect(new Set(pids).size).toBe(1);
    expect(readFileSync(starts, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  it('shares none between accounts, stacks or servers', async () => {
    const pids = await Promise.all([
      pidOf(),
      pidOf({ accountId: 'acct_b' }),
      pidOf({ stackId: 'stack_b' }),
      pidOf({ serverId: 'server_b' }),
    ]);
    expect(new Set(pids).size).toBe(4);
  });

  it('replaces one whose credentials changed, and stops the old one', async () => {
    const old = await pidOf({ serverId: 'rotated', credentials: [envCredential('key', 'old', 'API_KEY')] });
    const fresh = await pidOf({ serverId: 'rotated', credentials: [envCredential('key', 'new', 'API_KEY')] });
    expect(fresh).not.toBe(old);
    await vi.waitFor(() => expect(isAlive(old)).toBe(false), 5_000);
  });

  it('stops an idle one, and starts it again on the next call', async () => {
    const own = createMcpStdio({ searchPath, scratchDir, idleMs: 30 });
    const call = toolCall(ownServer('faultyServer'), 'pid', { serverId: 'idle' });
    const first = textOf(await own.call(call));
    await vi.waitFor(() => expect(own.processes()).toBe(0), 5_000);
    expect(textOf(await own.call(call))).not.toBe(first);
    await own.close();
  });

  it('makes room by stopping the one unused the longest', async () => {
    const own = createMcpStdio({ searchPath, scratchDir, processesMax: 2 });
    const pids: unknown[] = [];
    for (const serverId of ['room-1', 'room-2', 'room-3']) {
      pids.push(textOf(await own.call(toolCall(ownServer('faultyServer'), 'pid', { serverId }))));
    }
    await vi.waitFor(() => expect(isAlive(Number(pids[0]))).toBe(false), 5_000);
    expect(isAlive(Number(pids[1]))).toBe(true);
    await own.close();
  });

  it('lets one account run no more than its share, and others theirs', async () => {
    const own = createMcpStdio({ searchPath, scratchDir, accountProcessesMax: 2 });
    const ended = new AbortController();
    const stayBusy = (serverId: string) =>
      own.call(toolCall(ownServer('faultyServer'), 'never', { serverId, signal: ended.signal }));
    const busy = [stayBusy('share_1'), stayBusy('share_2')];
    await vi.waitFor(() => expect(own.processes()).toBe(2));
    const third = toolCall(ownServer('faultyServer'), 'pid', { serverId: 'share_3' });
    expect(await own.call(third)).toEqual({
      kind: 'unreachable',
      message:
        'Tool execution failed: all 2 server processes that one account may run are busy: try again when a call has ended',
    });
    expect(await own.call({ ...third, accountId: 'acct_b' })).toMatchObject({ kind: 'ok' });
    ended.abort();
    await Promise.all(busy);
    expect(await own.call(third)).toMatchObject({ kind: 'ok' });
    await own.close();
  });

  it('leaves nothing behind of a server that ignores every signal and starts others', async () => {
    const own = createMcpStdio({ searchPath, scratchDir });
    const call = toolCall(ownServer('faultyServer', ['stubborn']), 'pid', { serverId: 'stubborn' });
    expect((await own.call(call)).kind).toBe('ok');
    const home = join(scratchDir, 'acct_a', 'stack_a', 'stubborn');
    expect(processesNaming(home).length).toBeGreaterThanOrEqual(2);
    await own.close();
    await vi.waitFor(() => expect(processesNaming(home)).toEqual([]), 5_000);
  });

  it('starts four at a time at most, and none that is no longer wanted', async () => {
    const own = createMcpStdio({ searchPath, scratchDir });
    const starts = join(scratchDir, 'storm');
    const connector = ownServer('faultyServer', ['silent', starts]);
    const calls = Array.from({ length: 10 }, (_, i) =>
      own.call(toolCall(connector, 'pid', { serverId: `storm-${i}` })),
    );
    const started = () => readFileSync(starts, { encoding: 'utf8', flag: 'a+' }).split('\n').length - 1;
    await vi.waitFor(() => expect(started()).toBe(4), 5_000);
    await own.close();
    expect(new Set((await Promise.all(calls)).map((outcome) => outcome.kind))).toEqual(new Set(['unreachable']));
    expect(started()).toBe(4);
    expect(own.processes()).toBe(0);
  });

  it('refuses calls once it is closed', async () => {
    const own = createMcpStdio({ searchPath, scratchDir });
    await own.close();
    expect((await own.call(toolCall(ownServer('faultyServer'), 'pid'))).kind).toBe('unreachable');
  });
});

describe('how a call ends', () => {
  const CASES = [
    { says: 'the tool failed', tool: 'fails', outcome: { kind: 'tool_error', message: 'the disk is full' } },
    {
      says: 'the tool is unknown',
      tool: 'absent',
      outcome: { kind: 'tool_error', message: expect.stringContaining('no such tool') },
    },
    {
      says: 'the process died',
      tool: 'crash',
      outcome: { kind: 'unreachable', message: expect.stringContaining('code 7') },
    },
    { says: 'the answer is over 4 MiB', tool: 'huge', outcome: { kind: 'bad_answer' } },
    { says: 'the answer is under 4 MiB', tool: 'large', outcome: { kind: 'ok' } },
  ];

  it.each(CASES)('$says: $outcome.kind', async ({ tool, outcome }) => {
    const call = toolCall(ownServer('faultyServer'), tool, { serverId: `ends-${tool}` });
    expect(await stdio.call(call)).toMatchObject(outcome);
  });

  it('tells the server that a call was cancelled, and keeps the process', async () => {
    const controller = new AbortController();
    const call = (name: string, given?: AbortSignal) =>
      toolCall(ownServer('faultyServer'), name, { serverId: 'cancel', ...(given && { signal: given }) });
    const pid = await text(call('pid'));
    const pending = stdio.call(call('never', controller.signal));
    await vi.waitFor(async () => expect(await text(call('waiting'))).toBe('1'), 5_000);
    controller.abort();
    expect((await pending).kind).toBe('cancelled');
    await vi.waitFor(async () => expect(await text(call('cancelled'))).toBe('1'), 5_000);
    expect(await text(call('pid'))).toBe(pid);
  });

  const UNSTARTABLE: { says: string; connector: Connector }[] = [
    { says: 'a program that does not exist', connector: { kind: 'mcp-stdio', command: 'absent', args: [], env: {} } },
    { says: 'a package that is not installed', connector: packageServer('absent') },
    { says: 'a package name that is a path', connector: { kind: 'mcp-stdio', package: '../zod', args: [], env: {} } },
    { says: 'a document without a program', connector: { kind: 'mcp-stdio', args: [], env: {} } },
    { says: 'a server that dies at start', connector: ownServer('faultyServer', ['dies']) },
  ];

  it.each(UNSTARTABLE)('$says: unreachable', async ({ says, connector }) => {
    const call = toolCall(connector, 'pid', { serverId: says.replaceAll(' ', '-') });
    expect((await stdio.call(call)).kind).toBe('unreachable');
  });

  it('gives up on a server that never answers the handshake', async () => {
    const own = createMcpStdio({ searchPath, scratchDir, startTimeoutMs: 200 });
    const call = toolCall(ownServer('faultyServer', ['silent']), 'pid', { serverId: 'silent' });
    expect((await own.call(call)).kind).toBe('unreachable');
    await own.close();
  });

  it('returns at the deadline while the server is still starting', async () => {
    const call = toolCall(ownServer('faultyServer', ['silent']), 'pid', {
      serverId: 'slow',
      signal: AbortSignal.timeout(50),
    });
    expect((await stdio.call(call)).kind).toBe('cancelled');
  });

  it('leaves alone a server that keeps failing', async () => {
    const starts = join(scratchDir, 'crashes');
    const call = toolCall(ownServer('faultyServer', ['dies', starts]), 'pid', { serverId: 'loop' });
    const outcomes = [];
    for (let i = 0; i < 4; i += 1) outcomes.push(await stdio.call(call));
    expect(readFileSync(starts, 'utf8').trim().split('\n')).toHaveLength(2);
    expect(outcomes.at(-1)).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('keeps failing') });
  });

  it('speaks to a server that knows only the stateless revision', async () => {
    expect(await text(toolCall(ownServer('statelessServer'), 'hello', { serverId: 'stateless' }))).toBe('hi');
  });

  it('follows every page of a tool list', async () => {
    const signal = AbortSignal.timeout(15_000);
    const tools = await stdio.discover({
      serverId: 'p',
      connector: ownServer('faultyServer'),
      credentials: [],
      signal,
    });
    expect(tools.map((tool) => tool.name)).toEqual(['first', 'second']);
  });

  it('says why a server cannot be asked for its tools', async () => {
    const signal = AbortSignal.timeout(15_000);
    const asking = stdio.discover({ serverId: 'x', connector: packageServer('absent'), credentials: [], signal });
    await expect(asking).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('not installed'),
    });
  });
});
