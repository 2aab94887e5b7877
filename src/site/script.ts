import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ASSETS_DIR = join(import.meta.dirname, '../../dist/web/assets');
const NAME = /^site-[\w-]+\.js$/;

/**
 * The address of the script of these pages, which is built with the dashboard from `web/src/site`; null where it is not
 * built. The pages are whole without it: it adds what needs one, such as copying and search.
 */
export function scriptPath(directory: string = ASSETS_DIR): string | null {
  if (!existsSync(directory)) return null;
  const name = readdirSync(directory).find((each) => NAME.test(each));
  return name === undefined ? null : `/assets/${name}`;
}
