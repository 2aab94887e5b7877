import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS_DIRECTORY, readMigrations } from '../../src/store/migrate.ts';
import { makeReleaseData, RELEASES } from '../releaseData/make.ts';

/** By release, the checksum of each new migration. */
type Released = Readonly<Record<string, Readonly<Record<string, string>>>>;

const RELEASED = join(MIGRATIONS_DIRECTORY, 'released.json');

export const readReleased = (): Released => JSON.parse(readFileSync(RELEASED, 'utf8'));

/** Adds the migrations that are new in this release to `released.json`. A test checks that they never change. */
function recordMigrations(version: string): void {
  const { [version]: _, ...before } = readReleased();
  const known = Object.values(before).flatMap((names) => Object.keys(names));
  const added = readMigrations(MIGRATIONS_DIRECTORY).filter(({ name }) => !known.includes(name));
  const checksums = Object.fromEntries(added.map(({ name, checksum }) => [name, checksum]));
  writeFileSync(RELEASED, `${JSON.stringify({ ...before, [version]: checksums }, null, 2)}\n`);
}

/** Freezes the baseline of later versions: migrations, GraphQL schema, and the data for upgrade tests. */
export async function recordRelease(version: string): Promise<void> {
  recordMigrations(version);
  copyFileSync('schema.graphql', `scripts/schema/releases/${version}.graphql`);
  await makeReleaseData({ checkout: process.cwd(), into: RELEASES });
  execFileSync('scripts/node_modules/.bin/biome', ['format', '--write', RELEASES]);
}
