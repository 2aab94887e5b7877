/**
 * Makes a release of this commit in `release/`: the package, client libraries, image context, chart, bills of
 * materials, provenance and SHA-256 checksums: `npm run release`. Fails if CHANGELOG.md has no dated entry for the
 * version, if the release is not recorded, or if a file is not committed. `--trial` skips these checks for `npm run
 * test:package`. `-- --record` records the release before it is committed (`scripts/release/record.ts`).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseDateIn } from './changelog.ts';
import { packClients } from './clients/pack.ts';
import { packChart, packImageContext } from './release/archives.ts';
import { writeBills } from './release/bills.ts';
import { artifactsIn, provenanceOf } from './release/provenance.ts';
import { readReleased, recordRelease } from './release/record.ts';

const FOLDER = 'release';
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

function requireReleasable(): void {
  if (!Object.hasOwn(readReleased(), version)) throw new Error(`Record ${version} first: npm run release -- --record`);
  const changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
  if (changed !== '') throw new Error(`A release is made of a commit. These files differ from it:\n${changed}`);
}

const isTrial = process.argv.includes('--trial');
if (!isTrial && releaseDateIn(readFileSync('CHANGELOG.md', 'utf8'), version) === null) {
  throw new Error(`CHANGELOG.md has no entry “## [${version}] - date”: ${version} is not released yet`);
}
if (process.argv.includes('--record')) {
  await recordRelease(version);
  process.exit();
}
if (!isTrial) requireReleasable();

const startedAt = new Date();
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
execFileSync('npm', ['pack', '--silent', '--pack-destination', FOLDER], { stdio: 'inherit' });
packClients(FOLDER);
packImageContext(version, FOLDER);
packChart(version, FOLDER);
writeBills(version, FOLDER);
const provenance = provenanceOf(artifactsIn(FOLDER), startedAt);
writeFileSync(join(FOLDER, `toolyard-${version}.intoto.json`), `${JSON.stringify(provenance, null, 2)}\n`);
const sums = artifactsIn(FOLDER).map(({ name, digest }) => `${digest.sha256}  ${name}\n`);
writeFileSync(join(FOLDER, 'SHA256SUMS'), sums.join(''));
