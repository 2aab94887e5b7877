import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

/** Large packages that are not needed at start: `core/lib/lazily.ts` loads their users with the first request. */
const LATER =
  /^(graphql|graphql-yoga|sofa-api|oauth4webapi|openid-client|piscina|prom-client|ioredis|@kubernetes\/|@bufbuild\/|@scalar\/|@pothos\/|@graphql-tools\/|@modelcontextprotocol\/)/;
const IMPORT = /^(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?'([^']+)'/gm;

type Reached = { readonly files: ReadonlySet<string>; readonly packages: ReadonlyMap<string, string> };

const importsOf = (file: string): readonly string[] =>
  /\.[jt]s$/.test(file) ? Array.from(readFileSync(file, 'utf8').matchAll(IMPORT), ([, name = '']) => name) : [];

/** The files and packages that a module imports indirectly, each package with an importing file. */
function reachedFrom(entry: string): Reached {
  const files = new Set([resolve(entry)]);
  const packages = new Map<string, string>();
  for (const file of files) {
    const names = importsOf(file).filter((name) => !name.startsWith('node:'));
    // The loop also visits files added here.
    for (const name of names.filter((each) => each.startsWith('.'))) files.add(resolve(dirname(file), name));
    for (const name of names.filter((each) => !each.startsWith('.'))) packages.set(name, file);
  }
  return { files, packages };
}

it('starts without the packages that only some requests need', () => {
  const { files, packages } = reachedFrom('src/server.ts');
  process.stdout.write(`${files.size} files and ${packages.size} packages are loaded at a start\n`);
  expect([...packages].filter(([name]) => LATER.test(name))).toEqual([]);
  // Shows that the scan follows imports, also across lines and up to the edges.
  expect(packages.has('fastify') && packages.has('@prisma/adapter-pg')).toBe(true);
});

it('loads nothing before the compile cache exists, and nothing that needs type stripping', () => {
  const { files, packages } = reachedFrom('src/start/main.js');
  expect([...files].map((file) => file.slice(resolve('src').length + 1))).toEqual([
    'start/main.js',
    'start/compileCache.js',
  ]);
  expect([...packages]).toEqual([]);
});

it('threads use the compile cache, too, and see no settings', () => {
  const directory = mkdtempSync(join(tmpdir(), 'toolyard-compiled-'));
  const module = join(directory, 'look.mjs');
  writeFileSync(module, 'export const look = () => ({ ...process.env });');
  const script = `
    const { keepCompiled } = await import('./src/start/compileCache.js');
    keepCompiled(${JSON.stringify(directory)});
    const { shortWork } = await import('./src/core/lib/workerPool.ts');
    const task = { module: new URL(${JSON.stringify(pathToFileURL(module))}), name: 'look', input: null };
    console.log(JSON.stringify(await shortWork.run(task, { accountId: null, signal: new AbortController().signal })));
    process.exit(0);`;
  const env = { ...process.env, TOOLYARD_MASTER_KEY: 'a-secret' };
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8', env });
  rmSync(directory, { recursive: true, force: true });
  expect(JSON.parse(output)).toEqual({ NODE_COMPILE_CACHE: join(directory, 'compiled') });
});

it('parses a visitor’s GraphQL query with the parser alone', () => {
  const { packages } = reachedFrom('src/graphql/execution/publicFields.ts');
  expect([...packages.keys()]).toEqual(['graphql']);
});
