import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { displayOf, hashApiKey, newApiKeyText } from '../../src/core/accounts/keyFormat.ts';
import { newAccountId, newApiKeyId } from '../../src/core/kernel/ids.ts';
import { clientAt } from '../../src/store/connection.ts';
import { databaseUrl } from '../../src/store/embedded/cluster.ts';
import { locate } from '../../src/store/embedded/location.ts';
import { findPostmaster } from '../../src/store/embedded/postmaster.ts';
import { type Service, START_FLAGS, startService } from '../../test/harness/service.ts';
import type { Loop } from './loopProbe.ts';

export type NewAccount = { readonly accountId: string; readonly apiKey: string };

/** The real service in a separate process with an embedded database, seen from outside. */
export type Installation = {
  readonly url: string;
  /** Limits as in `toolyard account limits`; the documented ones if absent. */
  newAccount(name: string, limits?: Readonly<Record<string, number>>): Promise<NewAccount>;
  /** Resident memory of the process now, and its peak since the last `resetPeak`, MiB. */
  memory(): Promise<{ readonly nowMib: number; readonly peakMib: number }>;
  resetPeak(): Promise<void>;
  /** Event loop figures since the last read; null if the process has ended. */
  loop(): Promise<Loop | null>;
  /** Bytes of each table, including its indexes. */
  tableBytes(): Promise<ReadonlyMap<string, number>>;
  /** Null while the process runs. */
  exitCode(): number | null;
  /** The last lines of its log. */
  log(): string;
  close(): Promise<void>;
};

const START_MS_MAX = 240_000;
const LOG_CHARS = 2_000;

/** `servicesOrigin`: of the MCP registry and the embeddings; `isProfiled`: also profiles the event loop. */
export async function install(
  allowedOrigins: readonly string[],
  servicesOrigin: string,
  isProfiled = false,
): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-neighbours-'));
  const probe = join(dataDir, 'probe.sock');
  const env = {
    NODE_OPTIONS: `--import=${new URL('loopProbe.ts', import.meta.url).href}`,
    LOOP_PROBE: probe,
    ...(isProfiled && { LOOP_PROFILE: '1' }),
    TOOLYARD_DATA_DIR: dataDir,
    TOOLYARD_LOG_LEVEL: 'warn',
    TOOLYARD_MCP_REGISTRY_URL: `${servicesOrigin}/registry`,
    TOOLYARD_EMBEDDINGS_URL: `${servicesOrigin}?model=stand-in`,
    TOOLYARD_EGRESS_ALLOW: allowedOrigins.map((origin) => new URL(origin).host).join(','),
  };
  const service = startService(env, { flags: START_FLAGS });
  // The service ends with this process, no matter how this process ends.
  const stopNow = (): void => void service.child.kill();
  process.once('exit', stopNow);
  const url = await service.ready(START_MS_MAX);
  const { cluster } = locate(dataDir);
  const db = clientAt(databaseUrl(cluster, findPostmaster(cluster)?.port ?? 0));
  await db.connect();
  return {
    url,
    newAccount: (name, limits) => newAccount(db, name, limits),
    memory: () => memoryOf(service),
    // Resets only the peak (proc(5)).
    resetPeak: () => writeFile(`/proc/${service.child.pid}/clear_refs`, '5'),
    loop: () => askProbe(probe),
    tableBytes: async () => {
      const { rows } = await db.query<{ name: string; bytes: string }>(
        `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
         WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
      );
      return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
    },
    exitCode: () => service.child.exitCode ?? (service.child.signalCode === null ? null : -1),
    log: () => service.err().slice(-LOG_CHARS),
    close: async () => {
      await db.end();
      await service.stop();
      process.off('exit', stopNow);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function askProbe(path: string): Promise<Loop | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of connect(path)) chunks.push(chunk);
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return null;
  }
}

async function newAccount(db: Client, name: string, limits: Readonly<Record<string, number>> | undefined) {
  const accountId = newAccountId();
  const apiKey = newApiKeyText();
  await db.query('INSERT INTO account (id, name, rate_limits) VALUES ($1, $2, $3)', [accountId, name, limits ?? null]);
  await db.query('INSERT INTO api_key (id, account_id, name, hash, display, scopes) VALUES ($1, $2, $3, $4, $5, $6)', [
    newApiKeyId(),
    accountId,
    name,
    Buffer.from(hashApiKey(apiKey)),
    displayOf(apiKey),
    ['keys:write'],
  ]);
  return { accountId, apiKey };
}

async function memoryOf({ child }: Service) {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  const mibOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1_024;
  return { nowMib: Math.round(mibOf('VmRSS')), peakMib: Math.round(mibOf('VmHWM')) };
}
