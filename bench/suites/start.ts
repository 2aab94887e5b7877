import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Closers } from '../../src/start/closers.ts';
import { type Figure, figureOf } from '../lib/figure.ts';
import { readyUrl, SERVICE } from '../lib/installation.ts';
import { cpuMsOf, residentMbOf, start } from '../lib/processes.ts';
import { bearer } from '../lib/targets.ts';

const LATER_RUNS = 5;
/** Where the service stores its keys if it starts without a terminal. */
const FIRST_START = 'first-start.txt';
/** After this time, the cleanup that follows a start is done. */
const IDLE_AFTER_MS = 2_000;

/** One start of the service as a user would start it: with its own database, on all cores. */
type Run = {
  readonly readyMs: number;
  /** `readyMs` without the wait for the embedded database: the time in our own code. */
  readonly ownMs: number;
  /** CPU time of the Node process until the service is ready. */
  readonly cpuMs: number;
  readonly idleMb: number;
  /** The duration of the first request to each surface. */
  readonly firstMs: Readonly<Record<string, number>>;
};

export type StartFigures = {
  readonly first: Run;
  readonly later: {
    readonly readyMs: Figure;
    readonly ownMs: Figure;
    readonly cpuMs: Figure;
    readonly idleMb: Figure;
    readonly firstMs: Readonly<Record<string, Figure>>;
  };
};

type Credentials = { readonly apiKey: string; readonly token: string; readonly clientId: string };

export async function measureStart(closers: Closers): Promise<StartFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'toolyard-bench-start-'));
  closers.add(async () => rmSync(dataDir, { recursive: true, force: true }));
  const { run: first, credentials } = await runOnce(dataDir, null);
  const runs: Run[] = [];
  for (let run = 0; run < LATER_RUNS; run++) runs.push((await runOnce(dataDir, credentials)).run);
  const figure = (of: (run: Run) => number): Figure => figureOf(runs.map(of));
  const surfaces = Object.keys(first.firstMs);
  return {
    first,
    later: {
      readyMs: figure(({ readyMs }) => readyMs),
      ownMs: figure(({ ownMs }) => ownMs),
      cpuMs: figure(({ cpuMs }) => cpuMs),
      idleMb: figure(({ idleMb }) => idleMb),
      firstMs: Object.fromEntries(
        surfaces.map((surface) => [surface, figure(({ firstMs }) => firstMs[surface] ?? Number.NaN)]),
      ),
    },
  };
}

async function runOnce(dataDir: string, known: Credentials | null): Promise<{ run: Run; credentials: Credentials }> {
  const log = `${dataDir}.log`;
  const startedAt = performance.now();
  const service = await start(
    {
      command: SERVICE,
      core: 'any',
      // The log says how long the database took only after this line.
      env: { PORT: '0', TOOLYARD_DATA_DIR: dataDir, TOOLYARD_LOG_LEVEL: 'debug' },
      log,
    },
    (output) => (output.includes('\n\n  A new API key:') || output.includes(FIRST_START) ? output : null),
  );
  const readyMs = performance.now() - startedAt;
  try {
    const ownMs = readyMs - databaseMsIn(readFileSync(log, 'utf8'));
    const cpuMs = cpuMsOf(service.pid, 'process');
    await new Promise((resolve) => setTimeout(resolve, IDLE_AFTER_MS));
    const idleMb = residentMbOf(service.pid);
    const credentials = known ?? credentialsIn(service.ready + readFileSync(join(dataDir, FIRST_START), 'utf8'));
    const firstMs = await firstAnswers(readyUrl(service.ready) ?? '', credentials);
    return { run: { readyMs, ownMs, cpuMs, idleMb, firstMs }, credentials };
  } finally {
    await service.stop();
  }
}

/** How long the last start in a log waited for its database; NaN if unknown. */
function databaseMsIn(log: string): number {
  const line = log.split('\n').findLast((text) => text.includes('embedded PostgreSQL is open'));
  return Number(/"ms":(\d+)/.exec(line ?? '')?.[1] ?? Number.NaN);
}

function credentialsIn(output: string): Credentials {
  const textOf = (pattern: RegExp): string => pattern.exec(output)?.[1] ?? '';
  return {
    apiKey: textOf(/API key\s+(\S+)/),
    token: textOf(/Stack token\s+(\S+)/),
    clientId: textOf(/\/s\/(client_[\w-]+)\/mcp/),
  };
}

/** Sends the first request to each surface, one after the other. @throws for a wrong response */
async function firstAnswers(url: string, { apiKey, token, clientId }: Credentials) {
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const requests: Readonly<Record<string, [string, RequestInit]>> = {
    '/s list_tools': [`/s/${clientId}/list_tools`, { headers: bearer(token) }],
    'MCP tools/list': [`/s/${clientId}/mcp`, { method: 'POST', headers: { ...json, ...bearer(token) }, body: list }],
    '/v1 stacks': ['/v1/stacks', { headers: bearer(apiKey) }],
    GraphQL: [
      '/graphql',
      {
        method: 'POST',
        headers: { ...json, ...bearer(apiKey) },
        body: JSON.stringify({ query: '{ stacks(first: 1) { nodes { id name } } }' }),
      },
    ],
    dashboard: ['/', {}],
  };
  const firstMs: Record<string, number> = {};
  for (const [surface, [path, init]] of Object.entries(requests)) {
    const sentAt = performance.now();
    const answer = await fetch(`${url}${path}`, init);
    const text = await answer.text();
    firstMs[surface] = performance.now() - sentAt;
    if (answer.status !== 200 || text.includes('"errors"'))
      throw new Error(`${surface}: ${answer.status} ${text.slice(0, 300)}`);
  }
  return firstMs;
}
