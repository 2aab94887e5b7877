import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { MIGRATIONS_DIRECTORY, RUNS_WITH, readMigrations } from '../../src/store/migrate.ts';

/** By release, the checksum of each new migration: `npm run release -- --record` adds a release. */
const RELEASED: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(join(MIGRATIONS_DIRECTORY, 'released.json'), 'utf8'),
);

const migrations = readMigrations(MIGRATIONS_DIRECTORY);

/** Statements that remove or restrict something that the previous version may use. */
const INCOMPATIBLE: readonly RegExp[] = [
  /\bDROP\s+(TABLE|COLUMN|INDEX|FUNCTION|TRIGGER|TYPE)\b/i,
  /\bRENAME\b/i,
  /\bALTER\s+(COLUMN\s+)?"?\w+"?\s+(SET\s+DATA\s+)?TYPE\b/i,
  /\bSET\s+NOT\s+NULL\b/i,
  /\bADD\s+COLUMN\s+"?\w+"?\s+(?![^,;]*\bDEFAULT\b)(?![^,;]*\bGENERATED\b)[^,;]*\bNOT\s+NULL\b/i,
  /\bADD\s+CONSTRAINT\b(?![^;]*\bNOT\s+VALID\b)/i,
];

const withoutComments = (sql: string): string => sql.replace(/--.*$/gm, '');
const isIncompatible = (sql: string): boolean => INCOMPATIBLE.some((pattern) => pattern.test(withoutComments(sql)));

describe('migrations', () => {
  const released = Object.entries(RELEASED).flatMap(([version, checksums]) =>
    Object.entries(checksums).map(([name, checksum]) => ({ version, name, checksum })),
  );

  it.each(released)('$name is unchanged since its release in $version', ({ name, checksum }) => {
    expect(migrations.find((migration) => migration.name === name)?.checksum).toBe(checksum);
  });

  it('come after the released ones', () => {
    const names = migrations.map(({ name }) => name);
    expect(names.slice(0, released.length)).toEqual(released.map(({ name }) => name));
  });

  it('of a version that runs with the previous one remove nothing from it', () => {
    const added = migrations.filter(({ name }) => !released.some((one) => one.name === name));
    // A version with a fresh history lists only itself in RUNS_WITH, and the upgrade notes tell users to stop the older
    // one first.
    const incompatible = RUNS_WITH === packageJson.version ? [] : added.filter(({ sql }) => isIncompatible(sql));
    expect(incompatible.map(({ name }) => name)).toEqual([]);
  });

  it.each([
    ['ALTER TABLE "a" DROP COLUMN "b"', true],
    ['ALTER TABLE "a" RENAME COLUMN "b" TO "c"', true],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE INTEGER', true],
    ['ALTER TABLE "a" ALTER COLUMN "b" TYPE INTEGER', true],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL', true],
    ['ALTER TABLE "a" ADD COLUMN "b" TEXT NOT NULL', true],
    ['DROP TABLE "a"', true],
    ['ALTER TABLE "a" ADD CONSTRAINT "c" CHECK (b > 0)', true],
    ['ALTER TABLE "a" ADD COLUMN "b" TEXT', false],
    ['ALTER TABLE "a" ADD COLUMN "b" TEXT NOT NULL DEFAULT \'\'', false],
    ['ALTER TABLE "a" ALTER COLUMN "b" DROP NOT NULL', false],
    ['-- DROP TABLE "a"\nCREATE TABLE "b" ("c" TEXT NOT NULL)', false],
  ])('%s is incompatible: %s', (sql, expected) => {
    expect(isIncompatible(sql)).toBe(expected);
  });
});

it('every release has data to upgrade from', () => {
  const files = readdirSync(join(import.meta.dirname, 'releases'));
  expect(files.sort()).toEqual(
    Object.keys(RELEASED)
      .flatMap((version) => ['json', 'sql.gz', 'tar.zst'].map((kind) => `${version}.${kind}`))
      .sort(),
  );
});
