import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const CATALOGUE_DIR = join(import.meta.dirname, '../../catalogue');

/** The server documents shipped with the product. */
export async function readCatalogue(): Promise<readonly unknown[]> {
  const files = (await readdir(CATALOGUE_DIR)).filter((name) => name.endsWith('.json')).toSorted();
  return Promise.all(
    files.map(async (name): Promise<unknown> => JSON.parse(await readFile(join(CATALOGUE_DIR, name), 'utf8'))),
  );
}
