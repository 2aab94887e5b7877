import { glob, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { exportServer } from '../../../src/core/marketplace/exportServer.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { OPERATIONS } from '../../../src/rest/operations.ts';
import { ask, dataOf } from '../../graphql/ask.ts';
import { answerTo, everyOperation, fieldsOf } from '../../graphql/everyOperation.ts';
import { startApiWorld } from '../../harness/apiWorld.ts';
import { type Endpoint, makeEndpoint, post } from '../../mcp/kit.ts';

/* A tool removed by its server appears only in reviews. Tests every operation that reads. */

const { api, world, close } = await startApiWorld();
afterAll(close);
const { ctx, apiKey } = world.account;

/** Part of the tool's name and of all its texts. */
const MARK = 'zebrawort';
const TOOL = `bank_${MARK}`;
const tool = (name: string, text: string) => ({
  name,
  title: `Does ${text}`,
  description: `Does something with ${text}.`,
  inputSchema: { type: 'object', properties: { [text]: { type: 'string' } } },
  request: { kind: 'template', method: 'GET', path: `/echo/${text}` },
});
const document = (...tools: readonly object[]) => ({
  ...{ id: 'bank', name: 'Bank', connector: { kind: 'http', baseUrl: api.url }, tools },
});

let endpoint: Endpoint;
beforeAll(async () => {
  await saveServer(ctx, document(tool('read', 'money'), tool(MARK, MARK)));
  endpoint = await makeEndpoint(ctx, world.url, 'ours', []);
  await addServerToStack(ctx, endpoint.stackId, { serverId: 'bank', enableAllTools: true });
});

/** Argument values by name: existing ids, and a search for the tool. */
const argumentValue = (name: string, type: string): unknown => {
  const ids: Readonly<Record<string, string>> = {
    ...{ stackId: endpoint.stackId, serverId: 'bank', toolId: TOOL, search: MARK, query: MARK },
    ...{ 'stack.id': endpoint.stackId, 'server.id': 'bank', 'tool.id': TOOL },
  };
  return type === 'ID' || type === 'String' || type === 'ID!' || type === 'String!' ? ids[name] : undefined;
};

const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const inSearch = async (name: string, input: object) => {
  const url = `${endpoint.url}?mode=search`;
  return (await post({ ...endpoint, url }, rpc('tools/call', { name, arguments: input }))).body;
};

const get = async (path: string): Promise<string> => {
  const credential = path.startsWith('/s/') ? endpoint.token : apiKey;
  const filled = path
    .replace('{stack_id}', endpoint.stackId)
    .replace('{client_id}', endpoint.clientId)
    .replace('{server_id}', 'bank')
    .replace('{handle}', 'result_x');
  const answer = await fetch(`${world.url}${filled}`, { headers: { authorization: `Bearer ${credential}` } });
  return answer.text();
};

/** Every operation that reads, by name. */
const surfaces = (): Readonly<Record<string, () => Promise<string>>> => ({
  ...Object.fromEntries(
    OPERATIONS.filter(({ method }) => method === 'GET')
      .flatMap(({ path }) => ['', '?mode=search', '?format=anthropic'].map((query) => `${path}${query}`))
      .map((path) => [`GET ${path}`, () => get(path)]),
  ),
  ...Object.fromEntries(
    [1, 2, 3].flatMap((depth) =>
      everyOperation(argumentValue, (type) => fieldsOf(type, depth))
        .filter(({ kind }) => kind === 'query')
        .map((operation) => [
          `${operation.name}, ${depth} deep`,
          () => answerTo(world.url, operation, { authorization: `Bearer ${apiKey}` }),
        ]),
    ),
  ),
  'MCP tools/list': async () => JSON.stringify((await post(endpoint, rpc('tools/list'))).body),
  search_tools: async () => JSON.stringify(await inSearch('search_tools', { query: MARK })),
  // The error quotes the requested name.
  get_tool: async () =>
    JSON.stringify(await inSearch('get_tool', { tool_name: TOOL })).replace(`Tool ${TOOL} not found`, ''),
  'server export': async () => {
    return JSON.stringify(await exportServer(ctx, toServerId('bank')));
  },
});

/** The names of the operations that show the tool. */
async function showing(): Promise<readonly string[]> {
  const names: string[] = [];
  for (const [name, read] of Object.entries(surfaces())) if ((await read()).includes(MARK)) names.push(name);
  return names.map((name) => name.replace(/,.*/, '')).filter((name, at, all) => all.indexOf(name) === at);
}

it('a listed tool is in lists, searches and exports; a removed one only in its review', async () => {
  const before = await showing();
  process.stdout.write(
    `removed tools: ${Object.keys(surfaces()).length} ways to read, of which show a tool: ${before}\n`,
  );
  await saveServer(ctx, document(tool('read', 'money')));
  // The removed tools of a stack are in `removedToolIds`. `stackPlan` repeats the document that the request sent.
  expect(await showing()).toEqual(['stackPlan', 'toolChanges', 'stack', 'firstSteps']);
  const counted = `{ server(id: "bank") { tools { totalCount } } stack(id: "${endpoint.stackId}") {
    servers { nodes { toolCount removedToolIds tools { nodes { id } } } } } servers { nodes { tools { totalCount } } } }`;
  const one = { totalCount: 1 };
  expect(await dataOf(ask(world.url, apiKey, counted))).toEqual({
    server: { tools: one },
    servers: { nodes: [{ tools: one }] },
    stack: {
      servers: {
        nodes: [{ toolCount: 1, removedToolIds: [TOOL], tools: { nodes: [{ id: expect.stringMatching(/^tool_/) }] } }],
      },
    },
  });
});

/** Why a statement that reads tools must include removed ones. */
const READS_ALL: Readonly<Record<string, string>> = {
  'src/core/limits/countedBounds.ts': 'what stacks keep of them counts with their server',
  'src/core/marketplace/changeServerId.ts': 'their ids begin with the server’s',
  'src/core/marketplace/byKey.ts': 'records name them',
  'src/core/policies/dryRun.ts': 'calls of them are on record',
  'src/core/reviews/hold.ts': 'they are held',
  'src/core/snapshots/byKey.ts': 'records name them',
  'src/core/stacks/stackServer.ts': 'a stack can disable them',
  'src/core/stacks/toolNames.ts': 'they keep their names in the stack',
  'src/core/rehearsal/rehearse.ts': 'a snapshot names the tool',
  'src/core/snapshots/versionRows.ts': 'removed ones are left out afterwards, unless the stack reviews the removal',
  'src/core/snapshots/readSnapshot.ts': 'calls of them are told what has become of them',
};
const STATEMENT =
  /\b(?:db|tx)\.(?:tool|enabledTool)\.(?!update|create|delete)\w+\([^;]*;|\b(?:FROM|JOIN) tool\b[^`]*`/g;

it('every statement that reads tools excludes removed ones, or says why not', async () => {
  const paths: string[] = [];
  let count = 0;
  for await (const path of glob('src/**/*.ts')) {
    if (path.startsWith('src/generated/')) continue;
    for (const [statement] of (await readFile(path, 'utf8')).matchAll(STATEMENT)) {
      count += 1;
      if (!/OFFERED|removed_?[aA]t/.test(statement)) paths.push(path);
    }
  }
  expect(count).toBeGreaterThan(15);
  expect([...new Set(paths)].toSorted()).toEqual(Object.keys(READS_ALL).toSorted());
});
