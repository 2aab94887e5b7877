import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { toServerId } from '../src/core/kernel/ids.ts';
import { searchTools } from '../src/core/search/search.ts';
import { SEARCH_NAMED_MAX } from '../src/core/search/searchAnswer.ts';
import { serverDocumentSchema } from '../src/core/servers/document.ts';
import { toolIdFor } from '../src/core/servers/toolName.ts';
import type { StackSnapshot } from '../src/core/snapshots/snapshot.ts';
import { readCatalogue } from '../src/start/catalogue.ts';
import { snapshotOf } from './lib/searchSnapshot.ts';

const FULL = 5;

const requestList = z.array(z.object({ query: z.string(), tools: z.array(z.string()) }));
const requestsFile = z.object({ first: requestList, second: requestList });

type Ranked = { readonly query: string; readonly tools: readonly string[]; readonly rank: number };

/** Rank of the first correct tool in each request's results; 0 if there is none. */
async function ranksOf(snapshot: StackSnapshot, requests: z.output<typeof requestList>): Promise<Ranked[]> {
  const asking = { accountId: null, signal: new AbortController().signal };
  const ranked: Ranked[] = [];
  for (const { query, tools } of requests) {
    if (tools.length === 0) continue;
    const expected = tools.map((each) => {
      const [server = '', name = ''] = each.split(/\.(.*)/s);
      const own = toolIdFor(toServerId(server), name, { prefix: true });
      return snapshot.tools.has(own) ? own : toolIdFor(toServerId(server), name, { prefix: false });
    });
    const missing = expected.filter((id) => !snapshot.tools.has(id));
    if (missing.length > 0) throw new Error(`No such tools: ${missing.join(', ')}`);
    const matches = await searchTools(snapshot, { query, limit: FULL + SEARCH_NAMED_MAX }, asking);
    ranked.push({ query, tools, rank: matches.findIndex(({ toolId }) => expected.includes(toolId)) + 1 });
  }
  return ranked;
}

/** The 95 % Wilson interval of a share. */
function interval(hits: number, of: number): string {
  const z2 = 1.96 ** 2;
  const middle = (hits + z2 / 2) / (of + z2);
  const half = (1.96 / (of + z2)) * Math.sqrt((hits * (of - hits)) / of + z2 / 4);
  return `${(100 * (middle - half)).toFixed(0)} to ${(100 * (middle + half)).toFixed(0)} %`;
}

function share(ranked: readonly Ranked[], limit: number): string {
  const hits = ranked.filter(({ rank }) => rank > 0 && rank <= limit).length;
  return `${((100 * hits) / ranked.length).toFixed(1)} % (${hits} of ${ranked.length}, ${interval(hits, ranked.length)})`;
}

/** Prints how well everyday requests find the tools of all shipped servers. */
export async function measureCatalogue({ showsMisses }: { readonly showsMisses: boolean }): Promise<void> {
  const documents = (await readCatalogue()).map((each) => serverDocumentSchema.parse(each));
  const snapshot = snapshotOf(documents);
  const text = readFileSync(new URL('catalogueQueries.json', import.meta.url), 'utf8');
  const { first, second } = requestsFile.parse(JSON.parse(text));
  const [one, other] = [await ranksOf(snapshot, first), await ranksOf(snapshot, second)];
  console.log(`shipped servers   ${documents.length}, with ${snapshot.tools.size} tools`);
  const rows = { 'recall@1': 1, [`recall@${FULL}`]: FULL, 'named in the answer': FULL + SEARCH_NAMED_MAX };
  for (const [name, limit] of Object.entries(rows)) {
    console.log(`${name.padEnd(20)}first half ${share(one, limit)}; second half ${share(other, limit)}`);
  }
  if (!showsMisses) return;
  for (const { query, tools, rank } of [...one, ...other])
    if (rank === 0 || rank > FULL) console.log(`${rank || '-'}\t${tools.join(' ')}\t${query}`);
}
