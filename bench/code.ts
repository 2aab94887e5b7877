import { createServer } from 'node:http';
import { z } from 'zod';
import { createClientEndpoint } from '../src/core/endpoints/clientEndpoint.ts';
import { saveServer } from '../src/core/marketplace/saveServer.ts';
import { createStack } from '../src/core/stacks/stack.ts';
import { addServerToStack } from '../src/core/stacks/stackServer.ts';
import { listenOnLoopback } from '../test/harness/listen.ts';
import { type Call, type Result, TASKS } from './codeTasks.ts';
import { install } from './lib/installation.ts';
import { answerAsGitHub, TOOLS } from './lib/localGitHub.ts';

/*
 * Compares plain calls, search mode and code mode on twelve scripted tasks, on a local stand-in for GitHub. The script
 * makes the calls that the task needs, so a model's choices are not measured. Tokens are characters divided by four:
 * the tool list once, then everything that a model writes and reads.
 */

const CHARS_PER_TOKEN = 4;
const upstream = createServer(answerAsGitHub);
const port = await listenOnLoopback(upstream);
const installation = await install(port);
const { account } = installation;
const connector = { kind: 'http', baseUrl: `http://127.0.0.1:${port}` };
await saveServer(account, { id: 'github', name: 'GitHub', connector, toolPrefix: false, tools: TOOLS });
const stack = await createStack(account, { name: 'code' });
await addServerToStack(account, stack.id, { serverId: 'github', enableAllTools: true });
const { endpoint, token } = await createClientEndpoint(account, { stackId: stack.id, name: 'code' });
const service = await installation.serve();
const base = `${service.url}/s/${endpoint.clientId}`;
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const answered = z.object({ result: z.record(z.string(), z.any()) });

type Figures = { trips: number; chars: number; ms: number };

async function listChars(mode: string): Promise<number> {
  return (await (await fetch(`${base}/list_tools?mode=${mode}&schema=openai`, { headers })).text()).length;
}

/** Makes calls at once, as one round trip. */
async function trip(figures: Figures, mode: string, calls: readonly Call[]): Promise<Result[]> {
  figures.trips += 1;
  return Promise.all(
    calls.map(async ([name, input]) => {
      const body = JSON.stringify({ tool_name: name, tool_input: input });
      const text = await (await fetch(`${base}/call_tool?mode=${mode}`, { method: 'POST', headers, body })).text();
      figures.chars += body.length + text.length;
      return answered.parse(JSON.parse(text)).result;
    }),
  );
}

const startOf = async (mode: string): Promise<Figures> => ({ trips: 0, chars: await listChars(mode), ms: 0 });

async function measured(mode: string, run: (figures: Figures) => Promise<void>): Promise<Figures> {
  const figures = await startOf(mode);
  const from = performance.now();
  await run(figures);
  return { ...figures, ms: performance.now() - from };
}

const lines: string[] = [];
const sums = new Map<string, Figures>();
for (const { name, query, tools, steps, code } of TASKS) {
  const byMode = {
    plain: await measured('full', (figures) => steps((calls) => trip(figures, 'full', calls))),
    search: await measured('search', async (figures) => {
      await trip(figures, 'search', [['search_tools', { query, limit: 3 }]]);
      const wrapped = (calls: readonly Call[]): readonly Call[] =>
        calls.map(([tool_name, tool_input]) => ['call_tool', { tool_name, tool_input }]);
      await steps((calls) => trip(figures, 'search', wrapped(calls)));
    }),
    code: await measured('code', async (figures) => {
      await trip(figures, 'code', [['search_tools', { query, limit: 3 }]]);
      await trip(figures, 'code', [['read_types', { tool_names: tools }]]);
      await trip(figures, 'code', [['run_code', { code }]]);
    }),
  };
  for (const [mode, { trips, chars, ms }] of Object.entries(byMode)) {
    const sum = sums.get(mode) ?? { trips: 0, chars: 0, ms: 0 };
    sums.set(mode, { trips: sum.trips + trips, chars: sum.chars + chars, ms: sum.ms + ms });
    lines.push(row(name, mode, { trips, chars, ms }));
  }
}

function row(name: string, mode: string, { trips, chars, ms }: Figures): string {
  const tokens = Math.round(chars / CHARS_PER_TOKEN).toLocaleString('en');
  return `${name.padEnd(44)} ${mode.padEnd(7)} ${String(trips).padStart(4)} trips ${tokens.padStart(9)} tokens ${ms.toFixed(0).padStart(6)} ms`;
}

for (const [mode, sum] of sums) lines.push(row(`all ${TASKS.length} tasks`, mode, sum));
process.stdout.write(`${lines.join('\n')}\n`);
await service.stop();
await installation.close();
upstream.close();
