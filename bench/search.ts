import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { importOpenApi } from '../src/connectors/openapi/readTools.ts';
import { toServerId } from '../src/core/kernel/ids.ts';
import type { ListMode } from '../src/core/kernel/listMode.ts';
import { listedTools } from '../src/core/search/metaTools.ts';
import { searchTools } from '../src/core/search/search.ts';
import { toolIdFor } from '../src/core/servers/toolName.ts';
import { formatTools } from '../src/formats/formats.ts';
import { GITHUB, githubNames } from '../test/corpus/corpus.ts';
import { measureCatalogue } from './catalogueSearch.ts';
import { snapshotOf } from './lib/searchSnapshot.ts';

/*
 * Measures search mode on a large stack. First, the recall of hand-written queries (searchQueries.json) over every
 * operation of GitHub's API, and the size of lists in both modes. Then, the recall of everyday requests
 * (catalogueQueries.json) over the tools of all shipped servers.
 */

const SERVER_ID = toServerId('github');
// The usual rule of thumb for English and JSON. Both sizes are divided by it, so the ratio doesn't depend on it.
const CHARS_PER_TOKEN = 4;

const queryList = z.array(z.object({ query: z.string(), tool: z.string() }));
const queriesFile = z.object({ fitted: queryList, heldOut: queryList });

const asking = { accountId: null, signal: new AbortController().signal };
const snapshot = snapshotOf([importOpenApi(readFileSync(GITHUB.file, 'utf8'), { id: SERVER_ID }).document]);
const listChars = (mode: ListMode): number =>
  JSON.stringify(formatTools(listedTools(snapshot, mode), 'openai').tools).length;

const sets = queriesFile.parse(JSON.parse(readFileSync(new URL('searchQueries.json', import.meta.url), 'utf8')));
const queries = [...sets.fitted, ...sets.heldOut];
const names = githubNames(readFileSync(GITHUB.file, 'utf8'));
const expectedId = (tool: string) => toolIdFor(SERVER_ID, names.get(tool.replace('_', '/')) ?? tool, { prefix: true });
const unknown = queries.filter(({ tool }) => !snapshot.tools.has(expectedId(tool)));
if (unknown.length > 0) throw new Error(`No such operations: ${unknown.map(({ tool }) => tool).join(', ')}`);

const indexedFrom = performance.now();
await searchTools(snapshot, { query: 'warm', limit: 1 }, asking);
const indexMs = performance.now() - indexedFrom;
const searchedFrom = performance.now();
const ranks: { readonly query: string; readonly tool: string; readonly rank: number }[] = [];
for (const { query, tool } of queries) {
  const expected = expectedId(tool);
  const toolIds = (await searchTools(snapshot, { query, limit: 20 }, asking)).map(({ toolId }) => toolId);
  ranks.push({ query, tool, rank: toolIds.indexOf(expected) + 1 });
}
const searchMs = (performance.now() - searchedFrom) / queries.length;

type Ranks = typeof ranks;
const recallAt = (limit: number, of: Ranks): string => {
  const hits = of.filter(({ rank }) => rank > 0 && rank <= limit).length;
  return `${((100 * hits) / of.length).toFixed(1)} % (${hits} of ${of.length})`;
};
const results = [];
for (const { query } of queries) results.push(await searchTools(snapshot, { query, limit: 5 }, asking));
const resultChars =
  results
    .map((list) => JSON.stringify(formatTools(list, 'openai').tools).length)
    .reduce((sum, chars) => sum + chars, 0) / queries.length;
const [full, search] = [listChars('full'), listChars('search')];
const tokens = (chars: number): string => `${Math.round(chars / CHARS_PER_TOKEN).toLocaleString('en')} tokens`;

console.log(`tools             ${snapshot.tools.size}`);
for (const limit of [1, 5, 10, 20]) {
  const [fitted, heldOut] = [ranks.slice(0, sets.fitted.length), ranks.slice(sets.fitted.length)];
  const name = `recall@${limit}`.padEnd(18);
  console.log(
    `${name}${recallAt(limit, ranks)}; fitted ${recallAt(limit, fitted)}, held out ${recallAt(limit, heldOut)}`,
  );
}
console.log(`list, full mode   ${tokens(full)}`);
console.log(`list, search mode ${tokens(search)}, ${(full / search).toFixed(0)} times smaller`);
console.log(`five results      ${tokens(resultChars)} on average`);
console.log(
  `index             ${indexMs.toFixed(0)} ms once per version of the stack; a search ${searchMs.toFixed(2)} ms`,
);
const showsMisses = process.argv.includes('--misses');
if (showsMisses) {
  for (const { query, tool, rank } of ranks)
    if (rank === 0 || rank > 5) console.log(`${rank || '-'}\t${tool}\t${query}`);
}
console.log();
await measureCatalogue({ showsMisses });
