import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

/** Where a service keeps its things when nobody says otherwise. */
export const DATA_DIR_DEFAULT = '.toolyard';

/**
 * Keeps what Node compiles of this program in the data directory, so that later starts neither strip types nor compile:
 * most of what a start costs. It helps modules that are loaded afterwards, so it is called before any large one, and is
 * itself JavaScript: for a first module in TypeScript, Node loads what strips types at each start, which takes 15 MB. A
 * directory that cannot be written costs that help and nothing else; what to tell the operator is `openDataDir`'s.
 *
 * @param {string | undefined} dataDir
 * @returns {void}
 */
export function keepCompiled(dataDir) {
  const directory = resolve(dataDir || DATA_DIR_DEFAULT);
  try {
    // As `openDataDir` makes it: what else will be in it is private.
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  enableCompileCache(join(directory, 'compiled'));
}
