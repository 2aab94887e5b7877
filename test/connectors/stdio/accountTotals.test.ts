import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { toAccountId } from '../../../src/core/kernel/ids.ts';
import { openMcpStdio } from './mcpStdioKit.ts';
import { ownServer, textOf, toolCall } from './stdioKit.ts';

const MIB = 1_048_576;
const AMPLE = 1_024 * 1_024 * MIB;
const hasProc = existsSync('/proc/self/stat');

const { scratchDir, newStdio, close } = openMcpStdio();
const opened: ReturnType<typeof newStdio>[] = [];
const stdioWith = (memoryBytes: number, fileBytes: number) => {
  const stdio = newStdio({ accountTotalsMax: { memoryBytes, fileBytes, entries: 1_000, filesEveryMs: 500 } });
  opened.push(stdio);
  return stdio;
};
afterAll(async () => {
  await Promise.all(opened.map((stdio) => stdio.close()));
  await close();
});

const call = (account: string, serverId: string, toolName: string, input: Record<string, number> = {}) =>
  toolCall(ownServer('faultyServer'), toolName, { accountId: toAccountId(account), serverId, input });

describe.runIf(hasProc)('the memory of an account’s programs together', () => {
  it('is limited even if each program is within its own limit: stops the largest, not other accounts’ programs', async () => {
    const stdio = stdioWith(380 * MIB, AMPLE);
    const bystander = textOf(await stdio.call(call('acct_calm', 'calm', 'pid')));
    await stdio.call(call('acct_greedy', 'one', 'hoard', { mib: 100 }));
    const waiting = stdio.call(call('acct_greedy', 'two', 'hoard', { mib: 100, stay: 1 }));
    const ended = stdio.call(call('acct_greedy', 'three', 'hoard', { mib: 250, stay: 1 }));
    // The service stops idle programs first, then the largest one in use.
    expect(await ended).toEqual({
      kind: 'outcome_unknown',
      message: expect.stringContaining('TOOLYARD_STDIO_MEMORY_MB_PER_ACCOUNT'),
    });
    expect(await Promise.race([waiting, 'still waiting'])).toBe('still waiting');
    expect(textOf(await stdio.call(call('acct_calm', 'calm', 'pid')))).toBe(bystander);
    expect(textOf(await stdio.call(call('acct_greedy', 'four', 'waiting')))).toBe('0');
  });
});

describe('the total files of an account’s programs', () => {
  it.each([
    ['many large files', { files: 24, bytes: MIB / 4 }],
    ['a directory that is closed to everybody', { files: 24, bytes: MIB / 4, mode: 0 }],
    ['more entries than a file system has room for', { files: 1_001 }],
  ])('are limited: %s', async (kind, litter) => {
    const stdio = stdioWith(AMPLE, 5 * MIB);
    const account = `acct_${kind.length}`;
    expect(textOf(await stdio.call(call('acct_calm', 'calm', 'waiting')))).toBe('0');
    expect(await stdio.call(call(account, 'one', 'litter', litter))).toEqual({
      kind: 'outcome_unknown',
      message: expect.stringContaining('TOOLYARD_STDIO_FILES_MB_PER_ACCOUNT'),
    });
    // Refuses calls of every program, not only of the one that wrote the files, and refuses repeatedly.
    for (const serverId of ['one', 'two']) {
      await expect(stdio.call(call(account, serverId, 'waiting'))).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('TOOLYARD_STDIO_FILES_MB_PER_ACCOUNT'),
      });
    }
    expect(textOf(await stdio.call(call('acct_calm', 'calm', 'waiting')))).toBe('0');
    rmSync(join(scratchDir, account), { recursive: true });
    await vi.waitFor(async () => expect(textOf(await stdio.call(call(account, 'two', 'waiting')))).toBe('0'), {
      timeout: 30_000,
    });
  });
});
