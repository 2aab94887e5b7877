import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { lazily } from '../../core/lib/lazily.ts';
import { createLog } from '../../log/log.ts';
import { probePort } from '../../store/embedded/postmaster.ts';
import { type Embedded, openEmbedded } from '../../store/embedded.ts';
import { type Closers, createClosers } from '../closers.ts';
import { lockDataDir, openDataDir } from '../dataDir.ts';
import { nextSignal } from '../signals.ts';
import { offerSupport } from '../support.ts';
import { type Crew, createCrew } from './crew.ts';

const DATABASE_EVERY_MS = 250;

/**
 * Runs the service in `wanted` workers until a signal ends it. Owns the embedded database, the listening port, the
 * counters and the programs. Returns 0 after a clean shutdown, 1 when it could not start or stop.
 */
export async function runSupervisor(config: Config, workerCount: number): Promise<number> {
  const log = createLog(config.logLevel);
  const closers = createClosers();
  const stopped = nextSignal();
  try {
    const crew = await startCrew(config, log, { workerCount, closers });
    if (crew === null) return 1;
    // The signal of a closed terminal ends the service, as in a single process.
    if (!process.stdin.isTTY) process.on('SIGHUP', () => void crew.roll());
    log.info({ signal: await stopped }, 'stopping: waiting for running calls; a second signal cuts them off');
    void nextSignal().then(() => crew.hurry());
    return (await crew.stop()) ? 0 : 1;
  } catch (error) {
    log.debug({ err: error }, 'the server ended');
    process.stderr.write(`\nToolyard cannot run: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await closers.close();
  }
}

type Parts = { readonly workerCount: number; readonly closers: Closers };

/** Starts everything; null if the first worker can't start, which has then said why. */
async function startCrew(config: Config, log: Logger, { workerCount, closers }: Parts): Promise<Crew | null> {
  const dataDir = resolve(config.dataDir);
  await openDataDir(dataDir);
  await lockDataDir(config, closers);
  const programs = openSharedPrograms(config, log, closers);
  // Workers that restart must find the same port.
  const port = config.port || (await probePort(0));
  const crew = createCrew({ workerCount, port, log, ...programs });
  // The database starts while the first worker loads its code.
  const opening = config.databaseUrl === null ? openEmbedded({ dataDir, log }) : Promise.resolve(null);
  closers.add(async () => (await opening.catch(() => null))?.close());
  const banner = await crew.start();
  if (banner === null) return null;
  const embedded = await opening;
  if (embedded) watchDatabase(embedded, crew);
  closers.add(await offerSupport(dataDir, log));
  process.stdout.write(`\n${banner}\n`);
  return crew;
}

/** Restarts the database when it ends, and tells the workers. */
function watchDatabase(embedded: Embedded, crew: Crew): void {
  const restarts = embedded.keepRunning();
  let known = restarts();
  setInterval(() => {
    if (restarts() === known) return;
    known = restarts();
    crew.noteDatabase({
      count: known.count,
      runsSinceMs: known.runsSince?.getTime() ?? null,
    });
  }, DATABASE_EVERY_MS).unref();
}

/** The programs of all workers, whose code is loaded at the first call. */
function openSharedPrograms(config: Config, log: Logger, closers: Closers) {
  let count = (): number => 0;
  const openPrograms = lazily(async () => {
    const { openOwnPrograms } = await import('../programs.ts');
    const programs = await openOwnPrograms(config, log, resolve(config.dataDir));
    count = programs.processes;
    closers.add(() => programs.close());
    return programs;
  });
  return { openPrograms, countPrograms: async () => count() };
}
