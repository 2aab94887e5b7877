import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../vitest.config.ts';
import { boundsOfElapsedTime, CLOCK } from './harness/elapsedTime.ts';

const { include = [], exclude = [] } = config.test ?? {};
const testFiles = globSync(include, { exclude: [...exclude, '**/node_modules'] });
const lock: { readonly packages: object } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Modules that a file loads when it runs; `import type` is erased. */
const IMPORT =
  /^(?:import|export) (?!type\b)(?:[\w*]|\{(?! type \w+ \} ))[^;'"]*? from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;

/** Returns every package that the files import, directly or indirectly, with the importing file. */
function packagesOf(files: readonly string[]): ReadonlyMap<string, string> {
  const imports = new Map<string, string>();
  const seen = new Set(files);
  for (const file of seen) {
    if (!/\.[jt]sx?$/.test(file)) continue;
    for (const [, ...groups] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const specifier = groups.find((group) => group !== undefined) ?? '';
      const target = join(file, '..', specifier);
      if (!specifier.startsWith('.')) imports.set(specifier.replace(/^((?:@[^/]+\/)?[^/]+).*$/, '$1'), file);
      else if (existsSync(target)) seen.add(target);
    }
  }
  return imports;
}

it('`npm test` imports only packages that `npm ci` installs', () => {
  const packages = packagesOf(testFiles);
  const missing = [...packages].filter(([name]) => !isBuiltin(name) && !(`node_modules/${name}` in lock.packages));
  expect(missing).toEqual([]);
  expect(testFiles.length).toBeGreaterThan(500);
  expect(packages.size).toBeGreaterThan(50);
  process.stdout.write(`${testFiles.length} test files import ${packages.size} packages\n`);
});

it('every PostgreSQL pool and client has an error listener', () => {
  // Without a listener, an idle connection closed by the server ends the process.
  const opened = globSync('{src,test,scripts,bench}/**/*.ts', { exclude: ['**/node_modules'] }).filter((file) => {
    const text = readFileSync(file, 'utf8');
    return /from 'pg'/.test(text) && /\bnew (pg\.)?(Pool|\w*Client)\(/.test(text);
  });
  expect(opened.sort()).toEqual([
    'src/store/anyHostClient.ts',
    'src/store/connection.ts',
    'src/store/database.ts',
    'test/harness/database.ts',
  ]);
  for (const file of opened) expect(readFileSync(file, 'utf8')).toMatch(/\.on\('error', /);
});

describe('an assertion about elapsed time', () => {
  it.each([
    ['in place', 'const began = performance.now();\nexpect(performance.now() - began).toBeLessThan(9);'],
    ['by a name', 'const a = Date.now();\nconst took = Date.now() - a;\nexpect(took).toBeLessThanOrEqual(9);'],
    ['of two readings', 'const a = Date.now();\nconst b = Date.now();\nexpect(b - a).toBeLessThan(9);'],
    ['in a list', 'const a = Date.now();\nlist.push(Date.now() - a);\nexpect(Math.min(...list)).toBeLessThan(9);'],
    ['of a member', 'const a = Date.now();\nend.ms = Date.now() - a;\nexpect(end.ms).toBeLessThan(9);'],
    [
      'renamed',
      'const a = Date.now();\nmake({ ms: Date.now() - a });\nconst { ms: x } = y;\nexpect(x).toBeLessThan(9);',
    ],
    ['in a unit', 'const a = Date.now() / 1e3;\nexpect((Date.now() / 1e3 - a) * 2).toBeLessThan(9);'],
  ])('is detected %s', (_how, source) => {
    expect(boundsOfElapsedTime(source)).toEqual([source.split('\n').length]);
  });

  it.each([
    ['a lower bound', 'const a = Date.now();\nexpect(Date.now() - a).toBeGreaterThan(9);'],
    ['processor time', 'const a = cpuMs();\nexpect(cpuMs() - a).toBeLessThan(9);'],
    ['a time that the service names', 'const a = Date.now();\nexpect(resetAt - a).toBeLessThan(9);'],
  ])('is not detected %s', (_name, source) => {
    expect(boundsOfElapsedTime(source)).toEqual([]);
  });

  it('does not occur in any test', () => {
    const tests = globSync('{test,clients,scripts,bench}/**/*.ts', {
      exclude: ['**/node_modules', 'test/checkout.test.ts'],
    });
    const timed = tests
      .map((file) => [file, readFileSync(file, 'utf8')] as const)
      .filter(([, text]) => CLOCK.test(text));
    expect(timed.length).toBeGreaterThan(20);
    const bounding = timed.filter(([, text]) => text.includes('toBeLessThan'));
    expect(bounding.flatMap(([file, text]) => boundsOfElapsedTime(text).map((line) => `${file}:${line}`))).toEqual([]);
    process.stdout.write(`${timed.length} of ${tests.length} files read a clock\n`);
  });
});
