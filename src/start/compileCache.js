import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

/** The default data directory of a service. */
export const DATA_DIR_DEFAULT = '.toolyard';

/**
 * Caches Node's compiled code of this program in the data directory, so that later starts neither strip types nor
 * compile, which is most of their cost. The cache helps modules loaded afterwards, so call this before loading any
 * large one. This file is JavaScript, because for a first module in TypeScript, Node would load its type stripper at
 * each start, which takes 15 MB. If the directory cannot be written, only the cache is missing; `openDataDir` reports
 * the problem to the operator.
 *
 * @param {string | undefined} dataDir
 * @returns {void}
 */
export function keepCompiled(dataDir) {
  const directory = resolve(dataDir || DATA_DIR_DEFAULT);
  try {
    // With the mode of `openDataDir`, because its other contents will be private.
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  enableCompileCache(join(directory, 'compiled'));
}
