import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { type Embedded, openEmbedded } from '../../src/store/embedded.ts';
import { migrate } from '../../src/store/migrate.ts';
import { silentLog } from './log.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's PostgreSQL, as a superuser. */
    databaseServerUrl: string;
  }
}

export const TEMPLATE = 'toolyard_template';

// What a test writes need not survive a power cut; a fresh database costs a third without the waiting.
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };

let dataDir: string | null = null;
let server: Embedded | null = null;

async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  const url = new URL(serverUrl);
  url.pathname = `/${TEMPLATE}`;
  await migrate(url.href, { log: silentLog });
  await client.query(`ALTER DATABASE ${TEMPLATE} WITH ALLOW_CONNECTIONS false`);
  await client.end();
}

/** Starts one PostgreSQL for the whole run, with a migrated database that each test's own is copied from. */
export async function setup(project: TestProject): Promise<void> {
  dataDir = mkdtempSync(join(tmpdir(), 'toolyard-test-'));
  server = await openEmbedded({ dataDir, log: silentLog, settings: SETTINGS });
  await makeTemplate(server.url);
  project.provide('databaseServerUrl', server.url);
}

export async function teardown(): Promise<void> {
  await server?.close();
  if (dataDir !== null) rmSync(dataDir, { recursive: true, force: true });
}
