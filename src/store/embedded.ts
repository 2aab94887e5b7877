import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../core/kernel/context.ts';
import { withConnection } from './connection.ts';
import { findPrograms } from './embedded/binaries.ts';
import { databaseUrl, ensureCluster } from './embedded/cluster.ts';
import { attempt, errorCode } from './embedded/files.ts';
import { type Location, locate } from './embedded/location.ts';
import { ensurePostmaster, type Settings, stopPostmaster } from './embedded/postmaster.ts';
import { type Restarts, type Supervisor, superviseCluster } from './embedded/supervisor.ts';
import { startUse } from './embedded/users.ts';

/** Where the embedded PostgreSQL keeps its files. */
type EmbeddedOptions = {
  readonly dataDir: string;
  readonly log: Log;
  /** PostgreSQL settings for this start; with `fsync: 'off'`, for tests only, a power cut may destroy the database. */
  readonly settings?: Settings;
};

/** A running embedded PostgreSQL; `notice` is a message for the operator. */
export type Embedded = {
  readonly url: string;
  /** Start-up message for the operator, or null. */
  readonly notice: string | null;
  /** Restarts PostgreSQL whenever it ends, until `close`; the returned function reports the number of restarts. */
  keepRunning(): () => Restarts;
  /** Stops PostgreSQL, unless another process (a server or a command) still uses it. */
  close(): Promise<void>;
};

const CONNECT_ATTEMPTS_MAX = 50;
// Errors while PostgreSQL starts or stops. 57P03 is cannot_connect_now (PostgreSQL, appendix A).
const NOT_NOW = new Set(['57P03', 'ECONNREFUSED', 'ECONNRESET']);

/** Connects to the postmaster. If it is shutting down, the next attempt starts a new one. */
async function connect(location: Location, postgres: string, settings: Settings) {
  for (let attempts = 1; ; attempts++) {
    const { port } = await ensurePostmaster(location, postgres, settings);
    const url = databaseUrl(location.cluster, port);
    try {
      await withConnection(url, (client) => client.query('SELECT 1'));
      return { url, port };
    } catch (error) {
      if (attempts >= CONNECT_ATTEMPTS_MAX || !NOT_NOW.has(errorCode(error) ?? '')) throw error;
      await delay(100);
    }
  }
}

/**
 * Opens the PostgreSQL of a data directory: creates it on first use, and starts it unless it is running. Any number of
 * processes may have it open. If the service is root, PostgreSQL runs as an unprivileged user, and `dataDir` gets mode
 * 0710 instead of 0700, so that this user can traverse it. Uses only the binaries of the npm package. The package's
 * launcher would tie the database to one process, but a server and commands share it.
 * @throws when PostgreSQL cannot be started there
 */
export async function openEmbedded({ dataDir, log, settings = {} }: EmbeddedOptions): Promise<Embedded> {
  const startedAt = performance.now();
  const location = locate(dataDir);
  const programs = findPrograms(location);
  const use = await startUse(location);
  const stop = () => stopPostmaster(location.cluster);
  try {
    const { initdb: program, major } = programs;
    await ensureCluster(location, { program, major, isDurable: settings['fsync'] !== 'off' });
    const { url, port } = await connect(location, programs.postgres, settings);
    log.debug(
      { cluster: location.cluster, ms: Math.round(performance.now() - startedAt) },
      'embedded PostgreSQL is open',
    );
    const { postgres } = programs;
    let supervisor: Supervisor | null = null;
    return {
      url,
      notice: location.notice,
      keepRunning() {
        supervisor ??= superviseCluster({ location, postgres, settings, port, log });
        return supervisor.restarts;
      },
      async close() {
        await supervisor?.stop();
        await use.leave(stop);
      },
    };
  } catch (error) {
    await use.leave(stop).catch((fault: unknown) => attempt(() => log.warn({ err: fault }, 'PostgreSQL did not stop')));
    throw error;
  }
}
