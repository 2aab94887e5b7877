import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { arch, cpus, freemem, loadavg, platform, release, totalmem, uptime } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Client } from 'pg';
import { fetch } from 'undici';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Config } from '../../config/config.ts';
import { isJsonObject, isRecord } from '../../core/lib/json.ts';
import { createScrubber } from '../../core/results/scrub.ts';
import { SOCKET_NAME } from '../../start/support.ts';
import { withConnection } from '../../store/connection.ts';
import type { Environment } from '../env.ts';
import { CliError } from '../exit.ts';
import { withDatabase } from '../operator.ts';
import { type Finding, reasonOf } from './check.ts';
import { isInitialised } from './database.ts';
import { secretsInSettings, settingsOf } from './settings.ts';

const TIMEOUT_MS = 5_000;
const OWNER_ALONE = 0o600;

const ABOUT =
  'For a bug report about Toolyard. Read it before you send it. It contains names of settings, versions, states, counts ' +
  'and code locations, but no secrets and no data of callers or services. "checks" has host names, paths and ' +
  'failure reasons; remove parts as you like. Save an entry of "profiles" as a .cpuprofile file to open it in the ' +
  'browser’s developer tools.';

/** A report's inputs. If the configuration is invalid, the report lists only its problems. */
export type BundleOptions = {
  readonly environment: Environment;
  readonly config: Config | null;
  readonly findings: readonly Finding[];
  readonly serverUrl: string;
  /** How long running services are profiled; null: not at all. */
  readonly profileMs: number | null;
};

/**
 * Opens a new file only its owner can read, for `work` to write; deletes it on failure. @throws CliError
 * already_exists, invalid_input before `work` starts
 */
export async function inNewFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await openNew(path);
  try {
    return await work(file);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', OWNER_ALONE);
  } catch (error) {
    const isThere = isRecord(error) && error['code'] === 'EEXIST';
    if (isThere) throw new CliError('already_exists', `${path} already exists: choose another path`, error);
    throw new CliError('invalid_input', `${path} cannot be written: ${reasonOf(error)}`, error);
  }
}

/** Writes the bundle as JSON, and returns its bytes. */
export async function writeBundle(file: FileHandle, options: BundleOptions): Promise<number> {
  const { environment, config } = options;
  // A second line of defence: collected data should contain no secrets, and any that it does contain are removed here.
  const scrubber = createScrubber(config === null ? [] : secretsInSettings(environment, config));
  const json: unknown = JSON.parse(JSON.stringify(await collectSections(options)));
  const { profiles, ...rest } = await scrubber.object(isJsonObject(json) ? json : {});
  // Profiles as one line of text each, so that the rest of the file stays readable.
  const text = JSON.stringify(
    {
      ...rest,
      ...(profiles !== undefined && {
        profiles: isJsonObject(profiles)
          ? Object.fromEntries(Object.entries(profiles).map(([name, profile]) => [name, JSON.stringify(profile)]))
          : profiles,
      }),
    },
    null,
    2,
  );
  await file.writeFile(`${text}\n`);
  return Buffer.byteLength(text);
}

async function collectSections({ environment, config, findings, serverUrl, profileMs }: BundleOptions) {
  return {
    about: ABOUT,
    madeAt: new Date().toISOString(),
    toolyard: packageJson.version,
    machine: machine(),
    settings: settingsOf(environment),
    checks: findings,
    ...(config !== null && {
      server: await serverStates(serverUrl, config),
      database: await aboutDatabase(config),
      processes: await askRunning(config.dataDir, 'problems'),
      profiles: profileMs === null ? 'not requested (--profile)' : await profiles(config, profileMs),
    }),
  };
}

const machine = () => ({
  node: process.version,
  platform: `${platform()} ${release()} ${arch()}`,
  processors: cpus().length,
  load: loadavg(),
  memoryBytes: { all: totalmem(), free: freemem() },
  uptimeSeconds: Math.round(uptime()),
});

async function serverStates(url: string, { metricsToken }: Config) {
  const ask = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
    try {
      const response = await fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
      return `${response.status} ${await response.text()}`;
    } catch (error) {
      return reasonOf(error);
    }
  };
  const metrics = metricsToken === null ? '' : await ask('/metrics', { authorization: `Bearer ${metricsToken}` });
  return {
    livez: await ask('/livez'),
    readyz: await ask('/readyz'),
    metrics: metrics.split('\n').filter((line) => line !== '' && !line.startsWith('#')),
  };
}

async function aboutDatabase(config: Config): Promise<unknown> {
  if (!isInitialised(config)) return 'not created yet';
  try {
    return await withDatabase(config, (url) => withConnection(url, databaseFacts));
  } catch (error) {
    return { refused: isRecord(error) && typeof error['code'] === 'string' ? error['code'] : 'unknown' };
  }
}

const profiles = ({ dataDir }: Config, ms: number) => askRunning(dataDir, `profile ${ms}`, ms);

/** A report's database queries. They return our own names, sizes and counts, and no user text. */
const QUERIES = {
  version: `SELECT version() AS version, pg_size_pretty(pg_database_size(current_database())) AS size,
      pg_is_in_recovery() AS is_standby`,
  settings: `SELECT name, setting FROM pg_settings WHERE name IN ('max_connections', 'shared_buffers', 'work_mem',
      'fsync', 'synchronous_commit', 'default_transaction_read_only', 'statement_timeout', 'wal_level', 'server_encoding')
      ORDER BY name`,
  sessions: `SELECT application_name LIKE 'toolyard%' AS is_ours, state, wait_event_type, count(*)::int AS count,
      max(extract(epoch FROM now() - xact_start))::int AS oldest_seconds
      FROM pg_stat_activity WHERE datname = current_database() GROUP BY 1, 2, 3 ORDER BY 4 DESC`,
  tables: `SELECT relname AS name, n_live_tup::int AS rows, n_dead_tup::int AS dead,
      pg_size_pretty(pg_total_relation_size(relid)) AS size, last_autovacuum::date::text AS vacuumed
      FROM pg_stat_user_tables WHERE schemaname = current_schema() ORDER BY pg_total_relation_size(relid) DESC`,
  migrations: `SELECT migration_name AS name, finished_at::text AS finished FROM _prisma_migrations
      ORDER BY finished_at DESC LIMIT 5`,
  calls: `SELECT outcome, upstream_status, count(*)::int AS count, round(avg(latency_ms))::int AS mean_ms
      FROM call_record WHERE at > now() - interval '1 day' GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 50`,
  credentials: 'SELECT kind, state, is_renewable, count(*)::int AS count FROM credential GROUP BY 1, 2, 3',
} as const;

/** The results by the name of their query. If the database refuses a query, its result is the error code. */
async function databaseFacts(client: Client): Promise<Readonly<Record<string, unknown>>> {
  const facts: [string, unknown][] = [];
  for (const [name, query] of Object.entries(QUERIES)) {
    facts.push([
      name,
      await client.query(query).then(
        ({ rows }) => rows,
        (error: unknown) => ({ refused: error instanceof Error && 'code' in error ? error.code : 'unknown' }),
      ),
    ]);
  }
  return Object.fromEntries(facts);
}

/** The diagnosed service may be busy, and storing a profile then takes seconds. */
const ANSWER_MS_MAX = 30_000;

/** The answers of the services running on this data directory, by socket name. */
async function askRunning(dataDir: string, question: string, ms = 0): Promise<Readonly<Record<string, unknown>>> {
  const names = await readdir(resolve(dataDir)).catch(() => []);
  const answers = await Promise.all(
    names
      .filter((name) => SOCKET_NAME.test(name))
      .map(async (name) => [name, await ask(join(resolve(dataDir), name), question, ms + ANSWER_MS_MAX)] as const),
  );
  return Object.fromEntries(answers.filter(([, answer]) => answer !== null));
}

/** Sends a question to a service's socket; null if nothing listens there. */
async function ask(path: string, question: string, timeoutMs: number): Promise<unknown> {
  const socket = connect({ path, allowHalfOpen: true });
  const late = setTimeout(() => socket.destroy(new Error('no answer in time')), timeoutMs);
  try {
    socket.end(question);
    return JSON.parse(await text(socket));
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
    return isGone ? null : { error: reasonOf(error) };
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
}
