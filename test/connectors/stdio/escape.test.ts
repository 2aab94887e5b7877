import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { processesNaming, temporaryDir } from './stdioKit.ts';

const HOST = fileURLToPath(new URL('fixtures/probeHost.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;
const temporary = temporaryDir();
if (isRoot) execFileSync('chmod', ['1777', temporary]);
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

type Kind = { readonly kind: string; readonly as: 'the same user' | 'an ordinary user' };

/** Each type of confinement, with a service that runs as root and one that doesn't, if this machine supports it. */
const KINDS: readonly Kind[] = ['bubblewrap', 'namespaces'].flatMap((kind) => [
  { kind, as: 'the same user' } as const,
  ...(isRoot ? [{ kind, as: 'an ordinary user' } as const] : []),
]);

const ORDINARY = ['--reuid', '65534', '--regid', '65534', '--clear-groups', '--', process.execPath];

type Host = { readonly process: ChildProcess; readonly lines: readonly Record<string, unknown>[] | null };

/** Runs the probe server's tools under a service with this confinement; no lines if unavailable. */
async function probe({ kind, as }: Kind, orphan: string, tools: readonly string[]): Promise<Host> {
  const args = [HOST, kind, orphan, ...tools];
  const env = { ...process.env, TMPDIR: temporary, TOOLYARD_MASTER_KEY: 'escape-canary' };
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const host =
    as === 'the same user'
      ? spawn(process.execPath, args, { env, stdio: [...stdio] })
      : spawn('setpriv', [...ORDINARY, ...args], { env, stdio: [...stdio] });
  const lines: Record<string, unknown>[] = [];
  for await (const line of createInterface({ input: host.stdout })) {
    if (line === 'unavailable') return { process: host, lines: null };
    lines.push(JSON.parse(line));
    if ('connections' in Object(lines.at(-1))) break;
  }
  return { process: host, lines };
}

async function kill(host: ChildProcess): Promise<void> {
  if (host.exitCode !== null || host.signalCode !== null) return;
  host.kill('SIGKILL');
  await once(host, 'exit');
}

const heldOf = (results: object) => Object.fromEntries(Object.keys(results).map((name) => [name, 'held']));
const isHeld = (result: unknown): boolean => result === 'held';

let orphans = 717_000 + process.pid;
const nextOrphan = () => {
  orphans += 100_000;
  return String(orphans);
};

describe.each(KINDS)('a program confined by $kind, of $as', (kind) => {
  it('gets nothing, reaches nothing and leaves nothing behind', async ({ annotate, skip }) => {
    const orphan = nextOrphan();
    const host = await probe(kind, orphan, ['free', 'harmful', 'costly', 'orphans']);
    if (host.lines === null) return skip(`${kind.kind} does not work here`);
    const [free = {}, harmful = {}, costly = {}, , last] = host.lines;
    const results = { ...free, ...harmful, ...costly };
    await annotate(`${Object.keys(results).length} probes`);
    expect(Object.keys(results).length).toBeGreaterThanOrEqual(50);
    expect(results).toEqual(heldOf(results));
    expect(last).toEqual({ connections: 0 });
    expect(processesNaming(orphan)).not.toEqual([]);
    await kill(host.process);
    await vi.waitFor(() => expect(processesNaming(orphan)).toEqual([]), { timeout: 30_000 });
  });
});

it('the probes work: without confinement most of them succeed', async () => {
  const host = await probe({ kind: 'none', as: 'the same user' }, nextOrphan(), ['free']);
  await kill(host.process);
  const [free = {}, last] = host.lines ?? [];
  const got = Object.keys(free).filter((name) => !isHeld(free[name]));
  expect(got).toEqual(
    expect.arrayContaining(['the master key', 'the .env file', 'a service on 127.0.0.1', 'a signal to the service']),
  );
  expect(got.length).toBeGreaterThanOrEqual(14);
  expect(last).not.toEqual({ connections: 0 });
});
