/**
 * Measures warm requests from socket to socket: the files and functions that each one runs, by V8's precise coverage,
 * and its SQL statements. Functions that run without any request belong to timers. Exits 1 if a call bypassed `serve`
 * of `src/wire/direct.ts`, because then it wasn't warm. `npm run flow` prints the counts. `-- --list` also lists every
 * function with its lines and uses. `-- --kinds` prints the table of `src/README.md`.
 */

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { pino } from 'pino';
import { createApp } from '../src/app.ts';
import { compose } from '../src/compose.ts';
import { readConfig } from '../src/config/config.ts';
import { createAccount } from '../src/core/accounts/account.ts';
import { setCredentials } from '../src/core/credentials/credential.ts';
import { createClientEndpoint } from '../src/core/endpoints/clientEndpoint.ts';
import { toServerId } from '../src/core/kernel/ids.ts';
import { saveServer } from '../src/core/marketplace/saveServer.ts';
import { createStack } from '../src/core/stacks/stack.ts';
import { addServerToStack } from '../src/core/stacks/stackServer.ts';
import { kindsTable, listOf, type Ran } from './flow/kinds.ts';

const SRC = join(import.meta.dirname, '..', 'src') + sep;
const WARM_UP = 20;
const FOLLOWED = 10;
/** On a busy machine, caches expire between calls. The measurement omits those calls. */
const TRIED_MAX = 50;
/** Long enough to see timers that run every second. */
const IDLE_MS_MIN = 2_000;

type Upstream = { readonly url: string; close(): void };
type Service = Awaited<ReturnType<typeof startService>>;

const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'flow', version: '1' },
  },
  'tools/call': { content: [{ type: 'text', text: '{"ok":true}' }] },
};

/** An MCP server that answers `tools/call` and opens sessions. */
async function startUpstream(): Promise<Upstream> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const answer = answerTo(body);
    if (answer === null) return response.writeHead(request.method === 'POST' ? 202 : 405).end();
    return response.setHeader('content-type', 'application/json').end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => server.close() };
}

/** The upstream's response to a message; null for a notification or an empty body. */
function answerTo(body: string): string | null {
  const { id, method } = body === '' ? {} : JSON.parse(body);
  if (id === undefined) return null;
  const result = RESULTS[method];
  const answer = result ? { result } : { error: { code: -32_601, message: 'Method not found' } };
  return JSON.stringify({ jsonrpc: '2.0', id, ...answer });
}

async function startService(dataDir: string) {
  const config = readConfig({
    TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64'),
    TOOLYARD_DATA_DIR: dataDir,
    TOOLYARD_EGRESS_ALLOW: '127.0.0.0/8',
    TOOLYARD_RATE_LIMITS:
      'default=100000,stacks=100000,invoke=100000,list_tools=100000,call_tool=100000,failed_auth=60',
  });
  const log = pino({ level: 'silent' });
  const composed = await compose(config, log);
  const address = { url: '' };
  const edge = { ...composed.edge, publicUrl: () => address.url };
  const app = await createApp(edge, { log, proxyHops: 0, isStopping: () => false });
  address.url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { key, apiKey, account } = await createAccount(composed.operator, { name: 'Flow' });
  const actor = { kind: 'apiKey', accountId: account.id, keyId: apiKey.id, role: 'developer', limits: {} } as const;
  const close = async (): Promise<void> => {
    await app.close();
    await composed.close();
  };
  return { url: address.url, key, ctx: { ...composed.operator, actor }, close };
}

async function makeServer({ ctx }: Service, id: string, url: string, more: object = {}): Promise<void> {
  const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
  const tools = [{ name: 'echo', description: 'Says it again', inputSchema }];
  await saveServer(ctx, { id, name: id, connector: { kind: 'mcp-http', url }, tools, ...more });
}

type Followed = { readonly ran: readonly Ran[]; readonly statements: number };

/**
 * Our functions that run every time `work` runs, and the fewest statements. Omits functions that run without a request,
 * because they belong to timers, and functions that run only sometimes.
 */
async function followAll(
  session: Session,
  work: () => Promise<void>,
  isWarm: (ran: readonly Ran[]) => boolean = () => true,
): Promise<Followed> {
  const beganMs = performance.now();
  const runs: Followed[] = [];
  for (let i = 0; runs.length < FOLLOWED && i < TRIED_MAX; i += 1) {
    statements = 0;
    const ran = await follow(session, work);
    if (isWarm(ran)) runs.push({ ran, statements });
  }
  const tookMs = performance.now() - beganMs;
  const idle = new Set((await follow(session, () => delay(Math.max(tookMs, IDLE_MS_MIN)))).map(keyOf));
  const all = new Map(runs.flatMap(({ ran }) => ran.map((one) => [keyOf(one), one] as const)));
  const sets = runs.map(({ ran }) => new Set(ran.map(keyOf)));
  const isOfWork = (key: string): boolean => !idle.has(key) || sets.every((set) => set.has(key));
  return {
    ran: [...all].filter(([key]) => isOfWork(key)).map(([, one]) => one),
    statements: Math.min(...runs.map((run) => run.statements)),
  };
}

const keyOf = ({ file, name, from }: Ran): string => `${file} ${name} ${from}`;

/** Every function of ours that runs during `work`. */
async function follow(session: Session, work: () => Promise<void>): Promise<Ran[]> {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ours = result.filter(({ url }) => url.startsWith('file:') && fileURLToPath(url).startsWith(SRC));
  return ours.flatMap(({ url, functions }) =>
    functions.flatMap(({ functionName, ranges }) => {
      const [{ count, startOffset: from, endOffset: until } = { count: 0, startOffset: 0, endOffset: 0 }] = ranges;
      const file = fileURLToPath(url).slice(SRC.length);
      return count > 0 ? [{ file, name: functionName || '(anonymous)', from, until }] : [];
    }),
  );
}

function report(label: string, { ran, statements }: Followed): void {
  const files = new Set(ran.map(({ file }) => file));
  const named = ran.filter(({ name }) => name !== '(anonymous)');
  console.log(
    `${label}: ${files.size} files, ${named.length} functions (+ ${ran.length - named.length} arrows without a name), ${statements} SQL statements`,
  );
  if (process.argv.includes('--list')) console.log(listOf(ran, SRC));
}

async function send(url: string, token: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
}

let statements = 0;
// Counts every statement of the database client.
pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
  apply(send, client, args) {
    statements += 1;
    return Reflect.apply(send, client, args);
  },
});

async function followCall(session: Session, service: Service, label: string, serverId: string): Promise<void> {
  const { id: stackId } = await createStack(service.ctx, { name: serverId });
  await addServerToStack(service.ctx, stackId, { serverId, enableAllTools: true });
  if (serverId === 'keyed') {
    await setCredentials(service.ctx, stackId, toServerId(serverId), { credentials: { key: 'a-key-to-follow' } });
  }
  const { endpoint, token } = await createClientEndpoint(service.ctx, { stackId, name: 'flow' });
  const body = { tool_name: `${serverId}_echo`, tool_input: { text: 'hi' } };
  const call = () => send(`${service.url}/s/${endpoint.clientId}/call_tool`, token, body);
  for (let i = 0; i < WARM_UP; i += 1) await call();
  const hasRun = (ran: readonly Ran[], functionName: string) =>
    ran.some(({ file, name }) => file === join('wire', 'direct.ts') && name === functionName);
  const followed = await followAll(session, call, (ran) => !hasRun(ran, 'passToFramework'));
  if (!hasRun(followed.ran, 'serve')) throw new Error(`${label} did not run serve of wire/direct.ts`);
  report(label, followed);
  if (serverId === 'demo' && process.argv.includes('--kinds'))
    console.log(kindsTable(followed.ran.filter(({ name }) => name !== '(anonymous)')));
}

async function followAdd(session: Session, service: Service): Promise<void> {
  const add = (stackId: string) =>
    send(`${service.url}/v1/stacks/${stackId}/servers`, service.key, { server_id: 'demo', enable_all_tools: true });
  await add((await createStack(service.ctx, { name: 'warm' })).id);
  const cold: string[] = [];
  for (let i = 0; i < FOLLOWED; i += 1) cold.push((await createStack(service.ctx, { name: `cold ${i}` })).id);
  report('addServerToStack over REST', await followAll(session, () => add(cold.pop() ?? '')));
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-flow-'));
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const upstream = await startUpstream();
  const service = await startService(dataDir);
  try {
    await makeServer(service, 'demo', upstream.url);
    const field = { id: 'key', name: 'Key', required: true, placement: { in: 'header', name: 'x-api-key' } };
    await makeServer(service, 'keyed', upstream.url, { credentials: [field] });
    await followCall(session, service, 'warm call_tool', 'demo');
    await followCall(session, service, 'warm call_tool with one credential', 'keyed');
    await followAdd(session, service);
  } finally {
    await service.close();
    upstream.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await main();
process.exit(0);
