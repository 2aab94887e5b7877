import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { type Closers, createClosers } from '../../src/start/closers.ts';
import { clientAt } from '../../src/store/connection.ts';
import { type Service, startService } from '../../test/harness/service.ts';
import { embeddedUrl, externalStore } from '../canary/databases.ts';
import { databasePids, killAll } from '../crash/strike.ts';
import { type ReleaseData, useInstallation } from './use.ts';

/** The folder of the committed release data. */
export const RELEASES = join(import.meta.dirname, '../../test/upgrade/releases');

const START_MS_MAX = 120_000;
const BYTES_MAX = 1_024 * 1_048_576;
const DUMP = ['--inserts', '--rows-per-insert=1000', '--no-owner', '--no-privileges'];
/** Files of a data directory that describe the machine, or hold another database's keys. */
const LEFT_OUT = ['postgres.log', 'first-start.txt', 'postgres/postmaster.opts'];

/** `checkout`: the release's checkout, with its packages installed. */
export type Making = { readonly checkout: string; readonly into: string };

/**
 * Writes `VERSION.json`, `VERSION.sql.gz` and `VERSION.tar.zst`, and returns the version. @throws if a step fails or
 * the stored installation responds differently
 */
export async function makeReleaseData({ checkout, into }: Making): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const closers = createClosers();
  try {
    const dataDir = mkdtempSync(join(tmpdir(), 'toolyard-release-data-'));
    closers.add(async () => rmSync(dataDir, { recursive: true, force: true }));
    // After a failed step, stop the embedded PostgreSQL: it outlives the service that started it.
    closers.add(async () => killAll(await databasePids(dataDir)));
    const masterKey = randomBytes(32).toString('base64');
    const run = { checkout, closers, masterKey };
    const { used, dump } = await useOutside(run);
    const data: ReleaseData = { version, masterKey, ...used };
    writeFileSync(join(dataDir, 'master.key'), `${masterKey}\n`, { mode: 0o600 });
    await moveInto(dataDir, { ...run, dump, data });
    mkdirSync(into, { recursive: true });
    writeFileSync(join(into, `${version}.json`), `${JSON.stringify(data, null, 2)}\n`);
    writeFileSync(join(into, `${version}.sql.gz`), gzipSync(dump, { level: constants.Z_BEST_COMPRESSION }));
    writeFileSync(join(into, `${version}.tar.zst`), pack(dataDir));
    return version;
  } finally {
    await closers.close();
  }
}

type Run = { readonly checkout: string; readonly closers: Closers; readonly masterKey: string };

/** Starts the release's own service. Its stdio programs come unchanged from the catalogue. */
async function start({ checkout, closers }: Run, env: Readonly<Record<string, string>>) {
  const main = join(checkout, 'src/main.ts');
  const service = startService({ TOOLYARD_STDIO_UNCONFINED: 'true', ...env }, { main, cwd: checkout });
  closers.add(async () => void (await service.stop('SIGKILL')));
  return { service, url: await service.ready(START_MS_MAX) };
}

/** @throws if the command fails, because its output may be incomplete */
async function stop(service: Service): Promise<void> {
  const { code, err } = await service.stop();
  if (code !== 0) throw new Error(`The service ended with ${code}:\n${err}`);
}

const valueIn = (pattern: RegExp, text: string): string => {
  const [match] = pattern.exec(text) ?? [];
  if (match === undefined) throw new Error(`The first start says nothing like ${pattern}:\n${text}`);
  return match;
};

/** Uses Debian's PostgreSQL, so that Debian's `pg_dump` can dump it. */
async function useOutside(run: Run) {
  const store = await externalStore();
  if (!store) throw new Error('PostgreSQL is missing: apt-get install --no-install-recommends postgresql');
  run.closers.add(() => store.close());
  const { service, url } = await start(run, { ...store.env, TOOLYARD_MASTER_KEY: run.masterKey });
  const output = service.out();
  const used = await useInstallation({
    url,
    apiKey: valueIn(/\bty_\w+/, output),
    invitation: valueIn(/\binv_[\w-]+/, output),
  });
  await stop(service);
  const text = execFileSync('pg_dump', [...DUMP, store.env['DATABASE_URL'] ?? ''], { maxBuffer: BYTES_MAX });
  // Removes lines that start with a backslash, because they are psql commands and not SQL.
  return { used, dump: text.toString('utf8').replaceAll(/^\\.*$/gm, '') };
}

type Moving = Run & { readonly dump: string; readonly data: ReleaseData };

/** Loads the dump into the embedded PostgreSQL of a data directory, then stops the service that started it. */
async function moveInto(dataDir: string, moving: Moving): Promise<void> {
  const env = { TOOLYARD_DATA_DIR: dataDir };
  const first = await start(moving, env);
  const client = clientAt(embeddedUrl(dataDir));
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await client.query(moving.dump);
  await client.end();
  // The caches belong to the previous database.
  await first.service.stop();
  const again = await start(moving, env);
  const { apiKey, stacks } = moving.data;
  const answer = await fetch(`${again.url}/v1/stacks`, { headers: { authorization: `Bearer ${apiKey}` } });
  const listed = await answer.json();
  if (!isDeepStrictEqual(listed, stacks)) throw new Error(`From the dump: ${JSON.stringify(listed)}`);
  await stop(again.service);
}

function pack(dataDir: string): Buffer {
  const without = LEFT_OUT.map((name) => `--exclude=./${name}`);
  const tar = execFileSync('tar', ['-C', dataDir, ...without, '-cf', '-', '.'], { maxBuffer: BYTES_MAX });
  return zstdCompressSync(tar, { params: { [constants.ZSTD_c_compressionLevel]: 19 } });
}
