import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { findConfinement } from '../../../src/connectors/stdio/confinement.ts';
import { createMcpStdio } from '../../../src/connectors/stdio/mcpStdio.ts';
import { ownServer, temporaryDir, textOf, toolCall } from './stdioKit.ts';

/* Uses this machine's strongest confinement, which also limits reserved memory. */

const scratchDir = temporaryDir();
const confinement = findConfinement({ scratchDir, isUnconfinedAllowed: true });
const stdio = createMcpStdio({ scratchDir, confinement });
afterAll(() => stdio.close());

const faulty = (mode: string) => ({ ...ownServer('faultyServer', [mode]), reads: [import.meta.dirname] });
const call = (mode: string, toolName: string, input: Record<string, number> = {}) =>
  stdio.call(toolCall(faulty(mode), toolName, { serverId: `server_${mode}`, input }));

describe.runIf(existsSync('/proc/self/stat'))('the memory of one program', () => {
  it('excludes memory that worker threads only reserve: eight of them start', async () => {
    expect(textOf(await call('ok', 'threads', { files: 8 }))).toBe('8 threads');
  });

  it('ends a call that uses too much, and names the limit', async () => {
    expect(await call('ok', 'hoard', { mib: 1_200, stay: 1 })).toMatchObject({
      message: expect.stringContaining('more than 1,024 MB of memory'),
    });
  });

  it('is measured from the start', async () => {
    expect(await call('hoards', 'pid')).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('more than 1,024 MB of memory'),
    });
  });
});
