import { afterAll, expect, it } from 'vitest';
import { createRandom } from '../../scripts/trust/random.ts';
import { isWhole } from '../harness/wholeTables.ts';
import { startWorld } from '../harness/world.ts';
import { makeEndpoint, post } from './kit.ts';

const MESSAGES = isWhole ? 9_000 : 900;
const AT_ONCE = 16;
const SEED = Number(process.env['SEED'] ?? 1);

/** Values that JSON allows everywhere, some of which JavaScript can't convert to a text. */
const ODD: readonly unknown[] = [
  ...[{ toString: null }, { toString: null, valueOf: null }, { toString: 'x' }, [{ toString: null }], {}, [], null],
  ...[1.5, true, '', 'x', 'tools/call', 'tools/list', 'initialize', 'ping', 'resources/read', 'notifications/x'],
  ...['tasks/get', 'subscriptions/listen', 'server/discover', 'completion/complete', 'skills/get'],
];
const MEMBERS = [
  ...['name', 'arguments', 'uri', 'taskId', 'cursor', 'level', 'protocolVersion', 'capabilities', 'clientInfo'],
  ...['requestState', 'inputResponses', 'ref', 'argument', 'notifications', '_meta'],
];
/** Tools of the modes `search` and `code`, with the members of their inputs. */
const TOOLS = ['search_tools', 'describe_tool', 'call_tool', 'read_types', 'run_code'];
const INPUTS = [
  ...['query', 'queries', 'limit', 'cursor', 'tool_name', 'tool_input', 'select', 'max_bytes', 'code', 'tool_names'],
];
const META = [
  ...['progressToken', 'traceparent', 'toolyard/select', 'toolyard/max_bytes', 'toolyard/idempotency_key'],
  ...['toolyard/dry_run', 'toolyard/rehearse', 'io.modelcontextprotocol/protocolVersion'],
  ...['io.modelcontextprotocol/clientInfo', 'io.modelcontextprotocol/clientCapabilities'],
];
const HEADERS: readonly Record<string, string>[] = [
  ...[{}, { 'mcp-session-id': 'x' }, { 'mcp-protocol-version': 'x' }],
  { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'x' },
];

const world = await startWorld();
const endpoint = await makeEndpoint(world.account.ctx, world.url, 'odd', []);
afterAll(() => world.close());

it(`${MESSAGES} odd messages are answered without a fault (seed ${SEED})`, { timeout: 300_000 }, async () => {
  const random = createRandom(SEED);
  const some = (names: readonly string[], share: number): object =>
    Object.fromEntries(names.filter(() => random.chance(share)).map((name) => [name, random.pick(ODD)]));
  const message = (): object => ({
    ...(random.chance(0.8) && { jsonrpc: random.chance(0.8) ? '2.0' : random.pick(ODD) }),
    ...some(['id', 'method'], 0.9),
    ...(random.chance(0.8) && {
      params: random.chance(0.1)
        ? random.pick(ODD)
        : {
            ...some(MEMBERS, 0.4),
            ...(random.chance(0.3) && { name: random.pick(TOOLS), arguments: some(INPUTS, 0.5) }),
            ...(random.chance(0.5) && { _meta: some(META, 0.4) }),
          },
    }),
  });
  const counts = new Map<number, number>();
  const faults: string[] = [];
  const sendNext = async (): Promise<void> => {
    const body = JSON.stringify(random.chance(0.1) ? [message(), message()] : message());
    const signal = new AbortController();
    const response = await fetch(`${endpoint.url}${random.pick(['', '?mode=search', '?mode=code'])}`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${endpoint.token}`, 'content-type': 'application/json' },
        accept: random.pick(['application/json', 'application/json, text/event-stream']),
        ...random.pick(HEADERS),
      },
      body,
      signal: signal.signal,
    });
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    if (response.status >= 500) faults.push(`${response.status}: ${body}`);
    // A subscription stays open.
    signal.abort();
  };
  for (let sent = 0; sent < MESSAGES; sent += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
  process.stdout.write(`odd messages: ${JSON.stringify(Object.fromEntries(counts))}\n`);
  expect(faults).toEqual([]);
  expect((await post(endpoint, { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(200);
});
