/**
 * Makes what a release consists of, in `release/`: the package, bills of materials of what it brings along, and the
 * SHA-256 of each file: `npm run release:pack`. Fails when CHANGELOG.md does not know the version.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'release';
const FORMATS = ['cyclonedx', 'spdx'];
const BILL_BYTES_MAX = 64 * 1_024 * 1_024;

const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
if (!readFileSync('CHANGELOG.md', 'utf8').includes(version)) throw new Error(`CHANGELOG.md says nothing of ${version}`);

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
execFileSync('npm', ['pack', '--pack-destination', FOLDER], { stdio: 'inherit' });
for (const format of FORMATS) {
  // A package of the list wants an older `graphql` beside it than is there; to npm that is a problem, not a fact to list.
  const args = ['sbom', '--legacy-peer-deps', '--package-lock-only', '--omit', 'dev', '--sbom-format', format];
  const bill = execFileSync('npm', args, { maxBuffer: BILL_BYTES_MAX });
  writeFileSync(join(FOLDER, `toolyard-${version}.${format}.json`), bill);
}
const sums = readdirSync(FOLDER).map((name) => {
  const digest = createHash('sha256')
    .update(readFileSync(join(FOLDER, name)))
    .digest('hex');
  return `${digest}  ${name}\n`;
});
writeFileSync(join(FOLDER, 'SHA256SUMS'), sums.join(''));
