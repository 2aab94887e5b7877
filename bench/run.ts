import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClosers } from '../src/start/closers.ts';
import { addServer, addStack, install } from './lib/installation.ts';
import { type Cell, measure, type Rounds } from './lib/measure.ts';
import { printedPort, start, stayAside } from './lib/processes.ts';
import { tableOf } from './lib/table.ts';
import { callTargets, mcpCall } from './lib/targets.ts';

/*
 * What a call costs here, beside what it costs at least. One command, no verdict: it prints figures and writes them to
 * `bench/results/latest.json`. `--quick` takes about three minutes, `--only calls` a part, `--concurrency 16` one load.
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
  const stack = await addStack(installation, 'plain', { servers: ['bench'] });
  const gateway = await installation.serve();
  closers.add(() => gateway.stop());
  const call = callTargets(gateway, installation, stack, 'bench_echo');
  const cells = concurrencies.flatMap((concurrency): Cell[] => [
    { name: 'upstream directly', target: mcpCall(`${origin}/mcp`, 'echo'), pid: upstream.pid, concurrency },
    {
      name: 'raw undici proxy',
      target: mcpCall(`http://127.0.0.1:${proxy.found}/mcp`, 'echo', { authorization: `Bearer ${PROXY_TOKEN}` }),
      pid: proxy.pid,
      concurrency,
    },
    { name: '/s call_tool', target: call.stack, pid: gateway.pid, concurrency },
    { name: '/v1 invoke', target: call.account, pid: gateway.pid, concurrency },
    { name: 'MCP tools/call', target: call.mcp, pid: gateway.pid, concurrency },
    { name: 'GraphQL invokeTool', target: call.graphql, pid: gateway.pid, concurrency },
  ]);
  const results = await measure(cells, rounds);
  console.log(tableOf(results, 'raw undici proxy'));
  mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
  writeFileSync(join(import.meta.dirname, 'results/latest.json'), `${JSON.stringify({ calls: results }, null, 2)}\n`);
} finally {
  await closers.close();
}
