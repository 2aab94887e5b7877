import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, makeAccount } from '../../scripts/chaos/account.ts';
import { type CountingUpstream, serverDocument, startCountingUpstream, TOOL_ID } from '../../scripts/chaos/upstream.ts';
import { workerCount } from '../../src/start/workers/workerCount.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { type Service, startService } from '../harness/service.ts';

const WORKERS = 2;
/** `REQUESTS=10000` for the figures of `docs/performance.md`. */
const CALLS = Number(process.env['REQUESTS'] ?? 300);
const CLIENTS = 16;
const TOOL_MS = 50;
const KILLS = Math.max(2, CALLS / 1_000);
/** A killed worker's key is free once its lease has ended. */
const [TRIES, PAUSE_MS] = [200, 100];
const LIMIT = 40;
const START_MS_MAX = 120_000;
const LIFE_MS_MAX = 900_000;
const METRICS_TOKEN = randomBytes(16).toString('hex');

const dataDir = mkdtempSync(join(tmpdir(), 'toolyard-workers-'));
let database: TestDatabase;
let upstream: CountingUpstream;
let service: Service;
let url: string;
let account: Account;

beforeAll(async () => {
  database = await createTestDatabase();
  upstream = await startCountingUpstream();
  service = startService({
    TOOLYARD_DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64'),
    TOOLYARD_WORKERS: String(WORKERS),
    TOOLYARD_EGRESS_ALLOW: new URL(upstream.origin).host,
    TOOLYARD_METRICS_TOKEN: METRICS_TOKEN,
    TOOLYARD_RATE_LIMITS: `call_tool=9999999,list_tools=${LIMIT}`,
  });
  url = await service.ready();
  const [apiKey = ''] = service.out().match(/\bty_\w+/) ?? [];
  account = await makeAccount(url, apiKey, [serverDocument(upstream.origin)]);
  await allReady();
});

afterAll(async () => {
  await service.stop('SIGKILL');
  upstream.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type Answer = { readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly text: string };

/** Sends a request, on a new connection without an agent. Each connection may reach another worker. */
function ask(method: string, path: string, { body, agent, ...headers }: AskOptions = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const token = { authorization: `Bearer ${account?.token}` };
  const clientRequest = request(
    new URL(path, url),
    { method, agent: agent ?? false, headers: { ...token, 'content-type': 'application/json', ...headers } },
    (answer) => {
      const pieces: string[] = [];
      answer.setEncoding('utf8').on('data', (piece) => pieces.push(piece));
      answer.once('error', reject).once('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: pieces.join('') });
      });
    },
  );
  clientRequest.once('error', reject).end(body);
  return promise;
}
type AskOptions = { readonly body?: string; readonly agent?: Agent; readonly [header: string]: unknown };

const readyz = async (): Promise<unknown> => JSON.parse((await ask('GET', '/readyz')).text);
/** The process ids of the workers. */
const pids = (): readonly number[] => {
  const processes = spawnSync('pgrep', ['-P', String(service.child.pid), '-f', 'start/main'], { encoding: 'utf8' });
  return processes.stdout.split('\n').filter(Boolean).map(Number);
};

const allReady = () =>
  eventually(
    'all workers serve',
    async () => JSON.stringify(await readyz()).includes(`"workers":{"running":${WORKERS},"wanted":${WORKERS}}`),
    START_MS_MAX,
  );

const metric = async (name: string): Promise<number> => {
  const { text } = await ask('GET', '/metrics', { authorization: `Bearer ${METRICS_TOKEN}` });
  return Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
};

it.each([
  ['auto', { cores: 8, memoryBytes: 16 * 2 ** 30 }, 8],
  ['auto', { cores: 8, memoryBytes: 3 * 2 ** 30 }, 4],
  ['auto', { cores: 8, memoryBytes: 1.5 * 2 ** 30 - 1 }, 1],
  ['auto', { cores: 8, memoryBytes: 2 ** 28 }, 1],
  ['auto', { cores: 1, memoryBytes: 16 * 2 ** 30 }, 1],
  ['auto', { cores: 128, memoryBytes: 2 ** 40 }, 16],
  [3, { cores: 1, memoryBytes: 2 ** 28 }, 3],
] as const)('%s workers on %o are %d', (workers, machine, count) => {
  expect(workerCount({ workers }, machine)).toBe(count);
});

it('the workers together admit exactly the limit, and count down once per request', async () => {
  const path = `/s/${account.clientId}/list_tools`;
  const answers = await Promise.all(Array.from({ length: LIMIT * 2 }, () => ask('GET', path)));
  const remaining = answers.map(({ headers }) => Number(headers['x-ratelimit-remaining'])).sort((a, b) => b - a);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(LIMIT);
  expect(remaining.slice(0, LIMIT)).toEqual(Array.from({ length: LIMIT }, (_, at) => LIMIT - 1 - at));
  const { text } = await ask('GET', '/metrics', { authorization: `Bearer ${METRICS_TOKEN}` });
  expect(text).toContain(`status="429"} ${LIMIT}\n`);
});

it('all workers share one instance of a program', async () => {
  const call = { body: JSON.stringify({ tool_name: 'everything_echo', tool_input: { message: '1.50' } }) };
  const [clientId] = /client_[\w-]+/.exec(service.out()) ?? [];
  const [, token] = /Stack token +(\S+)/.exec(service.out()) ?? [];
  const echo = () => ask('POST', `/s/${clientId}/call_tool`, { ...call, authorization: `Bearer ${token}` });
  for (let calls = 0; calls < 6; calls += 1) {
    expect(await echo()).toMatchObject({ status: 200, text: expect.stringContaining('Echo: 1.50') });
  }
  expect(await metric('toolyard_server_processes')).toBe(1);
  const workersOfCalls = () =>
    new Set([...service.err().matchAll(/"worker":(\d+).*"toolId":"everything_echo"/g)].map(([, id]) => id));
  await eventually('both workers have logged calls', () => workersOfCalls().size === WORKERS, START_MS_MAX);
});

/** Makes a call with an idempotency key. Resolves to `ok`, `unknown`, or why the request failed. */
async function callOnce(call: string, agent?: Agent): Promise<string> {
  const body = JSON.stringify({ tool_name: TOOL_ID, tool_input: { call, ms: TOOL_MS } });
  const more = { body, 'idempotency-key': call, ...(agent && { agent }) };
  const answer = await ask('POST', `/s/${account.clientId}/call_tool`, more).catch((error: Error) => error);
  if (answer instanceof Error) return answer.message;
  if (answer.status === 200) return 'ok';
  return answer.headers['x-outcome'] === 'unknown' ? 'unknown' : `${answer.status} ${answer.text}`;
}

type Tally = { readonly failed: readonly string[]; readonly unknown: number };

/** Makes `CALLS` calls, each once or until it is answered. No call may run twice, and each answered one has run. */
async function callAll(prefix: string, tries: number, agent?: Agent): Promise<Tally> {
  const failed: string[] = [];
  const endings = new Map<string, string>();
  const names = Array.from({ length: CALLS }, (_, at) => `${prefix}-${at}`);
  const waiting = names.values();
  const client = async (): Promise<void> => {
    for (const call of waiting) {
      let ending = await callOnce(call, agent);
      for (let left = tries; ending !== 'ok' && ending !== 'unknown' && left > 1; left -= 1) {
        failed.push(ending);
        await delay(PAUSE_MS);
        ending = await callOnce(call, agent);
      }
      endings.set(call, ending);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const wrong = names.filter((call) => {
    const runs = upstream.runs(call);
    return runs > 1 || (endings.get(call) === 'ok' && runs !== 1);
  });
  expect(wrong).toEqual([]);
  const last = [...endings.values()];
  failed.push(...last.filter((ending) => ending !== 'ok' && ending !== 'unknown'));
  return { failed, unknown: last.filter((ending) => ending === 'unknown').length };
}

it('replaces its workers on SIGHUP without a failed request', { timeout: LIFE_MS_MAX }, async () => {
  const before = pids();
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const isRolled = () => service.err().includes('"replaced the workers"');
  const failed: string[] = [];
  let made = 0;
  service.child.kill('SIGHUP');
  while (made < CALLS || !isRolled()) {
    const tally = await callAll(`roll-${made}`, 1, agent);
    failed.push(...tally.failed);
    made += CALLS;
  }
  agent.destroy();
  await allReady();
  process.stdout.write(`${made} calls while ${WORKERS} workers were replaced: ${failed.length} failed\n`);
  expect(failed).toEqual([]);
  expect(pids().filter((pid) => before.includes(pid))).toEqual([]);
  expect(await metric('toolyard_tool_calls_total{outcome="ok"}')).toBe(made + 6);
});

it('runs no call twice and loses no answered one while workers are killed', { timeout: LIFE_MS_MAX }, async () => {
  const listening = () => service.err().match(/"Server listening/g)?.length ?? 0;
  const killOne = async (): Promise<void> => {
    const before = listening();
    const [victim] = pids();
    if (victim !== undefined) process.kill(victim, 'SIGKILL');
    await eventually('another worker serves', () => listening() > before, START_MS_MAX);
    await allReady();
  };
  const calling = callAll('kill', TRIES);
  for (let kills = 0; kills < KILLS; kills += 1) await killOne();
  const { failed, unknown } = await calling;
  process.stdout.write(
    `${CALLS} calls while ${KILLS} workers were killed: ${failed.length} requests failed, ${unknown} outcomes unknown\n`,
  );
  expect(service.err()).toContain('a worker exited; starting another one');
});

it('stops cleanly', async () => {
  const { code, err } = await service.stop('SIGTERM');
  expect({ code, end: err.slice(-2_000) }).toMatchObject({ code: 0 });
  expect(err.split('\n').filter((line) => line.startsWith('{') && !line.includes('"instance":'))).toEqual([]);
});
