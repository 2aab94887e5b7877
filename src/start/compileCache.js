import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

/** The default data directory of a service. */
export const DATA_DIR_DEFAULT = '.toolyard';

/**
 * Caches this program's compiled code in the data directory. Later starts then neither strip types nor compile, which
 * takes most of their time. The cache only helps modules loaded afterwards, so call this before you load a large one.
 * This file is JavaScript, because Node would otherwise load its type stripper at each start, which takes 15 MB. If the
 * directory cannot be written, the program runs without a cache; `openDataDir` reports the problem to the operator.
 *
 * @param {string | undefined} dataDir
 * @returns {void}
 */
export function keepCompiled(dataDir) {
  const directory = resolve(dataDir || DATA_DIR_DEFAULT);
  try {
    // Use the mode of `openDataDir`, because the directory's other contents are private.
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  enableCompileCache(join(directory, 'compiled'));
}
