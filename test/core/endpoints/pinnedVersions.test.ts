import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listVersionFigures } from '../../../src/core/callRecords/versionFigures.ts';
import { createClientEndpoint, updateClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { BOUNDS } from '../../../src/core/kernel/bounds.ts';
import type { EndpointId, StackId } from '../../../src/core/kernel/ids.ts';
import { newEndpointId, toToolId } from '../../../src/core/kernel/ids.ts';
import { createPolicyRule } from '../../../src/core/policies/policyRule.ts';
import { updateHeldChanges } from '../../../src/core/reviews/heldChanges.ts';
import { applyStack } from '../../../src/core/stacks/applyStack.ts';
import { updateStackTool } from '../../../src/core/stacks/stackTool.ts';
import { serverDocument } from '../../graphql/documents.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { eventually } from '../../harness/eventually.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { drawn, SERVERS, TOOLS } from '../stacks/drawnDocuments.ts';

const upstream = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
);
let database: TestDatabase;
let world: World;
beforeAll(async () => {
  const port = await listenOnLoopback(upstream);
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url, egressAllow: `127.0.0.1:${port}`, runsJobs: true });
  for (const id of SERVERS) await world.saveServer(openServer(id, port));
});
afterAll(async () => {
  await world.close();
  await database.close();
  upstream.closeAllConnections();
  upstream.close();
});

/** A server without credentials. */
const openServer = (id: string, port: number, tools = TOOLS) => ({
  ...serverDocument(id, { tools, baseUrl: `http://127.0.0.1:${port}` }),
  credentials: [],
});

const latestOf = async (stackId: StackId): Promise<number> =>
  (await world.account.ctx.db.stackVersion.findFirst({ where: { stackId }, orderBy: { number: 'desc' } }))?.number ?? 0;

type Agent = { readonly id: EndpointId; readonly clientId: string; readonly token: string };

async function agentOf(stackId: StackId): Promise<Agent> {
  const { endpoint, token } = await createClientEndpoint(world.account.ctx, { stackId, name: 'agent' });
  return { id: endpoint.id, clientId: endpoint.clientId, token };
}

const pin = ({ id }: Agent, input: object) => updateClientEndpoint(world.account.ctx, id, input);

async function request({ clientId, token }: Agent, path: string, init: RequestInit = {}, url = world.url) {
  const response = await fetch(`${url}/s/${clientId}/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
  });
  return { status: response.status, text: await response.text() };
}

const call = (agent: Agent, tool: string, headers: Record<string, string> = {}, url = world.url) =>
  request(
    agent,
    'call_tool',
    { method: 'POST', body: JSON.stringify({ tool_name: tool, tool_input: { query: 'x' } }), headers },
    url,
  );

/** Everything that an agent can see of its stack, over REST and MCP. */
async function seenBy(agent: Agent): Promise<string> {
  const mcp = (method: string, params: object = {}) =>
    request(agent, 'mcp', {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
    });
  const answers = await Promise.all([
    request(agent, 'list_tools'),
    request(agent, 'list_tools?mode=search&format=openai'),
    request(agent, 'skills'),
    mcp('tools/list'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  return answers.map(({ text }) => text).join('\n');
}

const SKILL = '---\nname: tidy\ndescription: Tidy up.\n---\nSteps.\n';
const PINNED = {
  // In the order in which a version lists its servers.
  servers: SERVERS.toSorted().map((id) => ({
    id,
    tools: TOOLS.map((tool) => ({
      id: `${id}_${tool}`,
      ...(tool === 'send' && { name: `${id}_own`, description: 'Own' }),
    })),
  })),
  skills: [{ content: SKILL }],
};

it('keeps a pinned version through all changes of the stack', async () => {
  const { ctx } = world.account;
  const { stack } = await applyStack(ctx, { name: 'pinned', ...PINNED }, null);
  const [pinned, follower] = [await agentOf(stack.id), await agentOf(stack.id)];
  await pin(pinned, { pinnedVersion: await latestOf(stack.id) });
  const seen = await seenBy(pinned);
  expect(seen).toBe(await seenBy(follower));
  let changes = 0;
  const views = new Set<string>();
  for (let at = 0; at < 60; at += 1) {
    const { rules: _, ...document } = drawn('pinned');
    const made = await applyStack(ctx, document, null);
    changes += made.differences.length;
    expect(await seenBy(pinned), JSON.stringify(made.differences)).toBe(seen);
    views.add(await seenBy(follower));
    for (const tool of ['one_find', 'two_own', 'three_drop'])
      expect(await call(pinned, tool)).toMatchObject({ status: 200 });
  }
  expect(views.size).toBeGreaterThan(30);
  await pin(pinned, { pinnedVersion: null });
  expect(await seenBy(pinned)).toBe(await seenBy(follower));
  process.stdout.write(`changed parts that a pinned endpoint did not see: ${changes}, over 60 versions\n`);
});

it('applies a new deny rule to a pinned endpoint at once, and a changed definition', async () => {
  const { ctx } = world.account;
  const { stack } = await applyStack(ctx, { name: 'ruled', ...PINNED }, null);
  const agent = await agentOf(stack.id);
  await pin(agent, { pinnedVersion: await latestOf(stack.id) });
  expect(await call(agent, 'one_find')).toMatchObject({ status: 200 });
  await createPolicyRule(ctx, { stackId: stack.id, name: 'Never', effect: 'deny', tools: ['one_*'] });
  const denied = await call(agent, 'one_find');
  expect(denied).toMatchObject({ status: 400, text: expect.stringContaining('the rule “Never” denies the call') });
  expect((await request(agent, 'list_tools')).text).not.toContain('one_find');
  // A server that only the pinned version has.
  await world.saveServer(openServer('gone', 1, ['stays', 'goes']));
  const gone = { id: 'gone', tools: [{ id: 'gone_stays' }, { id: 'gone_goes' }] };
  await applyStack(ctx, { name: 'ruled', servers: [gone] }, null);
  await pin(agent, { pinnedVersion: await latestOf(stack.id) });
  await applyStack(ctx, { name: 'ruled', servers: [] }, null);
  expect((await request(agent, 'list_tools')).text).toContain('gone_goes');
  await world.saveServer({ ...openServer('gone', 1, ['stays']), name: 'Changed' });
  const { text } = await request(agent, 'list_tools');
  expect([text.includes('gone_stays'), text.includes('gone_goes')]).toEqual([true, false]);
  expect(await call(agent, 'gone_goes')).toMatchObject({ status: 404 });
});

it('runs jobs in the pinned version, and holds changed definitions for a review', async () => {
  const { ctx } = world.account;
  await world.saveServer(openServer('held', 1, ['find', 'list']));
  const held = { id: 'held', tools: [{ id: 'held_find' }] };
  const { stack } = await applyStack(ctx, { name: 'reviewed', servers: [...PINNED.servers, held] }, null);
  const agent = await agentOf(stack.id);
  await pin(agent, { pinnedVersion: await latestOf(stack.id) });
  await applyStack(ctx, { name: 'reviewed', servers: [held] }, null);
  const started = await call(agent, 'one_own', { prefer: 'respond-async' });
  expect(started).toMatchObject({ status: 202 });
  const where = { stackId: stack.id };
  await eventually('the job ends', async () => (await ctx.db.job.count({ where: { ...where, endedAt: null } })) === 0);
  expect(await ctx.db.job.findMany({ where, select: { state: true } })).toEqual([{ state: 'succeeded' }]);
  const { connector, tools, ...rest } = openServer('held', 1, ['find', 'list']);
  const reworded = tools.map((tool) => ({ ...tool, description: `Now ${tool.name}` }));
  await world.saveServer({ ...rest, connector, tools: reworded });
  const { text } = await request(agent, 'list_tools');
  expect([text.includes('Not available: its definition changed'), text.includes('Now find')]).toEqual([true, false]);
  expect((await call(agent, 'held_find')).text).toContain('waits for a review');
});

it('leaves out a changed tool that only the pinned version has, if the account reviews changes', async () => {
  const { ctx } = world.account;
  const server = openServer('old', 1, ['find', 'list']);
  await world.saveServer(server);
  const old = { id: 'old', tools: [{ id: 'old_find' }, { id: 'old_list' }] };
  const { stack } = await applyStack(ctx, { name: 'lasting', servers: [old] }, null);
  const agent = await agentOf(stack.id);
  await pin(agent, { pinnedVersion: await latestOf(stack.id) });
  await applyStack(ctx, { name: 'lasting', servers: [] }, null);
  await world.saveServer({ ...server, name: 'Old' });
  const toolsOf = async () => {
    const { text } = await request(agent, 'list_tools');
    return ['old_find', 'old_list', 'Now list'].filter((each) => text.includes(each));
  };
  expect(await toolsOf()).toEqual(['old_find', 'old_list']);
  const tools = server.tools.map((tool) => (tool.name === 'list' ? { ...tool, description: 'Now list' } : tool));
  await world.saveServer({ ...server, tools });
  expect(await toolsOf()).toEqual(['old_find']);
  expect(await call(agent, 'old_list')).toMatchObject({ status: 404 });
  await updateHeldChanges(ctx, { kinds: [] });
  await applyStack(ctx, { name: 'lasting', servers: [{ id: 'one', tools: [] }] }, null);
  expect(await toolsOf()).toEqual(['old_find', 'old_list', 'Now list']);
  await updateHeldChanges(ctx, { kinds: null });
});

it('fails no call while endpoints are pinned and released', async () => {
  const { ctx } = world.account;
  const { stack } = await applyStack(ctx, { name: 'loaded', ...PINNED }, null);
  await applyStack(ctx, { name: 'loaded', servers: PINNED.servers.slice(0, 1) }, null);
  const latest = await latestOf(stack.id);
  const agent = await agentOf(stack.id);
  const statuses = new Map<number, number>();
  let isDone = false;
  const callers = Array.from({ length: 4 }, async () => {
    while (!isDone) {
      const { status } = await call(agent, 'one_find');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  const inputs = [
    { pinnedVersion: latest - 1 },
    { canary: { version: latest, percent: 50 } },
    { canary: null },
    { pinnedVersion: null },
  ];
  const rounds = 20;
  for (let at = 0; at < rounds; at += 1) for (const input of inputs) await pin(agent, input);
  isDone = true;
  await Promise.all(callers);
  expect([...statuses.keys()]).toEqual([200]);
  process.stdout.write(
    `calls during ${rounds * inputs.length} changes of versions: ${statuses.get(200)}, none failed\n`,
  );
});

it('sends a share of the calls to the canary, and a retry the same way', async () => {
  const { ctx } = world.account;
  const { stack } = await applyStack(ctx, { name: 'shared', ...PINNED }, null);
  await applyStack(
    ctx,
    { name: 'shared', servers: [{ id: 'one', tools: [{ id: 'one_find', name: 'renamed' }] }] },
    null,
  );
  const main = (await latestOf(stack.id)) - 1;
  const agent = await agentOf(stack.id);
  const percent = 20;
  await pin(agent, { pinnedVersion: main, canary: { version: main + 1, percent } });
  const count = 2_000;
  const ids = Array.from({ length: count }, (_, at) => `call-${at}`);
  const rowsOf = async (expected: number) => {
    const where = { stackId: stack.id };
    await eventually('the calls are recorded', async () => (await ctx.db.callRecord.count({ where })) === expected);
    return ctx.db.callRecord.findMany({ where, select: { requestId: true, stackVersion: true, outcome: true } });
  };
  const callAll = async (all: readonly string[]) => {
    for (let at = 0; at < all.length; at += 20)
      await Promise.all(all.slice(at, at + 20).map((id) => call(agent, 'one_find', { 'x-request-id': id })));
  };
  await callAll(ids);
  const first = await rowsOf(count);
  expect(new Set(first.map(({ outcome }) => outcome))).toEqual(new Set(['ok']));
  const inCanary = first.filter(({ stackVersion }) => stackVersion === main + 1).length;
  expect(first.filter(({ stackVersion }) => stackVersion === main)).toHaveLength(count - inCanary);
  const share = percent / 100;
  // Five standard deviations of a binomial distribution.
  expect(Math.abs(inCanary - count * share)).toBeLessThan(5 * Math.sqrt(count * share * (1 - share)));
  const figures = { version: main, callCount: count - inCanary, failureCount: 0 };
  expect((await listVersionFigures(ctx, [agent.id])).get(agent.id)).toEqual([
    { endpointId: agent.id, version: main + 1, callCount: inCanary, failureCount: 0 },
    { endpointId: agent.id, ...figures },
  ]);
  expect((await listVersionFigures(world.otherAccount.ctx, [agent.id])).size).toBe(0);
  const versionOf = new Map(first.map(({ requestId, stackVersion }) => [requestId, stackVersion]));
  const retried = ids.slice(0, 200);
  await callAll(retried);
  for (const { requestId, stackVersion } of await rowsOf(count + retried.length))
    expect(stackVersion, String(requestId)).toBe(versionOf.get(requestId));
  // A tool that the canary lacks stays with the main version.
  for (const id of retried)
    expect(await call(agent, 'two_find', { 'x-request-id': id })).toMatchObject({ status: 200 });
  const lacking = (await rowsOf(count + 2 * retried.length)).filter(({ stackVersion }) => stackVersion === main + 1);
  expect(lacking).toHaveLength(inCanary + retried.filter((id) => versionOf.get(id) === main + 1).length);
  await request(agent, 'call_tool', {
    method: 'POST',
    body: JSON.stringify({ tool_name: 'one_find', tool_input: {} }),
  });
  await rowsOf(count + 2 * retried.length + 1);
  const failures = (await listVersionFigures(ctx, [agent.id])).get(agent.id) ?? [];
  expect(failures.reduce((sum, { failureCount }) => sum + failureCount, 0)).toBe(1);
  // Lists show the main version, also its name of the tool.
  expect((await request(agent, 'list_tools')).text).not.toContain('renamed');
  process.stdout.write(`calls of the canary: ${inCanary} of ${count}, share ${percent} %\n`);
});

it('takes only versions of its stack, and answers for others’ endpoints as for unknown ones', async () => {
  const { ctx } = world.account;
  const { stack } = await applyStack(ctx, { name: 'checked', ...PINNED }, null);
  const agent = await agentOf(stack.id);
  const latest = await latestOf(stack.id);
  const issue = (path: string, message: string) => ({
    code: 'invalid_input',
    details: { issues: [{ path, message }] },
  });
  const unknown = 'is not a version of the stack';
  await expect(pin(agent, { pinnedVersion: latest + 1 })).rejects.toMatchObject(issue('/pinnedVersion', unknown));
  const canary = { version: latest + 1, percent: 5 };
  await expect(pin(agent, { canary })).rejects.toMatchObject(issue('/canary/version', unknown));
  const same = { pinnedVersion: latest, canary: { version: latest, percent: 5 } };
  await expect(pin(agent, same)).rejects.toMatchObject(issue('/canary/version', 'must differ from the pinned version'));
  for (const percent of [0, 100, 1.5])
    await expect(pin(agent, { canary: { version: latest, percent } })).rejects.toMatchObject({ code: 'invalid_input' });
  const other = world.otherAccount.ctx;
  const refusals = [agent.id, newEndpointId()].map((id) =>
    updateClientEndpoint(other, id, { pinnedVersion: latest }).catch(({ code, message }) => ({ code, message })),
  );
  const [ours, random] = await Promise.all(refusals);
  expect(ours).toEqual(random);
  expect(random).toMatchObject({ code: 'not_found' });
});

it('keeps the versions that endpoints use, up to a bound', async () => {
  const { ctx } = world.account;
  const { stack } = await applyStack(ctx, { name: 'kept', ...PINNED }, null);
  const [agent, second] = [await agentOf(stack.id), await agentOf(stack.id)];
  await updateStackTool(ctx, stack.id, toToolId('one_find'), { description: 'Second' });
  await pin(agent, { pinnedVersion: 1, canary: { version: 2, percent: 1 } });
  const seen = await seenBy(agent);
  const max = BOUNDS.max_stack_versions.max;
  for (let at = 0; at < max + 5; at += 1)
    await updateStackTool(ctx, stack.id, toToolId('one_find'), { description: `Number ${at}` });
  const numbersOf = async () => {
    const rows = await ctx.db.stackVersion.findMany({ where: { stackId: stack.id }, orderBy: { number: 'asc' } });
    return rows.map(({ number }) => number);
  };
  const newest = Array.from({ length: max }, (_, at) => at + 8);
  expect(await numbersOf()).toEqual([1, 2, ...newest]);
  expect(await seenBy(agent)).toBe(seen);
  await pin(agent, { pinnedVersion: null, canary: null });
  await updateStackTool(ctx, stack.id, toToolId('one_find'), { description: 'Last' });
  expect(await numbersOf()).toEqual([...newest.slice(1), max + 8]);
  const many = await Promise.all(Array.from({ length: BOUNDS.max_versions_in_use.max }, () => agentOf(stack.id)));
  for (const [at, each] of many.entries()) await pin(each, { pinnedVersion: 20 + at });
  await expect(pin(second, { pinnedVersion: 50 }), 'max_versions_in_use').rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(String(BOUNDS.max_versions_in_use.max)),
  });
  await pin(second, { pinnedVersion: 20 });
});

it('takes effect on other instances', async () => {
  const { ctx } = world.account;
  const { stack } = await applyStack(ctx, { name: 'elsewhere', ...PINNED }, null);
  await applyStack(ctx, { name: 'elsewhere', servers: [] }, null);
  const agent = await agentOf(stack.id);
  const other = await startWorld({ databaseUrl: database.url });
  try {
    const listed = async () => (await request(agent, 'list_tools', {}, other.url)).text.includes('one_find');
    expect(await listed()).toBe(false);
    await pin(agent, { pinnedVersion: (await latestOf(stack.id)) - 1 });
    await eventually('the other instance serves the pinned version', listed);
    await pin(agent, { pinnedVersion: null });
    await eventually('the other instance follows the stack', async () => !(await listed()));
  } finally {
    await other.close();
  }
});
