import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Client } from 'pg';
import type { Config } from '../../config/config.ts';
import { plural } from '../../core/lib/text.ts';
import { credentialsNeedingAttention } from '../../core/stacks/attention.ts';
import { SOON_MS } from '../../core/stacks/credentialProblems.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { createLog } from '../../log/log.ts';
import { databaseProblem } from '../../start/failure.ts';
import { withConnection } from '../../store/connection.ts';
import { clusterIn, locate } from '../../store/embedded/location.ts';
import { openEmbedded } from '../../store/embedded.ts';
import { MIGRATIONS_DIRECTORY, mayRunOn, readMigrations } from '../../store/migrate.ts';
import { findDatabaseProblem, readClockSkew } from '../../store/requirements.ts';
import { canListen } from '../../store/sessions.ts';
import { type Finding, fail, ok, reasonOf, warn } from './check.ts';
import { checkMasterKey } from './masterKey.ts';
import { checkTables } from './tables.ts';
import { checkUpstreams } from './upstreams.ts';

const CHECK = 'database';
/** Default remedy when the database can't be used. */
const CORRECT_URL = 'Is PostgreSQL running, and is DATABASE_URL right?';

/** Slow or outbound checks, which run only on request. */
export type ExtraChecks = { readonly tables: boolean; readonly upstreams: boolean };

/**
 * Checks the database and its dependents without changes. Starts a stopped embedded PostgreSQL for the time of the
 * checks.
 */
export async function checkDatabase(config: Config, also: ExtraChecks): Promise<readonly Finding[]> {
  if (config.databaseUrl !== null) {
    const findings = await inspect(config, config.databaseUrl, { label: 'an external PostgreSQL', also });
    const isGone = findings.some((one) => one.state === 'fail' && one.code === 'unavailable');
    return isGone ? findings : [...findings, ...(await checkSessions(config))];
  }
  if (!isInitialised(config)) return [ok(CHECK, 'the embedded database will be created at the first start')];
  try {
    const embedded = await openEmbedded({ dataDir: resolve(config.dataDir), log: createLog('silent') });
    try {
      return await inspect(config, embedded.url, { label: 'the embedded PostgreSQL', also });
    } finally {
      await embedded.close();
    }
  } catch (error) {
    return [fail(CHECK, reasonOf(error), 'Check postgres.log in the data directory', 'unavailable')];
  }
}

/** Whether a database exists; opening the embedded one would create it. */
export function isInitialised({ databaseUrl, dataDir }: Config): boolean {
  if (databaseUrl !== null) return true;
  const path = resolve(dataDir);
  // The usual place is checked first, because `locate` creates directories.
  return existsSync(path) && (existsSync(clusterIn(path)) || existsSync(locate(path).cluster));
}

type InspectedDatabase = { readonly label: string; readonly also: ExtraChecks };

async function inspect(config: Config, url: string, { label, also }: InspectedDatabase): Promise<readonly Finding[]> {
  try {
    return await withConnection(url, async (client) => [
      await checkServer(client, label),
      await checkClock(client),
      await checkMigrations(client),
      await checkMasterKey(client, config),
      await checkCredentials(client),
      ...(also.tables ? [await checkTables(client)] : []),
      ...(also.upstreams ? [await checkUpstreams(client, config)] : []),
    ]);
  } catch (error) {
    const problem = databaseProblem(error, { databaseUrl: url });
    if (problem) return [fail(CHECK, problem.message, problem.todo || CORRECT_URL, 'unavailable')];
    return [fail(CHECK, reasonOf(error), CORRECT_URL, 'unavailable')];
  }
}

async function checkServer(client: Client, label: string): Promise<Finding> {
  const problem = await findDatabaseProblem(client);
  if (problem) return fail(CHECK, `the database ${problem.message}`, problem.todo);
  const { rows } = await client.query<{ version: string }>("SELECT current_setting('server_version') AS version");
  return ok(CHECK, `${label}, version ${rows[0]?.version ?? 'unknown'}`);
}

async function checkClock(client: Client): Promise<Finding> {
  const { skewMs, isLarge } = await readClockSkew(client);
  const message = `${skewMs} ms from the database clock`;
  return isLarge
    ? warn('clock', message, 'Synchronise both clocks (NTP): they decide when tokens expire')
    : ok('clock', message);
}

async function checkMigrations(client: Client): Promise<Finding> {
  const exists = await client.query<{ name: string | null }>(`SELECT to_regclass('_prisma_migrations')::text AS name`);
  const known = readMigrations(MIGRATIONS_DIRECTORY).map(({ name }) => name);
  if (!exists.rows[0]?.name) return ok('migrations', `${known.length} will be applied at the first start`);
  const { rows } = await client.query<{ migration_name: string; finished_at: Date | null }>(
    'SELECT migration_name, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
  );
  const unfinished = rows.find(({ finished_at }) => finished_at === null);
  if (unfinished) return fail('migrations', `${unfinished.migration_name} failed halfway`, 'Restore a backup');
  const newer = rows.find(({ migration_name }) => !known.includes(migration_name));
  if (newer && (await mayRunOn(client))) {
    return ok('migrations', `the database is newer (${newer.migration_name}) and compatible with this version`);
  }
  if (newer) return fail('migrations', `the database is newer: ${newer.migration_name}`, 'Run a newer version');
  const missing = known.length - rows.length;
  return missing === 0
    ? ok('migrations', `all ${known.length} applied`)
    : ok('migrations', `${missing} of ${known.length} will be applied at the next start`);
}

type CredentialCounts = {
  readonly all: number;
  readonly ended: number;
  readonly moved: number;
  readonly ending: number;
};

/** Servers in stacks whose tools cannot be called because the stack's own credentials are missing. */
async function countLacking(client: Client): Promise<number> {
  const { text, values } = credentialsNeedingAttention(Prisma.sql`true`, new Date());
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(DISTINCT id)::int AS count FROM (${text}) AS found WHERE NOT is_there`,
    [...values],
  );
  return rows[0]?.count ?? 0;
}

const counted = (count: number, one: string, several: string): readonly string[] =>
  count > 0 ? [`${count} ${count === 1 ? one : several}`] : [];

/**
 * Counts credentials that have expired, expire soon, or were stored for another destination. Also counts servers in
 * stacks whose tools lack credentials.
 */
async function checkCredentials(client: Client): Promise<Finding> {
  const exists = await client.query<{ name: string | null }>(`SELECT to_regclass('credential')::text AS name`);
  if (!exists.rows[0]?.name) return ok('credentials', 'none yet');
  const { rows } = await client.query<CredentialCounts>(
    `SELECT count(*)::int AS all,
      count(*) FILTER (WHERE state = 'reconnect_required' OR expires_at < now() AND NOT is_renewable)::int AS ended,
      count(*) FILTER (WHERE state = 'moved')::int AS moved,
      count(*) FILTER (WHERE state = 'connected' AND NOT is_renewable
        AND expires_at BETWEEN now() AND now() + $1 * interval '1 millisecond')::int AS ending
    FROM credential`,
    [SOON_MS],
  );
  const { all = 0, ended = 0, moved = 0, ending = 0 } = rows[0] ?? {};
  const lacking = await countLacking(client);
  if (ended + moved + ending + lacking === 0) return ok('credentials', `${all} stored, none has expired`);
  const lack = lacking === 1 ? 'lacks credentials that its' : 'lack credentials that their';
  const parts = [
    ...counted(ended, 'has expired', 'have expired'),
    ...counted(ending, 'expires within a week', 'expire within a week'),
    ...counted(
      moved,
      'must be entered again: the destination changed',
      'must be entered again: the destinations changed',
    ),
    ...(lacking > 0 ? [`${plural(lacking, 'server')} in stacks ${lack} tools need`] : []),
  ];
  const todo = 'Sign in or enter them again: see Home, or toolyard stack credential-problems';
  return warn('credentials', `of ${all} stored, ${parts.join(', ')}`, todo);
}

/**
 * Checks that LISTEN works: a pooler in transaction mode breaks it. The service then reads changes from the change log.
 */
export async function checkSessions(config: Config): Promise<readonly Finding[]> {
  const { databaseUrl, directDatabaseUrl, changes } = config;
  const url = directDatabaseUrl ?? databaseUrl;
  if (url === null) return [];
  const name = directDatabaseUrl === null ? 'DATABASE_URL' : 'TOOLYARD_DIRECT_DATABASE_URL';
  // With Redis as the carrier, no session listens.
  if (changes === 'redis') return [ok('sessions', 'changes arrive through Redis')];
  try {
    if (await canListen(url)) return [ok('sessions', 'notifications arrive')];
    const todo = 'Set TOOLYARD_CHANGES=redis, or TOOLYARD_DIRECT_DATABASE_URL to PostgreSQL itself; docs/deploy.md';
    return [warn('sessions', `the pooler at ${name} breaks LISTEN, so live views miss calls of other instances`, todo)];
  } catch (error) {
    return [fail('sessions', reasonOf(error), `Does PostgreSQL answer at ${name}?`, 'unavailable')];
  }
}
