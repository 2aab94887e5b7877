/**
 * Kills the running service with SIGKILL repeatedly while it acknowledges REST writes (stacks, servers, credentials),
 * and restarts it on the same data directory. Then counts lost writes: `node scripts/killRounds.ts [rounds]`. Ends with
 * a check of the credential values and audit chains. Exits 1 if anything was lost.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Service, startService } from '../test/harness/service.ts';
import { runCommand } from './canary/command.ts';
import { type Api, createApi, mustSend } from './crash/api.ts';
import { type Entry, findLost, findLostCredentials, findWrongValues, type Ledger, newLedger } from './crash/ledger.ts';
import { databasePids, killAll, strike, VICTIMS } from './crash/strike.ts';
import { serverDocument, startUpstream, type Upstream } from './crash/upstream.ts';
import { writeUntilDead } from './crash/writer.ts';

const ROUNDS = Number(process.argv[2] ?? 200);
const WRITERS = 4;
const WRITE_MS_MAX = 2_000;
const START_MS_MAX = 60_000;
const ROUNDS_PER_REPORT = 20;

type Run = {
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly ledger: Ledger;
  readonly upstream: Upstream;
  readonly startMs: number[];
  failedStarts: number;
  /** The last round's writes. */
  newest: readonly Entry[];
  apiKey: string;
};

type Started = { readonly service: Service; readonly api: Api };

/** Null if the service doesn't start. */
async function start(run: Run, round: number): Promise<Started | null> {
  const service = startService(run.env);
  const startedAt = Date.now();
  try {
    const url = await service.ready(START_MS_MAX);
    run.startMs.push(Date.now() - startedAt);
    run.apiKey ||= /ty_\w+/.exec(service.out())?.[0] ?? '';
    return { service, api: createApi((path, init) => fetch(url + path, init), run.apiKey) };
  } catch (error) {
    run.failedStarts += 1;
    console.log(`round ${round}: ${error instanceof Error ? error.message : error}`);
    await service.stop('SIGKILL');
    return null;
  }
}

/** Creates the server that the writers use, before the first kill. */
async function prepare({ api }: Started, { upstream }: Run): Promise<void> {
  const query = 'mutation ($input: ImportServerInput!) { importServer(input: $input) { __typename } }';
  await mustSend(api, 'POST', '/graphql', {
    query,
    variables: { input: { document: serverDocument(upstream.origin) } },
  });
}

async function killRound(run: Run, round: number): Promise<void> {
  const started = await start(run, round);
  if (!started) return;
  const { service, api } = started;
  if (round === 1) await prepare(started, run);
  await findLost(run.ledger, api);
  await findLostCredentials(run.ledger, api, run.newest);
  const known = new Set(run.ledger.entries.keys());
  const writing = writeUntilDead(api, run.ledger, WRITERS);
  await delay(Math.random() * WRITE_MS_MAX);
  await strike(VICTIMS[round % VICTIMS.length] ?? 'everything', service, run.dataDir);
  await writing;
  await service.stop('SIGKILL');
  run.newest = [...run.ledger.entries.values()].filter(({ stackId }) => !known.has(stackId));
}

/** Checks everything after the last start. Returns the problems as text. */
async function inspect(run: Run): Promise<readonly string[]> {
  const started = await start(run, ROUNDS + 1);
  if (!started) return ['the last start failed'];
  const { service, api } = started;
  await findLost(run.ledger, api);
  await findLostCredentials(run.ledger, api, run.ledger.entries.values());
  const values = await findWrongValues(run.ledger, api, run.upstream);
  const audit = await runCommand(['audit', 'verify', '--json'], run.env);
  const { code } = await service.stop();
  console.log(`${values} credentials were opened and compared; audit chains: ${/exit (\d+)$/.exec(audit)?.[0]}`);
  return [
    ...(audit.endsWith('exit 0') ? [] : [`audit verify: ${audit}`]),
    ...(code === 0 ? [] : [`the service ended with ${code}`]),
    ...(values > 0 ? [] : ['no credential was checked']),
  ];
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function main(): Promise<number> {
  const upstream = await startUpstream();
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-kill-'));
  const env = {
    TOOLYARD_DATA_DIR: dataDir,
    TOOLYARD_RATE_LIMITS: 'off',
    TOOLYARD_LOG_LEVEL: 'warn',
    TOOLYARD_EGRESS_ALLOW: `127.0.0.1:${upstream.port}`,
  };
  const ledger = newLedger();
  const run: Run = { env, dataDir, ledger, upstream, startMs: [], failedStarts: 0, newest: [], apiKey: '' };
  for (let round = 1; round <= ROUNDS; round++) {
    await killRound(run, round);
    if (round % ROUNDS_PER_REPORT === 0)
      console.log(`round ${round}: ${ledger.acknowledged} acknowledged, ${ledger.lost.size} lost`);
  }
  const problems = await inspect(run);
  upstream.close();
  killAll(await databasePids(dataDir));
  await rm(dataDir, { recursive: true, force: true });
  for (const problem of [...problems, ...ledger.lost]) console.log(`- ${problem}`);
  console.log(
    `${ROUNDS} rounds: ${ledger.acknowledged} acknowledged writes, ${ledger.lost.size} lost, ` +
      `${run.failedStarts} failed starts, ${median(run.startMs)} ms per start`,
  );
  const isWhole = ledger.lost.size === 0 && run.failedStarts === 0 && problems.length === 0;
  return isWhole && ledger.acknowledged > 0 ? 0 : 1;
}

process.exit(await main());
