import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { filesBelow, findHits } from '../../scripts/canary/scan.ts';
import { needlesOf } from '../../scripts/canary/secrets.ts';
import { clientAt } from '../../src/store/connection.ts';
import { attempt } from '../../src/store/embedded/files.ts';
import { clusterIn } from '../../src/store/embedded/location.ts';
import { stopPostmaster } from '../../src/store/embedded/postmaster.ts';
import { isInUse } from '../../src/store/embedded/users.ts';
import { type Embedded, openEmbedded } from '../../src/store/embedded.ts';
import { migrate } from '../../src/store/migrate.ts';
import { copyDirectory } from './cluster.ts';
import { CREDENTIAL } from './credential.ts';
import { databaseDir } from './databaseDir.ts';
import { silentLog } from './log.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's PostgreSQL, as a superuser. */
    databaseServerUrl: string;
    /** A migrated, stopped PostgreSQL that `harness/cluster.ts` copies. */
    cluster: string;
  }
}

export const TEMPLATE = 'toolyard_template';

// Test data needn't survive a power cut, and without durability a new database takes a third of the time.
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_init_zero: 'off',
  autovacuum: 'off',
};

const PREFIX = 'toolyard-test-';

let dataDir: string | null = null;
let server: Embedded | null = null;

/** Turns the migrated database into the template that others are copied from. */
async function makeTemplate(serverUrl: string): Promise<void> {
  const url = new URL(serverUrl);
  const migrated = url.pathname.slice(1);
  // Connects to another database, because a database with connections can't be copied.
  url.pathname = '/template1';
  const client = clientAt(url.href);
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE ${migrated} STRATEGY FILE_COPY`);
  await client.query(`ALTER DATABASE ${TEMPLATE} WITH ALLOW_CONNECTIONS false`);
  await client.end();
}

/** Stops the servers of killed runs. */
async function sweepAbandoned(): Promise<void> {
  for (const name of readdirSync(databaseDir()).filter((each) => each.startsWith(PREFIX))) {
    const home = join(databaseDir(), name);
    // `attempt` returns null if another run is removing the folder right now.
    if (!existsSync(clusterIn(home)) || attempt(() => isInUse(home)) !== false) continue;
    await stopPostmaster(clusterIn(home)).catch(() => undefined);
    attempt(() => rmSync(home, { recursive: true, force: true }));
  }
}

/**
 * Starts one PostgreSQL for the whole run, with a migrated template database. Each test's database is a copy of the
 * template.
 */
export async function setup(project: TestProject): Promise<void> {
  await sweepAbandoned();
  dataDir = mkdtempSync(join(databaseDir(), PREFIX));
  const first = await openEmbedded({ dataDir, log: silentLog, settings: SETTINGS });
  await migrate(first.url, { log: silentLog });
  // Stops only the server, and keeps the usage record: another run's sweep removes clusters without one.
  await stopPostmaster(clusterIn(dataDir));
  const cluster = join(dataDir, 'stopped');
  copyDirectory(clusterIn(dataDir), cluster);
  server = await openEmbedded({ dataDir, log: silentLog, settings: SETTINGS });
  await first.close();
  await makeTemplate(server.url);
  project.provide('databaseServerUrl', server.url);
  project.provide('cluster', cluster);
}

export async function teardown(): Promise<void> {
  await server?.close();
  if (dataDir === null) return;
  // Renamed, because another run's sweep would remove the unused folder during the search.
  const ended = join(databaseDir(), `ended-${basename(dataDir)}`);
  renameSync(dataDir, ended);
  const leaks = [...findHits('data directory', filesBelow(ended), needlesOf([{ name: '', value: CREDENTIAL }]))];
  rmSync(ended, { recursive: true, force: true });
  const places = [...new Set(leaks.map(({ piece, encoding }) => `${piece} (${encoding})`))];
  if (places.length > 0) throw new Error(`The tests' credential is in plain text in:\n${places.join('\n')}`);
}
