import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packClients } from '../../scripts/clients/pack.ts';
import { openService } from './service.ts';

const { url, apiKey, close } = await openService();
const home = mkdtempSync(join(tmpdir(), 'toolyard-sdks-'));
afterAll(async () => {
  await close();
  rmSync(home, { recursive: true, force: true });
});
beforeAll(() => packClients(home));

const runFile = promisify(execFile);
const env = { ...process.env, TOOLYARD_URL: url, TOOLYARD_API_KEY: apiKey, PYTHONDONTWRITEBYTECODE: '1' };
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The first program of a README, also in `docs/clients.md`; with a different stack name. */
function firstProgram(client: string, language: string, name: string): string {
  const readme = readFileSync(`clients/${client}/README.md`, 'utf8');
  const program = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(readme)?.[1] ?? '';
  expect(readFileSync('docs/clients.md', 'utf8')).toContain(program);
  const made = program.replace('First', name);
  expect(made).not.toBe(program);
  return made;
}

it('the client packages are two files of this version with the licence', () => {
  expect(readdirSync(home).toSorted()).toEqual([`toolyard-${version}-py3-none-any.whl`, `toolyard-sdk-${version}.tgz`]);
  for (const client of ['typescript', 'python'])
    expect(readFileSync(`clients/${client}/LICENSE`, 'utf8')).toBe(readFileSync('LICENSE', 'utf8'));
});

it('installs the TypeScript client in an empty folder offline, and its first call works', async () => {
  writeFileSync(join(home, 'package.json'), '{ "private": true }');
  const args = ['install', '--offline', '--no-audit', '--no-fund', `./toolyard-sdk-${version}.tgz`];
  await runFile('npm', args, { cwd: home, env });
  expect(readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@toolyard']);
  const { files } = JSON.parse(readFileSync('clients/typescript/package.json', 'utf8'));
  expect(files).toEqual(['dist']);
  writeFileSync(join(home, 'first.mjs'), firstProgram('typescript', 'js', 'First of TypeScript'));
  const { stdout } = await runFile(process.execPath, ['first.mjs'], { cwd: home, env });
  expect(stdout).toContain('[ 1, 2 ]');
});

it('runs the TypeScript client on its oldest supported Node', { timeout: 120_000 }, async () => {
  const { engines } = JSON.parse(readFileSync('clients/typescript/package.json', 'utf8'));
  const oldest = `${/^>=(\d+)$/.exec(engines.node)?.[1]}.0.0`;
  const folder = join(home, 'oldest');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await runFile('npm', ['install', '--no-audit', '--no-fund', `node@${oldest}`], { cwd: folder, env });
  const node = join(folder, 'node_modules/node/bin/node');
  expect((await runFile(node, ['--version'])).stdout.trim()).toBe(`v${oldest}`);
  writeFileSync(join(home, 'oldest.mjs'), firstProgram('typescript', 'js', 'First of the oldest'));
  const { stdout } = await runFile(node, ['oldest.mjs'], { cwd: home, env });
  expect(stdout).toContain('[ 1, 2 ]');
});

it('runs the Python client’s first call from its wheel alone', async () => {
  writeFileSync(join(home, 'first.py'), firstProgram('python', 'python', 'First of Python'));
  const PYTHONPATH = join(home, `toolyard-${version}-py3-none-any.whl`);
  const { stdout } = await runFile('python3', ['first.py'], { cwd: home, env: { ...env, PYTHONPATH } });
  expect(stdout).toContain('[1, 2]');
});
