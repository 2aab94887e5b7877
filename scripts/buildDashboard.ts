import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const CONFIG = 'web/vite.config.ts';
const OUT_DIR = 'dist/web';
const COMPRESSIBLE = /\.(js|css|svg|html|map|ttf)$/;

/** What an installation without development dependencies, or a layer of an image without the sources, cannot do. */
async function canBuild(): Promise<boolean> {
  if (!existsSync(CONFIG)) return false;
  return import('vite').then(
    () => true,
    () => false,
  );
}

// The highest quality, 11, is a tenth smaller and takes ten times as long on the editor of GraphiQL.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Compressed once here instead of with every answer. */
async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes));
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, BROTLI));
}

async function buildDashboard(): Promise<void> {
  const { build } = await import('vite');
  await build({ configFile: CONFIG, logLevel: 'warn' });
  const files = await readdir(OUT_DIR, { recursive: true });
  await Promise.all(files.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(OUT_DIR, name))));
}

const isOptional = process.argv.includes('--if-possible');
if (!isOptional || (await canBuild())) await buildDashboard();
