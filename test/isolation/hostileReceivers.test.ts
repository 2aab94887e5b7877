import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { createCallCopier } from '../../src/core/callRecords/copier.ts';
import { newCallId } from '../../src/core/kernel/ids.ts';
import type { TracedCall } from '../../src/core/lib/spans.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { connectClickHouse } from '../../src/start/callCopier.ts';
import { createClosers } from '../../src/start/closers.ts';
import { openTelemetry } from '../../src/start/telemetry.ts';
import { createClickHouse } from '../../src/store/clickHouse.ts';
import { callIn } from '../core/callRecords/kit.ts';
import { createTestAccount, createWorld } from '../core/world.ts';
import { CREDENTIAL } from '../harness/credential.ts';
import { eventually } from '../harness/eventually.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { recordingLog } from '../harness/log.ts';
import { longestWait } from '../harness/longestWait.ts';
import {
  type HostileServer,
  HTTP_MISDEEDS,
  type Misdeed,
  readBytesMax,
  startHostile,
  TLS_MISDEEDS,
} from './misdeeds.ts';

/*
 * The operator's receivers of spans, metrics and call records (OTLP and ClickHouse) misbehave. Calls continue, queues
 * are bounded, and a recovered receiver gets new data.
 */

const [ATTEMPT_MS, SICK_MS] = [300, 1_000];
/** The most bytes of a response that an exporter reads in one attempt. */
const BODY_BYTES_MAX = 65_536;
/** Includes the receivers' own work. Reading endlessly would take all of the time. */
const BUSY_MS_MAX = 1_000;
/** Includes garbage and the work of ten receivers. Buffering the responses would take several GiB. */
const GROWTH_MIB_MAX = 1_024;
/** The most attempts per receiver in `SICK_MS`: one at a time with pauses, or the parts of a bisected batch. */
const ATTEMPTS_MAX = 120;
/** Calls that end while a receiver misbehaves, and the longest error that a record stores. */
const [CALLS, ERROR_CHARS] = [300, 2_000];

const NEVER = 'retry-after: 31536000000\r\nratelimit-reset: 31536000000\r\n';
const answers = (line: string, more = ''): Misdeed => {
  const text = `HTTP/1.1 ${line}\r\n${more}content-length: 2\r\nconnection: close\r\n\r\n{}`;
  return (socket) => void socket.once('data', () => socket.end(text));
};
const STATUSES = [204, 301, 307, 308, 400, 401, 403, 404, 408, 413, 418, 425, 429, 500, 502, 503, 504, 599];
const HTTP: Readonly<Record<string, Misdeed>> = {
  ...HTTP_MISDEEDS,
  ...Object.fromEntries(
    STATUSES.map((status) => [`answers ${status} for a thousand years`, answers(`${status} No`, NEVER)]),
  ),
  'says when in words': answers('503 No', 'retry-after: Fri, 31 Dec 9999 23:59:59 GMT\r\n'),
  'answers with 60 KB of headers': answers('200 OK', `x-long: ${'x'.repeat(60_000)}\r\n`),
  'calls each batch wrong': answers('400 No', 'x-clickhouse-exception-code: 27\r\n'),
  'says of a stored batch that it failed': answers('200 OK', `x-clickhouse-exception-code: ${'9'.repeat(8_000)}\r\n`),
  'redirects to another machine': answers('307 Go', 'location: http://169.254.169.254/latest/\r\n'),
  'redirects out of the protocol': answers('302 Go', 'location: file:///etc/passwd\r\n'),
  'answers as a stream of events': answers('200 OK', 'content-type: text/event-stream\r\n'),
};
const SICK = [
  ...Object.entries(HTTP).map(([behavior, misdeed]) => ['http', behavior, misdeed] as const),
  ...Object.entries(TLS_MISDEEDS).map(([behavior, misdeed]) => ['https', behavior, misdeed] as const),
];
const KINDS = ['OTLP', 'ClickHouse'] as const;
const CASES = KINDS.flatMap((kind) => SICK.map(([scheme, behavior]) => [kind, scheme, behavior] as const));

const world = await createWorld();
const account = await createTestAccount(world, 'copied');
const CALL: TracedCall = {
  ...{ trace: null, startedAt: 1, latencyMs: 2, name: 'tools/call bank_pay', isFailed: false },
  ...{ facts: { 'gen_ai.tool.name': 'bank_pay' }, upstream: null },
};

type Sender = { add(): void; dropped(): number; close(): Promise<void> };
const log = recordingLog();

async function toOtlp(origin: string): Promise<Sender> {
  const config = readConfig({
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: origin, OTEL_EXPORTER_OTLP_HEADERS: `authorization=${CREDENTIAL}` },
    ...{ OTEL_EXPORTER_OTLP_TIMEOUT: String(ATTEMPT_MS), OTEL_BSP_SCHEDULE_DELAY: '50' },
  });
  const closers = createClosers();
  const exporter = await openTelemetry(config, { metrics: createMetrics(), log, closers });
  if (!exporter) throw new Error('there is no exporter');
  return { add: () => exporter.callEnded(CALL), dropped: () => 0, close: () => closers.close() };
}

async function toClickHouse(origin: string): Promise<Sender> {
  const { calls } = readConfig({ TOOLYARD_CALLS_URL: `${origin.replace('//', `//user:${CREDENTIAL}@`)}/calls` });
  if (!calls) throw new Error('there is no store');
  const clickHouse = await connectClickHouse(calls);
  const sink = createClickHouse({ ...calls, send: clickHouse.send });
  const bounds = { gatherMs: 50, retryMs: 50, attemptMs: ATTEMPT_MS };
  const copier = createCallCopier({ db: world.database.db, log, sink }, bounds);
  return {
    add: () => copier.add([callIn(account, account.stackId, { id: newCallId(), error: 'x'.repeat(ERROR_CHARS) })]),
    dropped: copier.dropped,
    close: () => copier.close().then(() => clickHouse.close()),
  };
}

type End = {
  readonly server: HostileServer;
  readonly connectionCount: number;
  readonly read: number;
  heard: string[];
};
const ends = new Map<string, End>();
let [mostMs, grownMib] = [0, 0];

type Sick = (typeof SICK)[number];

async function endure(kind: (typeof KINDS)[number], [scheme, behavior, misdeed]: Sick): Promise<() => Promise<void>> {
  const server = await startHostile();
  server.choose(misdeed);
  const sender = await (kind === 'OTLP' ? toOtlp : toClickHouse)(`${scheme}://127.0.0.1:${server.port}`);
  return async () => {
    for (let at = 0; at < CALLS; at += 1) sender.add();
    await eventually(`${kind} ${behavior}: asked`, () => server.connectionCount() > 0, 10_000);
    await delay(SICK_MS);
    const end: End = { server, connectionCount: server.connectionCount(), read: server.readBytes(), heard: [] };
    ends.set(`${kind} ${scheme} ${behavior}`, end);
    server.choose((socket) => {
      socket.once('data', (bytes) => void end.heard.push(bytes.toString('latin1', 0, 200)));
      answers('200 OK')(socket);
    });
    sender.add();
    if (scheme === 'http') await eventually(`${kind} ${behavior}: heard of again`, () => end.heard.length > 0, 10_000);
    await sender.close();
  };
}

/** Few enough that the receivers' own work stays small per turn. */
const AT_ONCE = 10;

beforeAll(async () => {
  const sick = KINDS.flatMap((kind) => SICK.map((each) => [kind, each] as const));
  for (let from = 0; from < sick.length; from += AT_ONCE) {
    const ready = await Promise.all(sick.slice(from, from + AT_ONCE).map(([kind, each]) => endure(kind, each)));
    const before = process.memoryUsage().rss;
    const timer = setInterval(() => {
      grownMib = Math.max(grownMib, (process.memoryUsage().rss - before) / 1_048_576);
    }, 20);
    const { busyMs } = await longestWait(() => Promise.all(ready.map((run) => run())));
    clearInterval(timer);
    mostMs = Math.max(mostMs, busyMs);
  }
});
afterAll(async () => {
  await Promise.all([...ends.values()].map(({ server }) => server.close()));
  await world.database.close();
});

it.each(CASES)(`${CASES.length} receivers: %s over %s that %s`, async (kind, scheme, behavior) => {
  const end = ends.get(`${kind} ${scheme} ${behavior}`);
  if (!end) throw new Error('it was not tried');
  expect(end.connectionCount).toBeGreaterThan(0);
  expect(end.connectionCount).toBeLessThanOrEqual(ATTEMPTS_MAX);
  expect(end.read / end.connectionCount).toBeLessThan(readBytesMax(behavior, BODY_BYTES_MAX));
  if (scheme === 'http') expect(end.heard[0]).toMatch(kind === 'OTLP' ? /^POST \/v1\/traces / : /^POST \/\?/);
  await eventually('its connections are closed', () => end.server.open() === 0, 10_000);
});

it.each([
  ['OTLP', toOtlp],
  ['ClickHouse', toClickHouse],
])('%s follows no redirect, even to another path of its receiver', async (_kind, to) => {
  const paths: string[] = [];
  const receiver = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.writeHead(307, { location: '/moved' }).end();
  });
  const sender = await to(`http://127.0.0.1:${await listenOnLoopback(receiver)}`);
  sender.add();
  await eventually('it is asked', () => paths.length > 0, 10_000);
  await sender.close();
  receiver.close();
  expect(paths.filter((path) => path.startsWith('/moved'))).toEqual([]);
});

it('the service’s event loop and memory stay almost unaffected', () => {
  expect(mostMs).toBeLessThan(BUSY_MS_MAX);
  expect(grownMib).toBeLessThan(GROWTH_MIB_MAX);
});

it('no log line has the receivers’ credentials', () => {
  expect(JSON.stringify(log.lines.map(({ fields, message }) => [fields, message]))).not.toContain(CREDENTIAL);
  expect(log.lines.length).toBeGreaterThan(0);
});
