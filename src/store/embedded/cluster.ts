import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { attempt, errorCode, sync } from './files.ts';
import type { Location } from './location.ts';
import { processIdentity } from './processes.ts';
import type { ServiceUser } from './serviceUser.ts';

const DATABASE_USER = 'toolyard';
const PASSWORD_FILE = 'toolyard.password';
const UNFINISHED = 'unfinished-';

/**
 * The complete environment of PostgreSQL's programs. They must not inherit PGDATA, PGOPTIONS or a locale.
 */
export const POSTGRES_ENV = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

const own = (path: string, user: ServiceUser | null): void => {
  if (user !== null) chownSync(path, user.uid, user.gid);
};

type Initdb = {
  readonly program: string;
  /** The major version of PostgreSQL in whose format it creates clusters. */
  readonly major: string;
  readonly isDurable: boolean;
};

/**
 * Creates the cluster of `location` unless it exists. A rename moves the complete cluster into place, so a killed start
 * leaves no partial cluster. If two processes start at the same time, the first one wins.
 * @throws for a cluster of another major version
 */
export async function ensureCluster(location: Location, initdb: Initdb): Promise<void> {
  if (existsSync(location.cluster)) return requireSameVersion(location.cluster, initdb.major);
  // Remove the files of a first start that was killed before it finished.
  for (const name of readdirSync(location.home)) {
    const pid = Number(name.startsWith(UNFINISHED) ? name.split('-')[1] : Number.NaN);
    if (Number.isInteger(pid) && processIdentity(pid) === null)
      rmSync(join(location.home, name), { recursive: true, force: true });
  }
  const unfinished = join(location.home, `${UNFINISHED}${process.pid}-${randomBytes(4).toString('hex')}`);
  const passwordFile = `${unfinished}.password`;
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  mkdirSync(unfinished, { mode: 0o700 });
  own(passwordFile, location.user);
  own(unfinished, location.user);
  try {
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = [`--username=${DATABASE_USER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    const speed = initdb.isDurable ? [] : ['--no-sync'];
    const args = ['-D', unfinished, ...locale, ...access, ...speed, '--no-instructions'];
    await promisify(execFile)(initdb.program, args, { ...location.user, cwd: '/', env: POSTGRES_ENV });
    renameSync(passwordFile, join(unfinished, PASSWORD_FILE));
    sync(join(unfinished, PASSWORD_FILE));
    sync(unfinished);
    renameSync(unfinished, location.cluster);
    sync(location.home);
  } catch (error) {
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

/** Requires a cluster of this major version, since each has its own file format. @throws for another version */
function requireSameVersion(cluster: string, major: string): void {
  const made = attempt(() => readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim());
  if (made === null || made === major) return;
  throw new Error(
    `${cluster} was created by PostgreSQL ${made}, but this version of Toolyard includes PostgreSQL ${major}: create a backup with the previous version, and restore it into a new data directory (docs/operate.md)`,
  );
}

/** The connection string of a cluster that listens on `port`. */
export function databaseUrl(cluster: string, port: number): string {
  const password = attempt(() => readFileSync(join(cluster, PASSWORD_FILE), 'utf8'));
  if (password === null) throw new Error(`${join(cluster, PASSWORD_FILE)} cannot be read: the database needs it`);
  return `postgresql://${DATABASE_USER}:${password}@127.0.0.1:${port}/postgres`;
}
