import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ASSETS_DIR = join(import.meta.dirname, '../../dist/web/assets');
const NAME = /^site-[\w-]+\.js$/;

/**
 * The address of these pages' script, built with the dashboard from `web/src/site`; null if it isn't built. Pages work
 * without it; it adds copying and search.
 */
export function scriptPath(directory: string = ASSETS_DIR): string | null {
  if (!existsSync(directory)) return null;
  const name = readdirSync(directory).find((each) => NAME.test(each));
  return name === undefined ? null : `/assets/${name}`;
}
