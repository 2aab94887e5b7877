/**
 * Builds the package's contents (run by `npm pack`): `lib/`, the source as JavaScript, because Node doesn't strip types
 * below `node_modules`; and the parts of Prisma's client that it needs.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PRISMA_RUNTIME, PRISMA_UNUSED } from './prismaRuntime.ts';

const OUT_DIR = 'lib';

/** A module started by its URL. The compiler rewrites only imports. */
const ADDRESS = /(new URL\('\.[^']*)\.ts(', import\.meta\.url\))/g;
/** Any other reference to a source file, except in comments, which the compiler removes. */
const SOURCE_NAME = /['"`]\.{1,2}\/[^'"`\s]*\.ts['"`]|(?<=[(,] ?)['"]\w+\.ts['"]/;
/** A file next to a module, or a folder above it. */
const NAMED = /new URL\('(\.[^']+)', import\.meta\.url\)/g;

function pointAtJavaScript(path: string): void {
  const text = readFileSync(path, 'utf8').replaceAll(ADDRESS, '$1.js$2');
  const left = SOURCE_NAME.exec(text);
  if (left) throw new Error(`${path} names a file of the source, which the package does not hold: ${left[0]}`);
  const absent = [...text.matchAll(NAMED)]
    .map(([, name = '']) => join(dirname(path), name))
    .filter((each) => !existsSync(each));
  if (absent.length > 0) throw new Error(`${path} names what the package does not hold: ${absent.join(', ')}`);
  writeFileSync(path, text);
}

rmSync(OUT_DIR, { recursive: true, force: true });
execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
// Compiler leftovers.
for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.sh'))) {
  copyFileSync(join('src', name), join(OUT_DIR, name));
}
const files = readdirSync(OUT_DIR, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
for (const name of files) pointAtJavaScript(join(OUT_DIR, name));

// The package bundles Prisma's client (`bundleDependencies`), without 70 MB that the client never loads.
writeFileSync(join(PRISMA_RUNTIME, '.npmignore'), [...PRISMA_UNUSED, '*.d.ts', '*.d.mts', ''].join('\n'));
