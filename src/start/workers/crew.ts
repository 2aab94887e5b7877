import cluster from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../core/kernel/context.ts';
import { createCounters } from './counter.ts';
import { createMember, type Member, type Shared } from './member.ts';
import type { StoredRestarts } from './messages.ts';
import { createMetricsOfAll } from './metricsOfAll.ts';

type CrewOptions = Pick<Shared, 'openPrograms' | 'countPrograms'> & {
  readonly workerCount: number;
  readonly port: number;
  readonly log: Log;
};

/** The workers of this installation. */
export type Crew = {
  /** Starts the first worker, then the others. Resolves to the banner; null if the first one can't start. */
  start(): Promise<string | null>;
  /** Replaces the workers one after the other. */
  roll(): Promise<void>;
  /** Stops all workers. Resolves to whether each stopped cleanly. */
  stop(): Promise<boolean>;
  /** Stops waiting for running calls. */
  hurry(): void;
  /** Tells the workers of restarts of the embedded database. */
  noteDatabase(restarts: StoredRestarts): void;
};

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
const BACKOFF_MIN_MS = 100;
const BACKOFF_MAX_MS = 10_000;
/** The next failure of a worker that served this long is its first one. */
const HEALTHY_MS = 10_000;

/** Pauses that double up to a maximum. */
function createBackoff() {
  let waitMs = BACKOFF_MIN_MS;
  return {
    reset() {
      waitMs = BACKOFF_MIN_MS;
    },
    async pause(signal: AbortSignal): Promise<void> {
      const paused = delay(waitMs, undefined, { signal });
      waitMs = Math.min(waitMs * 2, BACKOFF_MAX_MS);
      await paused.catch(() => undefined);
    },
  };
}

function stopOne(member: Member, isReplaced: boolean): Promise<number | null> {
  member.isStopping = true;
  member.peer.notify('stop', { isReplaced });
  return member.gone;
}

/** Starts workers one after the other: together, they would take the processors from those that serve. */
async function hireInTurn(hire: () => Member, count: number, stopping: AbortSignal): Promise<void> {
  for (let started = 0; started < count && !stopping.aborted; started += 1) await hire().ready;
}

/** Starts workers, and replaces any that ends unexpectedly. */
export function createCrew({ workerCount, port, log, ...programs }: CrewOptions): Crew {
  cluster.setupPrimary({ exec: MAIN, args: [] });
  const members = new Set<Member>();
  const stopping = new AbortController();
  const metrics = createMetricsOfAll();
  const shared = { ...programs, count: createCounters(), readMetrics: () => metrics.read([...members]) };
  let database: StoredRestarts = { count: 0, runsSinceMs: null };
  const backoff = createBackoff();
  let rolling: Promise<void> | null = null;
  let areClean = true;

  const serving = () => [...members].filter(({ isReady, isStopping }) => isReady && !isStopping);
  const announce = (): void => {
    const state = { workers: { running: serving().length, wanted: workerCount }, database };
    for (const { peer } of members) peer.notify('noteState', state);
  };

  const onGone = (member: Member, code: number | null): void => {
    members.delete(member);
    metrics.keep(member);
    announce();
    if (member.isStopping) areClean &&= code === 0;
  };

  /** Starts a worker. Once it serves, another one replaces it if it ends. */
  const hire = (): Member => {
    const member = createMember(cluster.fork({ PORT: String(port) }), shared);
    members.add(member);
    const gone = member.gone.then((code) => onGone(member, code));
    void member.ready.then(async (banner) => {
      if (banner === null) return;
      announce();
      await gone;
      if (!member.isStopping) await replace(member);
    });
    return member;
  };

  /** Replaces a worker that ended. Tries until one serves. */
  const replace = async ({ id, startedAt }: Member): Promise<void> => {
    if (performance.now() - startedAt > HEALTHY_MS) backoff.reset();
    log.error({ ended: id }, 'a worker exited; starting another one');
    for (let banner = null; banner === null && !stopping.signal.aborted; ) {
      await backoff.pause(stopping.signal);
      if (!stopping.signal.aborted) banner = await hire().ready;
    }
  };

  const rollOnce = async (): Promise<void> => {
    log.info({ workers: serving().length }, 'replacing the workers');
    for (const old of serving()) {
      if (stopping.signal.aborted) return;
      if ((await hire().ready) === null) {
        log.error({}, 'a new worker could not start; the others keep running');
        return;
      }
      await stopOne(old, true);
    }
    log.info({}, 'replaced the workers');
  };

  return {
    async start() {
      const banner = await hire().ready;
      if (banner !== null) void hireInTurn(hire, workerCount - 1, stopping.signal);
      return banner;
    },
    async roll() {
      // A roll that begins during another one starts after it, because settings may have changed since.
      rolling = Promise.resolve(rolling).then(rollOnce);
      await rolling;
    },
    async stop() {
      stopping.abort();
      await Promise.all([...members].map((member) => stopOne(member, false)));
      return areClean;
    },
    hurry() {
      for (const { peer } of members) peer.notify('hurry', null);
    },
    noteDatabase(restarts) {
      database = restarts;
      announce();
    },
  };
}
