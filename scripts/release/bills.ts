import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

/** Writes bills of materials (SBOM) of the packages that users install. */
export function writeBills(version: string, folder: string): void {
  const shipped = writeShipped();
  for (const format of FORMATS) {
    const args = ['sbom', '--package-lock-only', '--sbom-format', format];
    const bill = execFileSync('npm', args, { cwd: shipped, maxBuffer: BILL_BYTES_MAX });
    writeFileSync(join(folder, `toolyard-${version}.${format}.json`), bill);
  }
  rmSync(shipped, { recursive: true, force: true });
}
