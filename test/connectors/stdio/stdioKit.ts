import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenCredential, ToolCall } from '../../../src/core/calls/connector.ts';
import { toAccountId, toStackId } from '../../../src/core/kernel/ids.ts';
import type { ToolOutcome } from '../../../src/core/results/outcome.ts';
import type { ConnectorDocument } from '../../../src/core/servers/document.ts';
import { type CallOptions, NO_FILES, PERMIT, serverKey } from '../../harness/toolCall.ts';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}.ts`, import.meta.url));

export const temporaryDir = (): string => mkdtempSync(join(tmpdir(), 'toolyard-test-'));

export const packageServer = (name: string, args: string[] = []): ConnectorDocument => ({
  kind: 'mcp-stdio',
  package: `@modelcontextprotocol/server-${name}`,
  args,
  env: {},
});

export const ownServer = (name: string, args: string[] = [], env: Record<string, string> = {}): ConnectorDocument => ({
  kind: 'mcp-stdio',
  command: process.execPath,
  args: [fixture(name), ...args],
  env,
});

export const envCredential = (fieldId: string, value: string, name: string): OpenCredential => ({
  fieldId,
  value,
  placement: { in: 'env', name },
});

export const toolCall = (
  connector: ConnectorDocument,
  toolName: string,
  { serverId = 'server_a', ...more }: CallOptions = {},
): ToolCall => ({
  permit: PERMIT,
  accountId: toAccountId('acct_a'),
  stackId: toStackId('stack_a'),
  owner: '',
  serverId: serverKey(serverId),
  connector,
  toolName,
  request: null,
  input: {},
  files: NO_FILES,
  credentials: [],
  signal: AbortSignal.timeout(60_000),
  scrub: (text) => text,
  hold: () => undefined,
  secrets: [],
  ...more,
});

/** The text of a result; a failure stays unchanged. */
export function textOf(outcome: ToolOutcome): unknown {
  if (outcome.kind !== 'ok' || outcome.output.type !== 'mcp') return outcome;
  return outcome.output.content.map((block) => block['text']).join('\n');
}

/** Ids of processes whose command line or environment contains `marker`: a test's leftovers. */
export function processesNaming(marker: string): readonly string[] {
  const script = 'grep -lsaF -- "$1" /proc/[0-9]*/cmdline /proc/[0-9]*/environ || true';
  const lines = execFileSync('sh', ['-c', script, 'sh', marker], { encoding: 'utf8' }).split('\n');
  const pids = lines.map((line) => line.split('/')[2] ?? '').filter((pid) => pid !== '');
  // The search itself has the marker in its arguments, but has exited by then.
  return [...new Set(pids)].filter((pid) => isAlive(Number(pid)));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
