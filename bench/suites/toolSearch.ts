import { addServer, addStack, type Gateway } from '../lib/installation.ts';
import { drive, percentile } from '../lib/load.ts';
import { bearer, post } from '../lib/targets.ts';
import type { Bench } from './calls.ts';

const SERVERS = 5;
const TOOLS_PER_SERVER = 2_000;
const FOR_MS = 3_000;
/** The sampling interval of the service's event loop monitor, which reports the time between two samples. */
const SAMPLE_MS = 10;

export type SearchFigures = {
  readonly tools: number;
  /** The first search, which has to wait for the index. */
  readonly firstMs: number;
  readonly first: { readonly blockMs: number };
  readonly loads: readonly {
    readonly concurrency: number;
    readonly perSecond: number;
    readonly p50Ms: number;
    readonly p99Ms: number;
    /** The longest time in which the event loop did nothing else. Includes other work on the machine. */
    readonly blockMs: number;
  }[];
};

/** `search_tools` on a stack of 10,000 tools. */
export async function measureSearch({ floors, gateway, installation }: Bench): Promise<SearchFigures> {
  const ids = Array.from({ length: SERVERS }, (_, index) => `large${index}`);
  const connector = { kind: 'mcp-http', url: `${floors.origin}/mcp` };
  for (const id of ids) await addServer(installation, id, { tools: TOOLS_PER_SERVER, connector });
  const stack = await addStack(installation.account, 'large', { servers: ids, mode: 'search' });
  const input = { query: 'answers with a text as number 1234 of large3', limit: 5 };
  const body = { tool_name: 'search_tools', tool_input: input };
  const url = `${gateway.url}/s/${stack.clientId}/call_tool`;
  const target = post(url, body, bearer(stack.token), { marker: 'tool_1234' });
  await longestBlock(gateway);
  const first = await drive(target, { concurrency: 1, forMs: 0 });
  const firstMs = first.latencies[0] ?? Number.NaN;
  const firstBlock = await longestBlock(gateway);
  const loads: SearchFigures['loads'][number][] = [];
  for (const concurrency of [1, 16]) {
    await drive(target, { concurrency, forMs: FOR_MS / 2 });
    await longestBlock(gateway);
    const { calls, ms, latencies } = await drive(target, { concurrency, forMs: FOR_MS });
    const [p50Ms, p99Ms] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
    loads.push({ concurrency, perSecond: (calls / ms) * 1_000, p50Ms, p99Ms, blockMs: await longestBlock(gateway) });
  }
  return { tools: SERVERS * TOOLS_PER_SERVER, firstMs, first: { blockMs: firstBlock }, loads };
}

/** The longest block of the event loop since the previous call, milliseconds. */
async function longestBlock({ url, metricsToken }: Gateway): Promise<number> {
  const page = await (await fetch(`${url}/metrics`, { headers: bearer(metricsToken) })).text();
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(page) ?? [];
  return Math.max(0, Number(seconds) * 1_000 - SAMPLE_MS);
}
