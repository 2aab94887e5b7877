/**
 * Shows that secrets don't leak: `node scripts/canary.ts`. Starts the service, stores unique credentials (canaries),
 * and calls upstreams that return them in every way. Then searches every response, log line, command output, database
 * dump and data file. Exits 1 if it finds a canary.
 */
import { embeddedStore, externalStore, type Store } from './canary/databases.ts';
import { type PassResult, runPass } from './canary/pass.ts';
import { checkScan } from './canary/scan.ts';
import { PLACES } from './canary/search.ts';
import { ENCODINGS } from './canary/secrets.ts';

const HITS_SHOWN_MAX = 40;

const printRow = (first: string, cells: readonly (string | number)[]): void =>
  console.log([first.padEnd(16), ...cells.map((cell) => String(cell).padStart(10))].join(''));

function printTable({ hits, bytes }: PassResult): void {
  printRow('place', [...ENCODINGS, 'KiB seen']);
  for (const place of PLACES) {
    const hitsThere = hits.filter((hit) => hit.place === place);
    const counts = ENCODINGS.map((encoding) => hitsThere.filter((hit) => hit.encoding === encoding).length);
    printRow(place, [...counts, Math.ceil((bytes.get(place) ?? 0) / 1_024)]);
  }
}

/** The problems of a pass, as text. */
function problemsOf({ hits, planted, notReached, canaries }: PassResult): readonly string[] {
  const blind = PLACES.filter((place) => !planted.some((hit) => hit.place === place && hit.encoding === 'raw'));
  // Skips repeats: the same response on several surfaces, or several canaries in one response.
  const distinct = [...new Map(hits.map((hit) => [`${hit.place} ${hit.piece}`, hit])).values()];
  const shown = distinct.slice(0, HITS_SHOWN_MAX);
  return [
    ...(canaries.some(({ value }) => value === '') ? ['a key or token was not found to look for'] : []),
    ...blind.map((place) => `self-check: the planted canary was not found in: ${place}`),
    ...notReached.map((mode) => `the upstream was not called as often as it should: ${mode}`),
    ...shown.map(({ canary, encoding, place, piece, excerpt }) => {
      return `${canary} as ${encoding} in ${place}, ${piece}:\n    ${JSON.stringify(excerpt)}`;
    }),
    ...(hits.length > shown.length ? [`and ${hits.length - shown.length} hits more`] : []),
  ];
}

async function pass(store: Store): Promise<boolean> {
  try {
    console.log(`\n== ${store.name}, dumped by ${store.dumpedBy}`);
    const result = await runPass(store);
    checkScan(result.canaries);
    printTable(result);
    const problems = problemsOf(result);
    for (const problem of problems) console.log(`- ${problem}`);
    console.log(`self-check: the planted canary was found ${result.planted.length} times`);
    return problems.length === 0;
  } finally {
    await store.close();
  }
}

async function main(): Promise<number> {
  const isEmbeddedClean = await pass(embeddedStore());
  const external = await externalStore();
  if (!external) console.log('\nNo second pass: neither DATABASE_URL nor PostgreSQL of Debian is here.');
  const isExternalClean = external === null || (await pass(external));
  return isEmbeddedClean && isExternalClean ? 0 : 1;
}

process.exit(await main());
