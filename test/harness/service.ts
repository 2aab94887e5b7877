import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

const { start } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).scripts;
/** `npm start`'s heap flags for Node. */
export const START_FLAGS: readonly string[] = start.match(/--\S+/g);

const READY_MS_MAX = 120_000;

/**
 * The environment of our child programs. Node's compile cache is shared, because stripping types is half of a start's
 * work.
 */
export const CHILD_ENV: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: join(tmpdir(), 'toolyard-compile-cache'),
};

/** `CHILD_ENV` for another user, who can't use our compile cache. */
export const childEnvOf = (uid: number | undefined): Readonly<Record<string, string>> =>
  uid === undefined ? CHILD_ENV : { ...CHILD_ENV, NODE_COMPILE_CACHE: `${CHILD_ENV['NODE_COMPILE_CACHE']}-${uid}` };

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

/** The whole service as a separate process. */
export type Service = {
  readonly child: ChildProcess;
  /** Its output so far: the banner, with the keys and links of the named file; and its log. */
  out(): string;
  err(): string;
  /**
   * The address in the banner.
   * @throws with the output if the service exits first or prints nothing in time
   */
  ready(withinMs?: number): Promise<string>;
  readonly ended: Promise<Ended>;
  /** Sends it a signal and waits for its exit. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
};

export type ServiceOptions = Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'> & {
  /** Starts the service instead of this checkout's `src/main.ts`, with its arguments. */
  readonly main?: string;
  readonly args?: readonly string[];
  /** The executable of another Node version. */
  readonly node?: string;
  /** Flags before `main`. */
  readonly flags?: readonly string[];
};

/** One process, unless a test asks for more. Earlier releases don't know the setting. */
const ONE_PROCESS = { TOOLYARD_WORKERS: '1' };

/** Starts the service on any free port, with `env` and only `CHILD_ENV` of our environment. */
export function startService(env: Readonly<Record<string, string>>, options: ServiceOptions = {}): Service {
  const { main = MAIN, args = [], node = process.execPath, flags = [], ...spawning } = options;
  const child = spawn(node, [...flags, main, ...args], {
    ...spawning,
    env: { ...childEnvOf(spawning.uid), PORT: '0', ...(main === MAIN && ONE_PROCESS), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out = collect(child.stdout);
  const err = collect(child.stderr);
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, out: out.text(), err: err.text() }));
  });
  return {
    child,
    out: () => out.text() + secretsNamedIn(out.text()),
    err: err.text,
    ended,
    ready: (withinMs = READY_MS_MAX) => addressOf({ out, err, ended, withinMs }),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

/** The keys and links of a first start. Without a terminal, the service writes them to a file that the banner names. */
function secretsNamedIn(banner: string): string {
  const [path] = /\/\S+\/first-start\.txt$/m.exec(banner) ?? [];
  return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : '';
}

type Collected = { text(): string; onText(listener: () => void): void };

function collect(stream: NodeJS.ReadableStream): Collected {
  const chunks: string[] = [];
  stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  return { text: () => chunks.join(''), onText: (listener) => void stream.on('data', listener) };
}

type Waiting = { readonly out: Collected; readonly err: Collected; readonly ended: Promise<Ended>; withinMs: number };

async function addressOf({ out, err, ended, withinMs }: Waiting): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const inspect = () => {
    const [, url] = /^Toolyard is ready at (\S+)$/m.exec(out.text()) ?? [];
    // The banner is one write, but its last lines may not have arrived yet.
    if (url !== undefined && out.text().endsWith('\n\n')) resolve(url);
  };
  const fail = (why: string) => reject(new Error(`The service ${why}:\n${out.text()}${err.text()}`));
  const timer = setTimeout(() => fail(`was not ready within ${withinMs} ms`), withinMs);
  out.onText(inspect);
  inspect();
  void ended.then(({ code }) => fail(`ended with ${code} before it was ready`));
  return promise.finally(() => clearTimeout(timer));
}
