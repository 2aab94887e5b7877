import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { saveServer } from '../core/catalog/saveServer.ts';
import type { Ctx } from '../core/context.ts';

const CATALOGUE_DIR = join(import.meta.dirname, '../../catalogue');

/** Puts the shipped server documents into the marketplace; what has not changed is left alone. */
export async function loadCatalogue(ctx: Ctx): Promise<void> {
  const files = (await readdir(CATALOGUE_DIR)).filter((name) => name.endsWith('.json')).toSorted();
  for (const name of files) {
    await saveServer(ctx, JSON.parse(await readFile(join(CATALOGUE_DIR, name), 'utf8')));
  }
}
