import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { type Composition, compose } from './compose.ts';
import { type Config, listenUrl } from './config/config.ts';
import { createWebhookSender } from './connectors/webhooks.ts';
import { migrateToBoundEnvelopes } from './core/credentials/bind.ts';
import { startJobRunner } from './core/jobs/jobRunner.ts';
import { offerShippedServers } from './core/marketplace/shipped.ts';
import { createLog } from './log/log.ts';
import { banner, secretsOf } from './start/banner.ts';
import { readCatalogue } from './start/catalogue.ts';
import { type Closers, createClosers } from './start/closers.ts';
import { lockDataDir } from './start/dataDir.ts';
import { createDrain } from './start/drain.ts';
import { listenFailure } from './start/failure.ts';
import { firstRun } from './start/firstRun.ts';
import { readTrustedDocuments } from './start/graphqlDocuments.ts';
import { startAuditPruner, startRefusalRecorder, startTasks, startWebhookSender } from './start/periodic.ts';
import { goLast } from './start/priority.ts';
import { scratchDirIn } from './start/programs.ts';
import { releaseMemoryOnceIdle } from './start/releaseMemory.ts';
import { nextSignal } from './start/signals.ts';
import { secretLines } from './start/startSecrets.ts';
import { offerSupport } from './start/support.ts';
import { sweepScratchHourly } from './start/sweepScratch.ts';
import { warmForAgents } from './start/warmUp.ts';
import { welcomeFirstPerson } from './start/welcome.ts';
import type { Team } from './start/workers/team.ts';

type RunningServer = {
  readonly url: string;
  readonly banner: string;
  close(): Promise<void>;
};

type ServerOptions = {
  /** Stops waiting for running calls during shutdown. */
  readonly hurry: AbortSignal;
  /** A worker's connection to its supervisor; null in a single process. */
  readonly team: Team | null;
};

/**
 * Starts the whole service.
 * @throws an error with a message for the operator, after stopping everything
 */
export async function startServer(config: Config, log: Logger, { hurry, team }: ServerOptions): Promise<RunningServer> {
  const closers = createClosers();
  try {
    if (team === null) await lockDataDir(config, closers);
    const composed = await compose(config, log, team);
    closers.add(() => composed.close());
    if (team) closers.add(team.leave);
    // Start this early, so that the result is ready when the start message is printed.
    void composed.describeStdioHost();
    const first = await composed.exclusively(async () => {
      await migrateToBoundEnvelopes(composed.operator);
      await offerShippedServers(composed.operator, await readCatalogue());
      return { firstRun: await firstRun(composed.operator), welcome: await welcomeFirstPerson(composed.operator) };
    });
    closers.add(startRefusalRecorder(composed.operator));
    closers.add(startAuditPruner(composed.operator, config));
    for (const stop of startTasks(composed.operator)) closers.add(stop);
    const sender = createWebhookSender({ allow: config.egressAllow });
    closers.add(() => sender.close());
    closers.add(startWebhookSender(composed.operator, sender));
    closers.add(await offerSupport(resolve(config.dataDir), log));
    closers.add(sweepScratchHourly(composed.operator, scratchDirIn(resolve(config.dataDir))));
    const jobs = startJobRunner(composed.operator);
    const stopJobs = () => jobs.stop({ drainMs: config.drainMs, hurry });
    closers.add(stopJobs);
    const url = await listen(config, log, { composed, closers, hurry, team });
    // Begins before the wait for running requests, so that both take the same time.
    closers.add(async () => void stopJobs());
    const programs = await composed.describeStdioHost();
    const summary = { url, ...first, programs, notices: composed.notices };
    const place = { dataDir: resolve(config.dataDir), isTerminal: process.stdout.isTTY };
    const secrets = await secretLines(secretsOf(summary), place);
    return { url, banner: banner(summary, secrets), close: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

type Listening = ServerOptions & { readonly composed: Composition; readonly closers: Closers };

/** How long a replaced worker still serves its connections. Most clients close an idle one earlier than this. */
const REPLACED_MS = 5_000;

/** Connections that wait to be accepted; TCP lets further clients wait for seconds. The system may allow fewer. */
const BACKLOG = 4_096;

async function listen(config: Config, log: Logger, { composed, closers, hurry, team }: Listening): Promise<string> {
  const state = { isStopping: false };
  const isReplaced = () => team?.isReplaced() ?? false;
  const address = { url: config.publicUrl ?? listenUrl(config.host, config.port) };
  const edge = { ...composed.edge, publicUrl: () => address.url };
  const app = await createApp(edge, {
    log,
    proxyHops: config.proxyHops,
    corsOrigins: config.corsOrigins,
    documents: await readTrustedDocuments(config.graphql),
    isStopping: () => state.isStopping,
    isReplaced,
  });
  const drain = createDrain(app);
  closers.add(() => {
    const { drainMs } = config;
    const lameDuckMs = Math.max(config.lameDuckMs, isReplaced() ? REPLACED_MS : 0);
    return drain({ cutOffCalls: composed.cutOffCalls, log, drainMs, lameDuckMs, hurry });
  });
  await warmForAgents(composed.operator, log);
  await app.listen({ host: config.host, port: config.port, backlog: BACKLOG }).catch((error: unknown) => {
    throw listenFailure(error, config);
  });
  releaseMemoryOnceIdle();
  // If port 0 is configured, the actual port is known only now.
  const bound = app.server.address();
  if (config.publicUrl === null && typeof bound === 'object' && bound) address.url = listenUrl(config.host, bound.port);
  closers.add(async () => {
    state.isStopping = true;
  });
  return address.url;
}

/**
 * Runs the service in this process until a signal ends it. Returns 0 after a clean shutdown, 1 when it could not start
 * or stop.
 */
export async function runServer(config: Config): Promise<number> {
  const log = createLog(config.logLevel);
  const stopped = nextSignal();
  // An embedded database would start with this priority and keep it.
  const takeTurn = config.databaseUrl === null ? null : goLast();
  try {
    const hurry = new AbortController();
    const server = await startServer(config, log, { hurry: hurry.signal, team: null });
    takeTurn?.();
    process.stdout.write(`\n${server.banner}\n`);
    log.info({ signal: await stopped }, 'stopping: waiting for running calls; a second signal cuts them off');
    void nextSignal().then(() => hurry.abort());
    await server.close();
    return 0;
  } catch (error) {
    log.debug({ err: error }, 'the server ended');
    process.stderr.write(`\nToolyard cannot run: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
