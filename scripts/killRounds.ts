/**
 * Kills the running service with SIGKILL again and again while it acknowledges writes over REST, starts it again on the
 * same data directory, and counts what was lost: `node scripts/killRounds.ts [rounds]`. Exits 1 unless nothing was.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const ROUNDS = Number(process.argv[2] ?? 200);
const WRITERS = 4;
const WRITE_MS_MAX = 400;
const START_MS_MAX = 30_000;

type Victim = 'everything' | 'server' | 'database';
const VICTIMS: readonly Victim[] = ['everything', 'everything', 'server', 'database'];

type Service = { readonly child: ChildProcess; readonly url: string; readonly output: () => string };
type Tally = { acknowledged: Set<string>; lost: Set<string>; failedStarts: number };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
}

function launch(dataDir: string, port: number): Service {
  const env = {
    ...process.env,
    PORT: String(port),
    TOOLYARD_DATA_DIR: dataDir,
    TOOLYARD_RATE_LIMITS: 'off',
    TOOLYARD_LOG_LEVEL: 'warn',
  };
  const child = spawn(process.execPath, ['src/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  return { child, url: `http://127.0.0.1:${port}`, output: () => chunks.join('') };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

async function waitUntilReady(service: Service): Promise<boolean> {
  const deadline = Date.now() + START_MS_MAX;
  while (Date.now() < deadline && service.child.exitCode === null) {
    if (await isReady(service.url)) return true;
    await delay(20);
  }
  return false;
}

async function writeUntilDead(url: string, apiKey: string, round: number, tally: Tally): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const writer = async (writerIndex: number) => {
    for (let index = 0; ; index++) {
      const body = JSON.stringify({ stack_name: `round ${round}, writer ${writerIndex}, ${index}` });
      const answer = await fetch(`${url}/v1/stacks`, { method: 'POST', headers, body }).catch(() => null);
      const stack = answer?.ok ? await answer.json().catch(() => null) : null;
      if (!stack) return;
      tally.acknowledged.add(stack.stack_id);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => writer(index)));
}

/** Pids of PostgreSQL processes that work in the data directory, found by their working directory. */
async function databasePids(dataDir: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
      return command.startsWith('postgres') && cwd.startsWith(dataDir) ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself in the meantime.
    }
  }
}

async function strike(victim: Victim, service: Service, dataDir: string): Promise<void> {
  const { pid } = service.child;
  const server = victim === 'database' || pid === undefined ? [] : [pid];
  const database = victim === 'server' ? [] : await databasePids(dataDir);
  killAll([...server, ...database]);
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve));
}

async function countLost(url: string, apiKey: string, tally: Tally): Promise<void> {
  const answer = await fetch(`${url}/v1/stacks`, { headers: { authorization: `Bearer ${apiKey}` } });
  const listed: { stack_id: string }[] = await answer.json();
  const present = new Set(listed.map((stack) => stack.stack_id));
  for (const id of tally.acknowledged) if (!present.has(id)) tally.lost.add(id);
}

type Run = { readonly dataDir: string; readonly port: number; readonly tally: Tally; apiKey: string };

/** Starts the service and checks that everything acknowledged so far is there. Null when it does not start. */
async function start(run: Run, round: number): Promise<Service | null> {
  const service = launch(run.dataDir, run.port);
  if (!(await waitUntilReady(service))) {
    run.tally.failedStarts += 1;
    console.log(`round ${round}: did not start\n${service.output()}`);
    await ended(service.child);
    return null;
  }
  run.apiKey ||= /ty_\w+/.exec(service.output())?.[0] ?? '';
  await countLost(service.url, run.apiKey, run.tally);
  return service;
}

async function killRound(run: Run, round: number): Promise<void> {
  const service = await start(run, round);
  if (!service) return;
  const writing = writeUntilDead(service.url, run.apiKey, round, run.tally);
  await delay(Math.random() * WRITE_MS_MAX);
  await strike(VICTIMS[round % VICTIMS.length] ?? 'everything', service, run.dataDir);
  await writing;
  await ended(service.child);
}

async function main(): Promise<number> {
  const tally: Tally = { acknowledged: new Set(), lost: new Set(), failedStarts: 0 };
  const run: Run = {
    dataDir: await mkdtemp(join(tmpdir(), 'toolyard-kill-')),
    port: await freePort(),
    tally,
    apiKey: '',
  };
  for (let round = 1; round <= ROUNDS; round++) {
    await killRound(run, round);
    if (round % 20 === 0)
      console.log(`round ${round}: ${tally.acknowledged.size} acknowledged, ${tally.lost.size} lost`);
  }
  const last = await start(run, ROUNDS + 1);
  last?.child.kill('SIGTERM');
  if (last) await new Promise((resolve) => last.child.once('exit', resolve));
  killAll(await databasePids(run.dataDir));
  await rm(run.dataDir, { recursive: true, force: true });
  const { acknowledged, lost, failedStarts } = tally;
  console.log(
    `${ROUNDS} rounds: ${acknowledged.size} acknowledged writes, ${lost.size} lost, ${failedStarts} failed starts`,
  );
  return lost.size === 0 && failedStarts === 0 && acknowledged.size > 0 ? 0 : 1;
}

process.exit(await main());
