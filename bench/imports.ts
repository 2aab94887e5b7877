import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createAccount } from '../src/core/accounts/account.ts';
import { isRecord } from '../src/core/lib/json.ts';
import { createClosers } from '../src/start/closers.ts';
import { GITHUB } from '../test/corpus/corpus.ts';
import { listenOnLoopback } from '../test/harness/listen.ts';
import { type Gateway, install } from './lib/installation.ts';
import { residentMbOf, stayAside } from './lib/processes.ts';
import { markdownTable } from './lib/table.ts';

/*
 * Measures the memory of a service that imports many large API descriptions: parts of GitHub's, each just under 4 MiB,
 * for several accounts at once. Prints memory before, during, after and a minute later; `--imports 60 --at-once 6`.
 */

const { values } = parseArgs({
  options: { imports: { type: 'string', default: '60' }, 'at-once': { type: 'string', default: '6' } },
});
const IMPORTS = Number(values.imports);
const AT_ONCE = Number(values['at-once']);
/** The most bytes an import reads from an address. */
const BYTES_MAX = 4 * 1_048_576;
/** Longer than the service keeps an idle thread. */
const LATER_MS = 75_000;
const REFUSED_MAX = 20;
const RETRY_MS = 5_000;
const IMPORT = `mutation Import($input: ImportServerInput!) {
  importServer(input: $input) { __typename ... on UserError { message } ... on ImportServerPayload { server { id } } }
}`;

/** A description without its examples, and with as many paths as fit. */
function shortened(text: string): string {
  const parsed: unknown = JSON.parse(text, (key, value) =>
    key === 'examples' || key === 'x-webhooks' ? undefined : value,
  );
  if (!isRecord(parsed) || !isRecord(parsed['paths'])) throw new Error('the description has no paths');
  const paths = new Map<string, unknown>();
  let left = BYTES_MAX - Buffer.byteLength(JSON.stringify({ ...parsed, paths: {} }));
  for (const [path, item] of Object.entries(parsed['paths'])) {
    left -= Buffer.byteLength(JSON.stringify({ [path]: item }));
    if (left > 0) paths.set(path, item);
  }
  return JSON.stringify({ ...parsed, paths: Object.fromEntries(paths) });
}

/** Retries while the service is at capacity. @returns the number of refusals */
async function importAs({ url }: Gateway, key: string, source: string, nr: number): Promise<number> {
  const input = { id: `imported-${nr}`, source: { openApi: { url: source } } };
  for (let refused = 0; ; refused++) {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: IMPORT, variables: { input } }),
    });
    const text = await answer.text();
    if (text.includes('"ImportServerPayload"')) return refused;
    if (answer.status !== 503 || refused === REFUSED_MAX)
      throw new Error(`import ${nr}: ${answer.status} ${text.slice(0, 500)}`);
    await delay(RETRY_MS);
  }
}

stayAside();
const closers = createClosers();
try {
  const text = shortened(readFileSync(GITHUB.file, 'utf8'));
  const server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(text));
  const port = await listenOnLoopback(server);
  closers.add(async () => void server.close());
  const installation = await install(port);
  closers.add(() => installation.close());
  const gateway = await installation.serve();
  closers.add(() => gateway.stop());
  const rows = [['before', String(residentMbOf(gateway.pid))]];
  let highest = 0;
  let refused = 0;
  const watching = setInterval(() => {
    highest = Math.max(highest, residentMbOf(gateway.pid));
  }, 200);
  closers.add(async () => clearInterval(watching));
  let next = 0;
  const startedAt = performance.now();
  const work = async (worker: number): Promise<void> => {
    const { key } = await createAccount(installation.operator, { name: `Importer ${worker}` });
    for (let nr = next++; nr < IMPORTS; nr = next++) {
      const times = await importAs(gateway, key, `http://127.0.0.1:${port}/`, nr);
      refused += times;
      if (nr % 10 === 9) rows.push([`after ${nr + 1} imports`, String(residentMbOf(gateway.pid))]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => work(worker)));
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`${refused} times there was no room for an import, which was sent again`);
  rows.push(['highest', String(highest)]);
  await delay(LATER_MS);
  rows.push(['after 75 s without work', String(residentMbOf(gateway.pid))]);
  console.log(
    markdownTable(
      [`${IMPORTS} imports of ${Math.round(text.length / 1_024)} KiB, ${Math.round(seconds)} s`, 'MB'],
      rows,
    ),
  );
} finally {
  await closers.close();
}
