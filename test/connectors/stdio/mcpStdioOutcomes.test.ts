import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { ConnectorDocument } from '../../../src/core/servers/document.ts';
import { someOf } from '../../harness/wholeTables.ts';
import { openMcpStdio } from './mcpStdioKit.ts';
import { envCredential, ownServer, packageServer, toolCall } from './stdioKit.ts';

const { scratchDir, stdio, newStdio, text, close } = openMcpStdio();
afterAll(close);

describe('the outcome of a call', () => {
  const CASES = [
    { label: 'the tool failed', tool: 'fails', outcome: { kind: 'tool_error', message: 'the disk is full' } },
    {
      label: 'the tool is unknown',
      tool: 'absent',
      outcome: { kind: 'tool_error', message: expect.stringContaining('no such tool') },
    },
    {
      label: 'the process died',
      tool: 'crash',
      outcome: { kind: 'outcome_unknown', message: expect.stringContaining('code 7') },
    },
    { label: 'the answer is over 4 MiB', tool: 'huge', outcome: { kind: 'bad_answer' } },
    { label: 'the answer is under 4 MiB', tool: 'large', outcome: { kind: 'ok' } },
  ];

  it.each(someOf(CASES, 3))('$label: $outcome.kind', async ({ tool, outcome }) => {
    const call = toolCall(ownServer('faultyServer'), tool, { serverId: `ends-${tool}` });
    expect(await stdio.call(call)).toMatchObject(outcome);
  });

  it('tells the server that a call was cancelled, and keeps the process', async () => {
    const controller = new AbortController();
    const call = (name: string, signal?: AbortSignal) =>
      toolCall(ownServer('faultyServer'), name, { serverId: 'cancel', ...(signal && { signal: signal }) });
    const pid = await text(call('pid'));
    const pending = stdio.call(call('never', controller.signal));
    await vi.waitFor(async () => expect(await text(call('waiting'))).toBe('1'), 20_000);
    controller.abort();
    expect((await pending).kind).toBe('cancelled');
    await vi.waitFor(async () => expect(await text(call('cancelled'))).toBe('1'), 20_000);
    expect(await text(call('pid'))).toBe(pid);
  });

  it.each([
    ['a start that fails', 'dies', 'unreachable', /ended \(code 3\).*; it said: key is \[redacted\]$/],
    [
      'a call that it does not survive',
      'ok',
      'outcome_unknown',
      /ended before it answered \(code 7\); it said: key is \[redacted\]$/,
    ],
  ])('includes a program’s last output, without its credentials: %s', async (_name, mode, kind, message) => {
    const credentials = [envCredential('key', 'sk-canary-4711', 'API_KEY')];
    const call = toolCall(ownServer('faultyServer', [mode]), 'crash', { serverId: `said-${mode}`, credentials });
    expect(await stdio.call(call)).toMatchObject({ kind, message: expect.stringMatching(message) });
  });

  it('omits that output if it may belong to an earlier call of the stack’s program', async () => {
    const call = (tool: string, owner: string) =>
      toolCall(ownServer('faultyServer'), tool, { serverId: `said-of${owner}`, owner });
    await text(call('pid', ''));
    expect(await stdio.call(call('crash', ''))).toMatchObject({ message: expect.stringMatching(/\(code 7\)$/) });
    await text(call('pid', 'ann'));
    expect(await stdio.call(call('crash', 'ann'))).toMatchObject({ message: expect.stringContaining('; it said: ') });
  });

  const UNSTARTABLE: { label: string; connector: ConnectorDocument }[] = [
    { label: 'a program that does not exist', connector: { kind: 'mcp-stdio', command: 'absent', args: [], env: {} } },
    { label: 'a package that is not installed', connector: packageServer('absent') },
    { label: 'a package name that is a path', connector: { kind: 'mcp-stdio', package: '../zod', args: [], env: {} } },
    { label: 'a document without a program', connector: { kind: 'mcp-stdio', args: [], env: {} } },
    { label: 'a server that dies at start', connector: ownServer('faultyServer', ['dies']) },
  ];

  it.each(someOf(UNSTARTABLE, 2))('$label: unreachable', async ({ label, connector }) => {
    const call = toolCall(connector, 'pid', { serverId: label.replaceAll(' ', '-') });
    expect((await stdio.call(call)).kind).toBe('unreachable');
  });

  it('gives up on a server that never completes the handshake', async () => {
    const own = newStdio({ startTimeoutMs: 200 });
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

  it('pauses a server that keeps failing', async () => {
    const starts = join(scratchDir, 'crashes');
    const call = toolCall(ownServer('faultyServer', ['dies', starts]), 'pid', { serverId: 'loop' });
    const outcomes = [];
    for (let i = 0; i < 4; i += 1) outcomes.push(await stdio.call(call));
    expect(readFileSync(starts, 'utf8').trim().split('\n')).toHaveLength(2);
    expect(outcomes.at(-1)).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('keeps failing') });
  });
});
