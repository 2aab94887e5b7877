/**
 * Makes a release in `release/`: the package, client libraries, bills of materials, and SHA-256 checksums: `npm run
 * release:pack`. Fails if CHANGELOG.md has no dated entry for the version, except with `--trial`, which `npm run
 * test:package` uses to install it and look up each package in the bills. `-- --record` also freezes the release's
 * migrations, stores its GraphQL schema (`scripts/schema/changes.ts`), and creates the data for upgrade tests
 * (`scripts/releaseData.ts`).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIGRATIONS_DIRECTORY, readMigrations } from '../src/store/migrate.ts';
import { releaseDateIn } from './changelog.ts';
import { packClients } from './clients/pack.ts';
import { makeReleaseData, RELEASES } from './releaseData/make.ts';

const FOLDER = 'release';
const FORMATS = ['cyclonedx', 'spdx'];
const BILL_BYTES_MAX = 64 * 1_024 * 1_024;

type Locked = {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly devDependencies?: object;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};
type Lock = { readonly packages: Readonly<Record<string, Locked>> };

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8'));

/** The manifest for `npm sbom` without the `graphql` peer, because a nested older `graphql` is expected. */
function withoutProblems({ devDependencies: _, peerDependencies, ...locked }: Locked): Locked {
  const { graphql: __, ...peers } = peerDependencies ?? {};
  return { ...locked, ...(peerDependencies && { peerDependencies: peers }) };
}

/**
 * A folder with the manifest and lock file that users get. In the checkout, `npm sbom --omit dev` also omits packages
 * that a development dependency needs.
 */
function writeShipped(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-release-'));
  const { devDependencies: _, ...manifest } = readJson<{ devDependencies: object }>('package.json');
  const lock = readJson<Lock>('package-lock.json');
  const shipped = Object.entries(lock.packages).filter(([, { dev, devOptional }]) => !dev && !devOptional);
  const packages = Object.fromEntries(shipped.map(([path, locked]) => [path, withoutProblems(locked)]));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  return folder;
}

/** Adds the migrations that are new in this release to `released.json`. A test checks that they never change. */
function recordMigrations(): void {
  const path = join(MIGRATIONS_DIRECTORY, 'released.json');
  const released = readJson<Record<string, Record<string, string>>>(path);
  const before = Object.entries(released).flatMap(([of, names]) => (of === version ? [] : Object.keys(names)));
  const added = readMigrations(MIGRATIONS_DIRECTORY).filter(({ name }) => !before.includes(name));
  released[version] = Object.fromEntries(added.map(({ name, checksum }) => [name, checksum]));
  writeFileSync(path, `${JSON.stringify(released, null, 2)}\n`);
}

/** The data for testing upgrades from this release. */
async function recordData(): Promise<void> {
  await makeReleaseData({ checkout: process.cwd(), into: RELEASES });
  execFileSync('scripts/node_modules/.bin/biome', ['format', '--write', RELEASES]);
}

const { version } = readJson<{ version: string }>('package.json');
const isTrial = process.argv.includes('--trial');
if (!isTrial && releaseDateIn(readFileSync('CHANGELOG.md', 'utf8'), version) === null) {
  throw new Error(`CHANGELOG.md has no entry “## [${version}] - date”: ${version} is not released yet`);
}

if (process.argv.includes('--record')) {
  recordMigrations();
  await recordData();
  copyFileSync('schema.graphql', `scripts/schema/releases/${version}.graphql`);
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
execFileSync('npm', ['pack', '--silent', '--pack-destination', FOLDER], { stdio: 'inherit' });
packClients(FOLDER);
const shipped = writeShipped();
for (const format of FORMATS) {
  const args = ['sbom', '--package-lock-only', '--sbom-format', format];
  const bill = execFileSync('npm', args, { cwd: shipped, maxBuffer: BILL_BYTES_MAX });
  writeFileSync(join(FOLDER, `toolyard-${version}.${format}.json`), bill);
}
rmSync(shipped, { recursive: true, force: true });
const sums = readdirSync(FOLDER).map((name) => {
  const digest = createHash('sha256')
    .update(readFileSync(join(FOLDER, name)))
    .digest('hex');
  return `${digest}  ${name}\n`;
});
writeFileSync(join(FOLDER, 'SHA256SUMS'), sums.join(''));
