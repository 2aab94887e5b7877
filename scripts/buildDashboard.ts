import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WEB = 'web';
const PACKAGES = 'web/node_modules';
const OUT_DIR = 'dist/web';
const COMPRESSIBLE = /\.(js|css|svg|html|map|ttf)$/;

// Quality 11, the highest, saves another tenth but takes ten times as long for GraphiQL's editor.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Compresses each file once at build time instead of on every response. */
async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes));
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, BROTLI));
}

// A test runner also gets the production build of React: the development build is 50 % larger.
const env = { ...process.env, NODE_ENV: 'production' };
const run = (...args: readonly string[]): unknown => execFileSync(process.execPath, args, { stdio: 'inherit', env });

async function buildDashboard(): Promise<void> {
  run('scripts/install.ts', WEB);
  run(`${PACKAGES}/vite/bin/vite.js`, 'build', WEB, '--logLevel', 'warn');
  const files = await readdir(OUT_DIR, { recursive: true });
  await Promise.all(files.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(OUT_DIR, name))));
}

/*
 * `--only-build` is for installations that only run the service. It removes the 250 MB of build dependencies
 * afterwards, unless they were there before.
 */
const staysInstalled = existsSync(PACKAGES) || !process.argv.includes('--only-build');
await buildDashboard();
if (!staysInstalled) await rm(PACKAGES, { recursive: true });
