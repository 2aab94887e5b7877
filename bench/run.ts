import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setCredentials } from '../src/core/credentials/credential.ts';
import { createClosers } from '../src/start/closers.ts';
import { addServer, addStack, install } from './lib/installation.ts';
import { type Cell, measure, type Rounds } from './lib/measure.ts';
import { printedPort, residentMbOf, start, stayAside } from './lib/processes.ts';
import { tableOf } from './lib/table.ts';
import { bearer, callTargets, get, mcpCall } from './lib/targets.ts';

/*
 * What a call costs here, beside what it costs at least. One command, no verdict: it prints figures and writes them to
 * `bench/results/latest.json`. `--quick` takes about three minutes, `--concurrency 16` is one load alone.
 */

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '1,16,64' },
  },
});
const rounds: Rounds = values.quick
  ? { rounds: 3, forMs: 1_500, warmUpMs: 1_500 }
  : { rounds: 7, forMs: 4_000, warmUpMs: 5_000 };
const concurrencies = values.concurrency.split(',').map(Number);

const SERVERS = join(import.meta.dirname, 'servers');
const PROXY_TOKEN = 'bench-token';

stayAside();
const closers = createClosers();
try {
  const upstream = await start(
    { command: [process.execPath, join(SERVERS, 'upstream.ts')], core: 'rest' },
    printedPort,
  );
  closers.add(() => upstream.stop());
  const origin = `http://127.0.0.1:${upstream.found}`;
  const proxy = await start(
    { command: [process.execPath, join(SERVERS, 'raw.ts'), 'proxy', origin, PROXY_TOKEN], core: 'measured' },
    printedPort,
  );
  closers.add(() => proxy.stop());
  const installation = await install(upstream.found);
  closers.add(() => installation.close());
  await addServer(installation, 'bench', { tools: 10, connector: { kind: 'mcp-http', url: `${origin}/mcp` } });
  const field = { id: 'key', name: 'Key', required: true, placement: { in: 'header', name: 'x-api-key' } };
  const keyed = { connector: { kind: 'mcp-http', url: `${origin}/mcp` }, more: { credentials: [field] } };
  await addServer(installation, 'keyed', { tools: 10, ...keyed });
  const stack = await addStack(installation, 'plain', { servers: ['bench'] });
  const sealed = await addStack(installation, 'sealed', { servers: ['keyed'] });
  await setCredentials(installation.account, sealed.stackId, 'keyed', { credentials: { key: 'a-key-of-the-bench' } });
  const recorded = await addStack(installation, 'recorded', { servers: ['bench'], isRecorded: true });
  const startedAt = performance.now();
  const gateway = await installation.serve();
  const readyMs = Math.round(performance.now() - startedAt);
  const idleMb = residentMbOf(gateway.pid);
  closers.add(() => gateway.stop());
  const call = callTargets(gateway, installation, stack, 'bench_echo');
  const recordedCall = callTargets(gateway, installation, recorded, 'bench_echo');
  const sealedCall = callTargets(gateway, installation, sealed, 'keyed_echo');
  const list = get(`${gateway.url}/s/${stack.clientId}/list_tools`, 'bench_echo', bearer(stack.token));
  const listFile = join(tmpdir(), `toolyard-bench-${process.pid}.json`);
  closers.add(async () => rmSync(listFile, { force: true }));
  writeFileSync(listFile, await (await fetch(list.url, { headers: bearer(stack.token) })).text());
  const bytes = await start(
    { command: [process.execPath, join(SERVERS, 'raw.ts'), 'bytes', listFile, PROXY_TOKEN], core: 'measured' },
    printedPort,
  );
  closers.add(() => bytes.stop());
  const cells = concurrencies.flatMap((concurrency): Cell[] => [
    { name: 'upstream directly', target: mcpCall(`${origin}/mcp`, 'echo'), pid: upstream.pid, concurrency },
    {
      name: 'raw undici proxy',
      target: mcpCall(`http://127.0.0.1:${proxy.found}/mcp`, 'echo', { authorization: `Bearer ${PROXY_TOKEN}` }),
      pid: proxy.pid,
      concurrency,
    },
    { name: '/s call_tool', target: call.stack, pid: gateway.pid, concurrency },
    { name: '/s call_tool, recorded', target: recordedCall.stack, pid: gateway.pid, concurrency },
    { name: '/s call_tool, one credential', target: sealedCall.stack, pid: gateway.pid, concurrency },
    { name: '/v1 invoke', target: call.account, pid: gateway.pid, concurrency },
    { name: 'MCP tools/call', target: call.mcp, pid: gateway.pid, concurrency },
    { name: 'GraphQL invokeTool', target: call.graphql, pid: gateway.pid, concurrency },
    {
      name: 'raw node:http, bytes of the list',
      target: get(`http://127.0.0.1:${bytes.found}/`, 'bench_echo', bearer(PROXY_TOKEN)),
      pid: bytes.pid,
      concurrency,
    },
    { name: '/s list_tools', target: list, pid: gateway.pid, concurrency },
  ]);
  const results = await measure(cells, rounds);
  const gatewayProcess = { readyMs, idleMb, loadedMb: residentMbOf(gateway.pid) };
  console.log(tableOf(results, 'raw undici proxy'));
  console.log(`\nready after ${readyMs} ms; ${idleMb} MB then, ${gatewayProcess.loadedMb} MB after all of this`);
  mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
  writeFileSync(
    join(import.meta.dirname, 'results/latest.json'),
    `${JSON.stringify({ calls: results, process: gatewayProcess }, null, 2)}\n`,
  );
} finally {
  await closers.close();
}
