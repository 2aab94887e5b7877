import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTally, type Report, type Tally } from './report.ts';

const HOST = join(import.meta.dirname, '../../test/connectors/stdio/fixtures/probeHost.ts');
const KINDS = ['bubblewrap', 'namespaces'] as const;
const USERS = process.getuid?.() === 0 ? (['root', 'an ordinary user'] as const) : (['an ordinary user'] as const);
const ORDINARY = ['--reuid', '65534', '--regid', '65534', '--clear-groups', '--', process.execPath];
/** The probe server's tools: they read, connect, do harm, and use too many resources. */
const TOOLS = ['free', 'harmful', 'costly'];

type Line = Readonly<Record<string, unknown>>;

function startHost(kind: string, user: string, directory: string) {
  const args = [HOST, kind, String(717_000_000 + process.pid), ...TOOLS];
  const isDropped = process.getuid?.() === 0 && user !== 'root';
  return spawn(isDropped ? 'setpriv' : process.execPath, isDropped ? [...ORDINARY, ...args] : args, {
    env: { ...process.env, TMPDIR: directory, TOOLYARD_MASTER_KEY: 'escape-canary' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/**
 * The results of the probes in a service that runs as this user, tool by tool; connections come last. Null if
 * unavailable.
 */
async function probe(kind: string, user: string, directory: string): Promise<readonly Line[] | null> {
  const host = startHost(kind, user, directory);
  const ended = once(host, 'exit');
  const lines: Line[] = [];
  for await (const line of createInterface({ input: host.stdout })) {
    if (line === 'unavailable') return null;
    lines.push(JSON.parse(line));
    if (lines.some((each) => 'connections' in each)) break;
  }
  host.kill('SIGKILL');
  await ended;
  if (!lines.some((each) => 'connections' in each)) throw new Error(`The probes did not end (${kind}, ${user})`);
  return lines;
}

function countIn(tally: Tally, label: string, lines: readonly Line[]): void {
  for (const [name, result] of lines.flatMap((line) => Object.entries(line))) {
    const isHeld = name === 'connections' ? result === 0 : result === 'held';
    tally.count(label, isHeld ? null : `${name}: ${String(result)}`);
  }
}

/** Runs the tests' escape probes in a program under each kind of confinement that this machine supports. */
export async function runEscape(): Promise<Report> {
  const directory = mkdtempSync(join(tmpdir(), 'toolyard-trust-'));
  chmodSync(directory, 0o1777);
  const tally = createTally();
  const figures: Record<string, string> = {};
  try {
    for (const kind of KINDS) {
      for (const user of USERS) {
        const lines = await probe(kind, user, directory);
        if (lines) countIn(tally, `${kind}, service is ${user}`, lines);
        else figures[`${kind}, service is ${user}`] = 'not on this machine';
      }
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return {
    section: 'escape',
    claim: 'a sandboxed program cannot read, reach, change or use anything beyond its grants',
    command: 'npm run trust -- escape',
    rows: tally.rows(),
    wrong: tally.wrong(),
    figures,
  };
}
