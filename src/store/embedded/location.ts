import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sha256Text } from '../../core/lib/sha256.ts';
import { canTraverse, findServiceUser, type ServiceUser } from './serviceUser.ts';

/** Where the database is if this process is root, because PostgreSQL's unprivileged user must be able to reach it. */
export const STATE_ROOT = '/var/lib/toolyard';

/** Where the embedded PostgreSQL is on this machine, and the user that runs it. */
export type Location = {
  /** Contains the cluster, its log and the records of the processes that use it. */
  readonly home: string;
  readonly cluster: string;
  readonly user: ServiceUser | null;
  /** Message about the location for the operator, or null. */
  readonly notice: string | null;
};

/** The cluster's directory within `home`. */
export const clusterIn = (home: string): string => join(home, 'postgres');

/** Creates `directory` for its owner only. Another `user`, if given, may traverse it but not list it. */
function closeDirectory(directory: string, user: ServiceUser | null): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const isVisited = user !== null && statSync(directory).uid !== user.uid;
  if (isVisited) chownSync(directory, 0, user.gid);
  chmodSync(directory, isVisited ? 0o710 : 0o700);
}

function locateAsRoot(dataDir: string): Location {
  const key = sha256Text(dataDir, 'hex').slice(0, 12);
  const fallback = join(STATE_ROOT, 'data', `${basename(dirname(dataDir))}-${key}`);
  const isHere = existsSync(clusterIn(dataDir));
  // A cluster under the state root stays in use, even if the configured directory has become reachable since.
  const isThere = !isHere && existsSync(clusterIn(fallback));
  const user = findServiceUser([clusterIn(isThere ? fallback : dataDir), dataDir]);
  if (user === null) return { home: dataDir, cluster: clusterIn(dataDir), user, notice: null };
  const isReachable = canTraverse(user, dirname(dataDir));
  if (isHere && !isReachable) {
    throw new Error(`${clusterIn(dataDir)} belongs to user ${user.uid}, who can no longer reach it: restore access`);
  }
  if (isReachable && !isThere) {
    closeDirectory(dataDir, user);
    return { home: dataDir, cluster: clusterIn(dataDir), user, notice: null };
  }
  closeDirectory(fallback, user);
  chmodSync(STATE_ROOT, 0o755);
  chmodSync(join(STATE_ROOT, 'data'), 0o755);
  const notice = `The database is kept in ${fallback}: PostgreSQL does not run as root, and its user cannot reach ${dataDir}.`;
  return { home: fallback, cluster: clusterIn(fallback), user, notice };
}

/** Decides where the database of `dataDir` lives and who runs it; creates the directories. */
export function locate(dataDir: string): Location {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const directory = realpathSync(dataDir);
  if (process.getuid?.() === 0) return locateAsRoot(directory);
  closeDirectory(directory, null);
  return { home: directory, cluster: clusterIn(directory), user: null, notice: null };
}
