import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  bubblewrap,
  type Confinement,
  type ConfinementOptions,
  isAvailable,
  namespaces,
} from '../../../src/connectors/stdio/confinement.ts';
import { createMcpStdio } from '../../../src/connectors/stdio/mcpStdio.ts';
import { toAccountId, toStackId } from '../../../src/core/kernel/ids.ts';
import { ownServer, packageServer, temporaryDir, textOf, toolCall } from './stdioKit.ts';

const KINDS: Readonly<Record<string, (options: ConfinementOptions) => Confinement>> = { bubblewrap, namespaces };
const UUID = '0198c0de-0000-7000-8000-000000000000';

/** The connector with this confinement, and the directories of its programs; null if unsupported here. */
async function open(kind: string) {
  const temporary = temporaryDir();
  if (process.getuid?.() === 0) execFileSync('chmod', ['1777', temporary]);
  const scratchDir = join(temporary, 'a-data-directory-of-a-service', 'scratch');
  mkdirSync(scratchDir, { recursive: true });
  const options = { scratchDir, searchPath: process.env['PATH'] ?? '' };
  const confinement = KINDS[kind]?.(options);
  if (!confinement || !(await isAvailable(confinement, options))) return null;
  return { scratchDir, stdio: createMcpStdio({ ...options, confinement: async () => confinement }) };
}

const callOptions = {
  accountId: toAccountId(`acct_${UUID}`),
  stackId: toStackId(`stack_${UUID}`),
  serverId: `server_${UUID}`,
};

describe.each(Object.keys(KINDS))('a program confined by %s', (kind) => {
  it('has space for a Unix socket below TMPDIR', async ({ skip }) => {
    const opened = await open(kind);
    if (!opened) return skip(`${kind} does not work here`);
    const answer = textOf(await opened.stdio.call(toolCall(ownServer('faultyServer'), 'socket', callOptions)));
    await opened.stdio.close();
    expect(answer).toBe('listening, and found under the other path: true');
  });

  it('of the product has a TMPDIR that it may write to', async ({ skip }) => {
    const opened = await open(kind);
    if (!opened) return skip(`${kind} does not work here`);
    const answer = textOf(await opened.stdio.call(toolCall(packageServer('everything'), 'get-env', callOptions)));
    await opened.stdio.close();
    const env = z.object({ TMPDIR: z.string(), HOME: z.string() }).parse(JSON.parse(String(answer)));
    expect(env.HOME.startsWith(opened.scratchDir)).toBe(true);
    expect(env.TMPDIR).toBe(env.HOME);
  });
});
