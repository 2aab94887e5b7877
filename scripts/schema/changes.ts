import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Change, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import { EXPECTED_BREAKS } from './expectedBreaks.ts';
import { changesText, problemsOf, type SchemaChange } from './report.ts';

/*
 * Lists additions to `schema.graphql` since the last release, and checks that nothing in that release was removed.
 * `releases/` holds each release's schema, written by `npm run release -- --record`.
 */

const RELEASES = fileURLToPath(new URL('releases', import.meta.url));

// Descriptions are for people and don't affect programs.
const isForPeople = ({ type }: Change): boolean => type.includes('DESCRIPTION') || type.includes('DIRECTIVE_USAGE');

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Every change from one schema to the other, by path. */
async function changesBetween(before: string, after: string): Promise<readonly SchemaChange[]> {
  const changes = await diff(buildSchema(before), buildSchema(after));
  return changes
    .filter((change) => !isForPeople(change))
    .map(({ type, message, path = '', criticality: { level } }) => ({ type, message, path, level }))
    .sort((a, b) => compare(a.path, b.path) || compare(a.message, b.message));
}

/** The newest release with a stored schema. */
function lastRelease(): { readonly version: string; readonly schema: string } {
  const versions = readdirSync(RELEASES).map((name) => name.replace(/\.graphql$/, ''));
  const [version] = versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  if (version === undefined) throw new Error(`No schema of a release in ${RELEASES}`);
  return { version, schema: readFileSync(`${RELEASES}/${version}.graphql`, 'utf8') };
}

/** The changes since the last release as Markdown. @throws for a breaking change without a reason */
export async function makeSchemaChanges(): Promise<string> {
  const { version, schema } = lastRelease();
  const changes = await changesBetween(schema, readFileSync('schema.graphql', 'utf8'));
  const expected = EXPECTED_BREAKS[version] ?? {};
  const problems = problemsOf(changes, expected);
  if (problems.length > 0) {
    const how = 'Keep what is released and deprecate it, or give a reason in scripts/schema/expectedBreaks.ts';
    throw new Error(`schema.graphql breaks clients of ${version}:\n${problems.join('\n')}\n${how}`);
  }
  return changesText(version, changes, expected);
}
