import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSource } from '../../scripts/catalogue/published.ts';
import { readRecipe } from '../../scripts/catalogue/recipe.ts';
import { readRows } from '../../scripts/catalogue/rows.ts';
import { listOperations } from '../../src/connectors/openapi/listOperations.ts';
import { isRecord } from '../../src/core/lib/json.ts';
import { GITHUB } from './corpus.ts';

/*
 * The proposal of an import, compared with the operations that the catalogue offers of the same service. Before the
 * ranking by nouns, the means were 0.54 (recall) and 0.28 (precision), with 53 destructive operations.
 */

type Place = { readonly method: string; readonly path: string };
type Service = { readonly id: string; readonly document: Record<string, unknown>; readonly curated: readonly Place[] };

const fromJson = (file: string): Record<string, unknown> => {
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isRecord(read)) throw new Error(`${file} is no document`);
  return read;
};

/** The requests of a shipped server. */
const requestsOf = (id: string): readonly Place[] =>
  [fromJson(`catalogue/${id}.json`)['tools'] ?? []].flat().map((tool) => Object(tool).request);

const ofRecipes = (): readonly Service[] =>
  readdirSync('scripts/catalogue/servers').flatMap((file) => {
    const { id, source, tools, extra } = readRecipe(file.replace('.yaml', ''));
    if (source === undefined) return [];
    return [{ id, document: readSource(source), curated: [...readRows(tools), ...readRows(extra)] }];
  });

const SERVICES: readonly Service[] = [
  ...ofRecipes(),
  { id: 'github', document: fromJson(GITHUB.file), curated: requestsOf('github') },
  { id: 'slack', document: readSource('slack.com.json'), curated: requestsOf('slack') },
];

const nameOf = ({ method, path }: Place): string => `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

it('proposals overlap with what the catalogue offers, without destructive operations', () => {
  const rows = SERVICES.map(({ id, document, curated }) => {
    const { operations } = listOperations(document, {});
    const offered = new Set(operations.map(nameOf));
    const expected = new Set(curated.map(nameOf).filter((name) => offered.has(name)));
    const proposed = operations.filter(({ isProposed }) => isProposed);
    const hits = proposed.filter((operation) => expected.has(nameOf(operation))).length;
    const destructive = proposed.filter(({ isDestructive }) => isDestructive).length;
    return { id, recall: hits / expected.size, precision: hits / proposed.length, destructive, proposed };
  });
  const [recall, precision] = [mean(rows.map((row) => row.recall)), mean(rows.map((row) => row.precision))];
  for (const row of rows) process.stdout.write(`${row.id}: ${row.recall.toFixed(2)}, ${row.precision.toFixed(2)}\n`);
  process.stdout.write(`${rows.length} services: recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}\n`);
  expect(rows.filter(({ destructive }) => destructive > 0)).toEqual([]);
  expect(recall).toBeGreaterThan(0.64);
  expect(precision).toBeGreaterThan(0.33);
  const placesOf = (id: string) => rows.find((row) => row.id === id)?.proposed.map(({ path }) => path) ?? [];
  expect(placesOf('slack')).toContain('/chat.postMessage');
  expect(placesOf('slack').filter((path) => path.startsWith('/admin'))).toEqual([]);
  const creates = ({ method, isReadOnly }: { method: string; isReadOnly: boolean }) => method === 'POST' && !isReadOnly;
  const creating = (id: string) => rows.find((row) => row.id === id)?.proposed.filter(creates) ?? [];
  expect(creating('github').map(({ path }) => path)).toContain('/repos/{owner}/{repo}/issues');
  expect(creating('zoom')).toContainEqual(expect.objectContaining({ operationId: 'meetingCreate' }));
  expect(rows.find(({ id }) => id === 'twilio')?.proposed).toContainEqual(
    expect.objectContaining({ operationId: 'CreateMessage' }),
  );
});
