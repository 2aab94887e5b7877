import { rmSync } from 'node:fs';
import { secretsFileIn } from '../../src/start/startSecrets.ts';
import { startService } from '../../test/harness/service.ts';
import { type Client, createClient } from './client.ts';
import type { Store } from './databases.ts';
import { askAll, CALLS_PER_TOOL, callAll, makeStack } from './drive.ts';
import { HTTP_MODES } from './httpModes.ts';
import { MCP_TOOLS } from './mcpTools.ts';
import { askAsOperator, createOperator, type Imported, importServers } from './operator.ts';
import { piece } from './scan.ts';
import { createSearch, type Findings, filesOf, forbiddenThings, type Search } from './search.ts';
import { type Canary, newCanary } from './secrets.ts';
import { type Secrets, startUpstream, type Upstream } from './upstream.ts';

export type PassResult = Findings & {
  readonly canaries: readonly Canary[];
  /** Response modes that fewer calls reached than were sent. The run proves nothing about them. */
  readonly notReached: readonly string[];
};

/** How often to repeat all calls if some didn't reach the upstream. */
const AGAIN_MAX = 3;
const NO_SECRETS: Secrets = { http: [], openapi: [], mcp: [] };

/** Starts the service on a store, stores canaries, uses every surface, and searches everything for the canaries. */
export async function runPass(store: Store): Promise<PassResult> {
  const upstreamState = { secrets: NO_SECRETS };
  const upstream = await startUpstream(() => upstreamState.secrets);
  const env = {
    ...store.env,
    TOOLYARD_LOG_LEVEL: 'trace',
    TOOLYARD_RATE_LIMITS: 'off',
    TOOLYARD_CALL_TIMEOUT_SECONDS: '3',
    TOOLYARD_EGRESS_ALLOW: `127.0.0.1:${upstream.port}`,
  };
  const service = startService(env);
  try {
    const client = createClient(await service.ready(), firstApiKey(service.out()));
    const operator = createOperator(client, env);
    const imported = await importServers(client, operator, upstream);
    upstreamState.secrets = imported.secrets;
    const stack = await makeStack(client, imported.servers);
    const planted = await plant(client);
    await callAll(client, stack, imported.servers);
    // On a slow machine, calls time out before they are sent: timeouts are short because of the upstreams that never
    // respond.
    for (let again = 0; again < AGAIN_MAX && notReachedOf(upstream).length > 0; again += 1)
      await callAll(client, stack, imported.servers);
    await askAll(client, stack, imported.servers);
    await askAsOperator(operator, upstream, imported);
    const canaries = canariesOf(imported);
    const keys = keysOf(client.apiKey, stack.token, firstStackToken(service.out()));
    // The operator deletes the file with the first keys after reading it.
    for (const directory of store.directories) rmSync(secretsFileIn(directory), { force: true });
    const search = createSearch(forbiddenThings(store, canaries, keys), planted);
    search.search('dump', await store.dump());
    search.search('data directory', filesOf(store));
    const { code, err } = await service.stop();
    if (code !== 0) throw new Error(`The service ended with ${code}`);
    search.search('data directory', filesOf(store));
    search.search('log', [piece('standard error', err)]);
    searchResponses(search, client);
    return { ...search.findings(), canaries: [...canaries, ...keys, planted], notReached: notReachedOf(upstream) };
  } finally {
    await service.stop('SIGKILL');
    upstream.close();
  }
}

function searchResponses(search: Search, { responses, cli }: Client): void {
  search.search('responses', responses);
  search.search('command line', cli);
}

const firstApiKey = (banner: string): string => /ty_\w+/.exec(banner)?.[0] ?? '';
const firstStackToken = (banner: string): string => /^ {2}Stack token {2}(\S+)$/m.exec(banner)?.[1] ?? '';

const keysOf = (apiKey: string, ...tokens: readonly string[]): readonly Canary[] => [
  { name: 'API key', value: apiKey },
  ...tokens.map((value, index) => ({ name: `stack token ${index + 1}`, value })),
  // The header and claims of a token aren't secret, and several tokens share them.
  ...tokens.map((value, index) => ({ name: `signature ${index + 1}`, value: value.split('.')[2] ?? '' })),
];

const canariesOf = ({ servers }: Imported): readonly Canary[] => [
  ...new Set(servers.flatMap(({ credentials }) => Object.values(credentials))),
];

/** Plants a canary in forbidden places: a log line, a row, a response, and a command's output. */
async function plant(client: Client): Promise<Canary> {
  const planted = newCanary('planted');
  const { value } = planted;
  await client.request('/v1/stacks', { headers: { 'x-request-id': value }, body: { stack_name: value } });
  await client.toolyard(['stack', 'list']);
  return planted;
}

const EVERYWHERE = [
  ...Object.keys(HTTP_MODES).map((mode) => `http/${mode}`),
  ...Object.keys(MCP_TOOLS).map((tool) => `mcp/${tool}`),
];

const notReachedOf = ({ reached }: Upstream): readonly string[] =>
  EVERYWHERE.filter((mode) => (reached.get(mode) ?? 0) < CALLS_PER_TOOL).map(
    (mode) => `${mode}: ${reached.get(mode) ?? 0} of ${CALLS_PER_TOOL}`,
  );
