import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { toAccountId, toStackId } from '../../../src/core/kernel/ids.ts';
import type { CallOptions } from '../../harness/toolCall.ts';
import { openMcpStdio } from './mcpStdioKit.ts';
import { envCredential, isAlive, ownServer, processesNaming, textOf, toolCall } from './stdioKit.ts';

const { scratchDir, newStdio, text, close } = openMcpStdio();
afterAll(close);

const pidOf = async (more: CallOptions = {}) => Number(await text(toolCall(ownServer('faultyServer'), 'pid', more)));

describe('processes', () => {
  it('start once for many concurrent calls', async () => {
    const starts = join(scratchDir, 'starts');
    const connector = ownServer('faultyServer', ['ok', starts]);
    const calls = Array.from({ length: 20 }, () => text(toolCall(connector, 'pid', { serverId: 'flight' })));
    const pids = await Promise.all(calls);
    expect(new Set(pids).size).toBe(1);
    expect(readFileSync(starts, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  it('are shared by no two accounts, stacks or servers', async () => {
    const pids = await Promise.all([
      pidOf(),
      pidOf({ accountId: toAccountId('acct_b') }),
      pidOf({ stackId: toStackId('stack_b') }),
      pidOf({ serverId: 'server_b' }),
    ]);
    expect(new Set(pids).size).toBe(4);
  });

  it('are replaced if credentials change, and the old one stops', async () => {
    const old = await pidOf({ serverId: 'rotated', credentials: [envCredential('key', 'old', 'API_KEY')] });
    const fresh = await pidOf({ serverId: 'rotated', credentials: [envCredential('key', 'new', 'API_KEY')] });
    expect(fresh).not.toBe(old);
    await vi.waitFor(() => expect(isAlive(old)).toBe(false), 30_000);
  });

  it('stop when idle, and start again on the next call', async () => {
    const own = newStdio({ idleMs: 30 });
    const call = toolCall(ownServer('faultyServer'), 'pid', { serverId: 'idle' });
    const first = textOf(await own.call(call));
    await vi.waitFor(() => expect(own.processes()).toBe(0), 30_000);
    expect(textOf(await own.call(call))).not.toBe(first);
    await own.close();
  });

  it('make room by stopping the one unused the longest', async () => {
    const own = newStdio({ processesMax: 2 });
    const pids: unknown[] = [];
    for (const serverId of ['room-1', 'room-2', 'room-3']) {
      pids.push(textOf(await own.call(toolCall(ownServer('faultyServer'), 'pid', { serverId }))));
    }
    await vi.waitFor(() => expect(isAlive(Number(pids[0]))).toBe(false), 30_000);
    expect(isAlive(Number(pids[1]))).toBe(true);
    await own.close();
  });

  it('are limited per account, so that others get their share', async () => {
    const own = newStdio({ accountProcessesMax: 2 });
    const ended = new AbortController();
    const stayBusy = (serverId: string) =>
      own.call(toolCall(ownServer('faultyServer'), 'never', { serverId, signal: ended.signal }));
    const busy = [stayBusy('share_1'), stayBusy('share_2')];
    await vi.waitFor(() => expect(own.processes()).toBe(2), 30_000);
    const third = toolCall(ownServer('faultyServer'), 'pid', { serverId: 'share_3' });
    await expect(own.call(third)).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringMatching(/^The limit TOOLYARD_STDIO_PROCESSES_PER_ACCOUNT is reached: 2 programs/),
      details: { retryAfterSeconds: 5 },
    });
    expect(await own.call({ ...third, accountId: toAccountId('acct_b') })).toMatchObject({ kind: 'ok' });
    ended.abort();
    await Promise.all(busy);
    expect(await own.call(third)).toMatchObject({ kind: 'ok' });
    await own.close();
  });

  it('are limited in total, and the caller learns of what', async () => {
    const own = newStdio({ processesMax: 1 });
    const ended = new AbortController();
    const busy = own.call(toolCall(ownServer('faultyServer'), 'never', { serverId: 'one', signal: ended.signal }));
    await vi.waitFor(() => expect(own.processes()).toBe(1), 30_000);
    expect(await own.call(toolCall(ownServer('faultyServer'), 'pid', { serverId: 'two' }))).toMatchObject({
      kind: 'unreachable',
      message: 'all 1 server processes are busy: try again when a call has ended',
    });
    ended.abort();
    await busy;
    await own.close();
  });

  it('leave nothing behind, even if a server ignores every signal and starts others', async () => {
    const own = newStdio();
    const call = toolCall(ownServer('faultyServer', ['stubborn']), 'pid', { serverId: 'stubborn' });
    expect((await own.call(call)).kind).toBe('ok');
    const home = join(scratchDir, 'acct_a', 'stack_a', 'stubborn');
    expect(processesNaming(home).length).toBeGreaterThanOrEqual(2);
    await own.close();
    await vi.waitFor(() => expect(processesNaming(home)).toEqual([]), 30_000);
  });

  it('start at most four at a time, and none that is no longer wanted', async () => {
    const own = newStdio();
    const starts = join(scratchDir, 'storm');
    const connector = ownServer('faultyServer', ['silent', starts]);
    const calls = Array.from({ length: 10 }, (_, i) =>
      own.call(toolCall(connector, 'pid', { serverId: `storm-${i}` })),
    );
    const started = () => readFileSync(starts, { encoding: 'utf8', flag: 'a+' }).split('\n').length - 1;
    await vi.waitFor(() => expect(started()).toBe(4), 30_000);
    await own.close();
    expect(new Set((await Promise.all(calls)).map((outcome) => outcome.kind))).toEqual(new Set(['unreachable']));
    expect(started()).toBe(4);
    expect(own.processes()).toBe(0);
  });

  it('refuse calls after closing', async () => {
    const own = newStdio();
    await own.close();
    expect((await own.call(toolCall(ownServer('faultyServer'), 'pid'))).kind).toBe('unreachable');
  });
});
