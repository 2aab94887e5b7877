import { constants, existsSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { secretsFileIn } from '../../start/startSecrets.ts';
import { type Finding, fail, ok, reasonOf, warn } from './check.ts';

const CHECK = 'data directory';
const GIB = 1024 ** 3;
const FREE_GIB_MIN = 0.1;
const FREE_GIB_GOOD = 1;
// If the service runs as root, the database's user may pass through the directory, but not list it.
const OPEN_TO_OTHERS = 0o067;

/** Checks who can reach the directory of the embedded database and master key, and the space left there. */
export async function checkDirectory(input: string): Promise<readonly Finding[]> {
  const path = resolve(input);
  const place = nearest(path);
  try {
    await access(place, constants.W_OK | constants.X_OK);
  } catch (error) {
    return [
      fail(CHECK, `${place}: ${reasonOf(error)}`, 'Change its owner to the user that runs Toolyard', 'invalid_config'),
    ];
  }
  return [await checkMode(path), ...secretFilesLeft(path), await checkSpace(place)];
}

const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)));

async function checkMode(path: string): Promise<Finding> {
  if (!existsSync(path)) return ok(CHECK, `${path} will be created at the first start`);
  const { mode } = await stat(path);
  const octal = (mode & 0o777).toString(8);
  return (mode & OPEN_TO_OTHERS) === 0
    ? ok(CHECK, `${path}, mode ${octal}`)
    : warn(CHECK, `${path} is open to other users (mode ${octal})`, `chmod 700 ${path}`);
}

function secretFilesLeft(path: string): readonly Finding[] {
  const file = secretsFileIn(path);
  if (!existsSync(file)) return [];
  return [
    warn(
      CHECK,
      `${file} contains keys and links printed at startup`,
      'Move them to your secret store, then delete the file',
    ),
  ];
}

async function checkSpace(path: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(path);
  const freeGib = (bavail * bsize) / GIB;
  const message = `${freeGib.toFixed(1)} GiB free`;
  if (freeGib < FREE_GIB_MIN) return fail('disk', message, 'Free disk space before PostgreSQL stops');
  return freeGib < FREE_GIB_GOOD ? warn('disk', message, 'Make room') : ok('disk', message);
}
