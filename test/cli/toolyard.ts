import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plain } from '../../src/cli/colour.ts';
import type { BaseRun } from '../../src/cli/command.ts';
import { readEnvironment } from '../../src/cli/env.ts';
import { CliError } from '../../src/cli/exit.ts';
import { root } from '../../src/cli/root.ts';
import { runLine } from '../../src/cli/run.ts';
import { createTestDatabase } from '../harness/database.ts';
import { CHILD_ENV } from '../harness/service.ts';
import { startWorld, type World } from '../harness/world.ts';

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts');

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string };
export type Env = Readonly<Record<string, string>>;

export type Started = { readonly child: ChildProcess; readonly ended: Promise<Ended>; out(): string };

/** The command as a separate process, with only `CHILD_ENV` and `env` in its environment. */
export function start(line: readonly string[], env: Env, stdin = '', cwd?: string): Started {
  const child = spawn(process.execPath, [MAIN, ...line], { cwd, env: { ...CHILD_ENV, ...env } });
  child.stdin.on('error', () => undefined).end(stdin);
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text;
  });
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...output })));
  return { child, ended, out: () => output.out };
}

export const toolyard = (line: readonly string[], env: Env, stdin?: string): Promise<Ended> =>
  start(line, env, stdin).ended;

/** The same command line in this process: everything except the process itself, in a tenth of the time. */
export async function run(line: readonly string[], env: Env, stdin = '', ask: BaseRun['ask'] = null): Promise<Ended> {
  return begin(line, env, { readStdin: async () => stdin, ask }).ended;
}

export type Running = { readonly ended: Promise<Ended>; out(): string; err(): string; interrupt(): void };

/** Like `run`, but returns while the command is still running. */
export function begin(line: readonly string[], env: Env, base: Partial<BaseRun> = {}): Running {
  const [out, err]: [string[], string[]] = [[], []];
  const interrupted = new AbortController();
  const code = runLine(root, line, {
    environment: readEnvironment(env),
    signal: interrupted.signal,
    readStdin: async () => '',
    notice: (text) => err.push(text),
    ask: null,
    print: (text) => out.push(text),
    paint: plain,
    paintErr: plain,
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    ...base,
  });
  const output = { out: () => out.join('\n'), err: () => err.join('\n') };
  return {
    ...output,
    ended: code.then((ended) => ({ code: ended, out: output.out(), err: output.err() })),
    interrupt: () => interrupted.abort(new CliError('interrupted', 'Interrupted')),
  };
}

/** The JSON output of a command that must succeed. */
export async function runJson(line: readonly string[], env: Env, stdin?: string): Promise<unknown> {
  const { code, out, err } = await run([...line, '--json'], env, stdin);
  if (code !== 0) throw new Error(`toolyard ${line.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out);
}

export const temporaryDir = (): { path: string; remove(): void } => {
  const path = mkdtempSync(join(tmpdir(), 'toolyard-cli-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};

/** Limits that no test reaches. */
const LIMITS = {
  default: 9_999,
  stacks: 9_999,
  invoke: 9_999,
  list_tools: 9_999,
  call_tool: 9_999,
  failed_auth: 9_999,
  sign_in: 9_999,
  sign_in_hourly: 9_999,
  dashboard: 9_999,
  dashboard_calls: 9_999,
};

export type Installation = {
  readonly world: World;
  /** The environment for commands on the running server's database. */
  readonly operator: Env;
  /** The environment for commands that call the running server as `world.account`. */
  readonly api: Env;
  readonly dir: string;
  close(): Promise<void>;
};

/** A running server, and commands on the same database with the same master key. */
export async function startInstallation(egressAllow = '', more: { runsJobs?: true } = {}): Promise<Installation> {
  const database = await createTestDatabase();
  const dir = temporaryDir();
  const key = randomBytes(32);
  const config = { masterKey: { from: 'value', key, previous: [] } } as const;
  const world = await startWorld({ databaseUrl: database.url, config, egressAllow, limits: LIMITS, ...more });
  return {
    world,
    operator: {
      DATABASE_URL: database.url,
      TOOLYARD_MASTER_KEY: key.toString('base64'),
      TOOLYARD_DATA_DIR: dir.path,
      TOOLYARD_EGRESS_ALLOW: egressAllow,
    },
    api: { TOOLYARD_URL: world.url, TOOLYARD_API_KEY: world.account.apiKey },
    dir: dir.path,
    async close() {
      await world.close();
      await database.close();
      dir.remove();
    },
  };
}
