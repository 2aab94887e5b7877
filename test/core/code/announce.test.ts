import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { approveCall, denyCall } from '../../../src/core/approvals/approval.ts';
import { updateClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { toApprovalId } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { createPolicyRule, deletePolicyRule } from '../../../src/core/policies/policyRule.ts';
import { updateHeldChanges } from '../../../src/core/reviews/heldChanges.ts';
import { updateStack } from '../../../src/core/stacks/stack.ts';
import { inputOf } from '../../../src/core/webhooks/approvalDetails.ts';
import { startApiWorld } from '../../harness/apiWorld.ts';
import { connect, type Endpoint, makeEndpoint } from '../../mcp/kit.ts';

const { api, world, close } = await startApiWorld();
afterAll(close);
const { ctx } = world.account;
let endpoint: Endpoint;

const shop = (description = '') => ({
  ...{ id: 'shop', name: 'Shop', toolPrefix: false },
  connector: { kind: 'http' as const, baseUrl: api.url },
  tools: (['GET', 'POST'] as const).map((method) => ({
    name: method === 'GET' ? 'read' : 'write',
    description,
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    request: {
      kind: 'template' as const,
      method,
      path: '/echo',
      query: { text: '{text}' },
      bodyEncoding: 'json' as const,
    },
  })),
});

const endpointId = async () =>
  (await ctx.db.clientEndpoint.findFirstOrThrow({ where: { clientId: endpoint.clientId } })).id;

beforeAll(async () => {
  endpoint = await makeEndpoint(ctx, world.url, 'ours', [shop()]);
  await updateHeldChanges(ctx, { kinds: [] });
  await updateClientEndpoint(ctx, await endpointId(), { mayProgramsWrite: true });
  await createPolicyRule(ctx, { name: 'ask', effect: 'ask', tools: ['write', 'shop_write'] });
  await createPolicyRule(ctx, { name: 'never', effect: 'deny', condition: 'input.text.contains("never")' });
});
beforeEach(() => ctx.db.approval.deleteMany({}));

type Ran = { readonly status: number; readonly body: ReturnType<typeof Object> };

async function run(code: string, { token = endpoint.token, query = '' } = {}): Promise<Ran> {
  const response = await fetch(`${world.url}/s/${endpoint.clientId}/call_tool?mode=code${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool_name: 'run_code', tool_input: { code } }),
  });
  return { status: response.status, body: Object(await response.json()) };
}
const approve = ({ body }: Ran) => approveCall(ctx, toApprovalId(String(body.pause_id)), {});
const rows = () => ctx.db.approval.findMany({ orderBy: { createdAt: 'asc' } });
/** The texts that the API got, in order. */
const sent = (prefix: string): string[] =>
  api.requests
    .map(({ target }) => new URL(target, api.url).searchParams.get('text') ?? '')
    .filter((text) => text.startsWith(prefix));

const list = (texts: readonly string[]) => JSON.stringify(texts.map((text) => ({ tool: 'write', input: { text } })));
/** A program that announces writes, and then makes others. */
const program = (announced: readonly string[], made: readonly string[] = announced) =>
  `await announce(${list(announced)});
  for (const text of ${JSON.stringify(made)}) await tools.write({ text });
  return 'done';`;

describe('an announcement', () => {
  it('gets one approval that shows the exact inputs, and covers each call once', async () => {
    await updateStack(ctx, endpoint.stackId, { configuration: { isRecorded: true } });
    const texts = ['once-1', 'once-2', 'once-3'];
    const code = program(texts, [...texts, 'once-3']);
    const first = await run(code);
    expect(first).toMatchObject({
      status: 400,
      body: { pause_id: expect.any(String), error: expect.stringContaining('/inbox/approvals/') },
    });
    expect((await run(code)).body.pause_id).toBe(first.body.pause_id);
    const [row, ...others] = await rows();
    expect([row && inputOf(ctx, row), others]).toEqual([
      { calls: texts.map((text) => ({ tool: 'write', input: { text } })) },
      [],
    ]);
    expect(Buffer.from(row?.sealed ?? []).includes('once')).toBe(false);
    expect(sent('once')).toEqual([]);

    await approve(first);
    const fourth = await run(code);
    expect(fourth.body.pause_id).not.toBe(first.body.pause_id);
    expect(sent('once')).toEqual(texts);
    expect((await rows()).map(({ state, toolId }) => [state, toolId])).toEqual([
      ['used', 'run_code'],
      ['pending', 'write'],
    ]);
    await approve(fourth);
    expect((await run(code)).body.result).toEqual({ result: 'done', calls: 4 });
    expect(sent('once')).toEqual([...texts, 'once-3']);
    const uses = await ctx.db.auditEvent.count({ where: { action: 'approval.use', targetId: first.body.pause_id } });
    expect(uses).toBe(3);
    const recorded = await vi.waitFor(async () => {
      const records = await ctx.db.callRecord.findMany({ where: { outcome: 'ok' }, orderBy: { at: 'asc' } });
      expect(records).toHaveLength(4);
      return records.map(({ approvalId }) => approvalId);
    });
    expect(recorded).toEqual([...Array(3).fill(first.body.pause_id), fourth.body.pause_id]);
  });

  it('covers identical calls as often as they are announced, also at the same time', async () => {
    const code = `await announce(${list(['twice', 'twice'])});
      return Promise.all([1, 2, 3].map(() => tools.write({ text: 'twice' })));`;
    await approve(await run(code));
    const third = await run(code);
    expect([third.status, sent('twice')]).toEqual([400, ['twice', 'twice']]);
    await approve(third);
    expect((await run(code)).body.result.calls).toBe(3);
    expect(sent('twice')).toHaveLength(3);
  });

  it.each<[string, string]>([
    ['another input', `tools.write({ text: 'other-2' })`],
    ['another input, although the announced one follows', `tools.write({ text: 'other-1 ' })`],
  ])('does not cover %s', async (_name, call) => {
    const code = `await announce(${list(['other-1'])}); await ${call};`;
    const first = await run(code);
    await approve(first);
    const second = await run(code);
    expect(second.body.pause_id).not.toBe(first.body.pause_id);
    expect(sent('other')).toEqual([]);
  });

  it('does not cover another run, program or token', async () => {
    const code = program(['run-1']);
    await approve(await run(code));
    expect((await run(`await tools.write({ text: 'run-1' });`)).status).toBe(400);
    const { token } = await createStackToken(ctx, { endpointId: await endpointId(), name: 'other' });
    expect((await run(code, { token })).body.pause_id).toBeDefined();
    expect(sent('run')).toEqual([]);
    expect((await run(code)).status).toBe(200);
    expect((await run(code)).body.pause_id).toBeDefined();
    expect(sent('run')).toEqual(['run-1']);
  });

  it('sends nothing after a denial, even if the program goes on', async () => {
    const code = `
      const codes = [];
      await announce(${list(['denied-1', 'denied-2'])}).catch(({ code, message }) => codes.push(code, message));
      await tools.write({ text: 'denied-1' }).catch(({ code }) => codes.push(code));
      await announce(${list(['denied-2'])}).catch(({ code }) => codes.push(code));
      return codes;`;
    const { body } = await run(code);
    await denyCall(ctx, toApprovalId(body.pause_id), { message: 'Not today.' });
    expect((await run(code)).body.result.result).toEqual([
      'denied',
      expect.stringContaining('Not today.'),
      ...['denied', 'denied'],
    ]);
    expect(sent('denied')).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['a call that a rule denies', list(['never-1']), 'denies the call'],
    ['an invalid input', `[{ tool: 'write', input: { text: 1 } }]`, 'text'],
    ['an unknown tool', `[{ tool: 'absent' }]`, 'Tool absent not found'],
    ['no list', `{ tool: 'write' }`, 'takes a list'],
    [
      'more inputs than a person can review',
      `[{ tool: 'write', input: { text: 'x'.repeat(70_000) } }]`,
      'too large to hold',
    ],
    ['too many calls', `Array.from({ length: 101 }, () => (${list(['x'])})[0])`, 'at most 100 calls'],
  ])('fails with %s, and requests nothing', async (_name, calls, message) => {
    const { status, body } = await run(`await announce(${calls});`);
    expect([status, body.error]).toEqual([400, expect.stringContaining(message)]);
    expect([body.pause_id, await rows()]).toEqual([undefined, []]);
  });

  it('requests no approval for calls that need none, and none in a dry run', async () => {
    const code = `await announce([{ tool: 'read', input: { text: 'free' } }]); return (await tools.read({ text: 'free' })).method;`;
    expect((await run(code)).body.result).toEqual({ result: 'GET', calls: 1 });
    const { body } = await run(program(['dry-1']), { query: '&dry_run=true' });
    expect(body.result).toMatchObject({ dry_run: true, calls: 1, described: [{ decision: 'ask' }] });
    expect(await rows()).toEqual([]);
  });

  it('is approved only as it is, and by another person if one of its rules says so', async () => {
    const rule = await createPolicyRule(ctx, {
      ...{ name: 'four eyes', effect: 'ask', needsAnother: true, tools: ['read', 'shop_read'] },
      condition: 'input.text.startsWith("eyes")',
    });
    const calls = `[{ tool: 'write', input: { text: 'eyes-1' } }, { tool: 'read', input: { text: 'eyes-2' } }]`;
    const code = `await announce(${calls}); await tools.write({ text: 'eyes-1' }); return (await tools.read({ text: 'eyes-2' })).method;`;
    const id = toApprovalId((await run(code)).body.pause_id);
    for (const grant of [{ minutes: 5 }, { isForSession: true }])
      await expect(approveCall(ctx, id, grant)).rejects.toMatchObject({ code: 'invalid_input' });
    // The token was created with the account's key, so that its holder may be the same person.
    await expect(approveCall(ctx, id, {})).rejects.toMatchObject({ code: 'forbidden' });
    await deletePolicyRule(ctx, rule.id);
    await approveCall(ctx, id, {});
    expect((await run(code)).body.result).toMatchObject({ result: 'GET' });
    expect(sent('eyes')).toEqual(['eyes-1', 'eyes-2']);
  });

  it('covers nothing after it expires, and no tool that changed', async () => {
    const expired = program(['late-1']);
    await approve(await run(expired));
    await ctx.db.approval.updateMany({ data: { expiresAt: new Date(0) } });
    expect((await run(expired)).status).toBe(400);
    const changed = program(['changed-1']);
    await approve(await run(changed));
    await saveServer(ctx, shop('Changed.'));
    expect((await run(changed)).status).toBe(400);
    expect([...sent('late'), ...sent('changed')]).toEqual([]);
  });

  it('makes no call twice when its run is cut off', async () => {
    const code = program(['cut-1', 'ask-cut'], ['cut-1']).replace(
      "return 'done'",
      `await tools.write({ text: 'cut-more' })`,
    );
    await approve(await run(code));
    const paused = await run(code);
    expect([paused.status, sent('cut')]).toEqual([400, ['cut-1']]);
    // The run resumes, and its instance is killed before it ends.
    await approve(paused);
    const where = { key: { startsWith: 'program' } };
    await ctx.db.idempotentCall.updateMany({ where, data: { sealed: null, leaseUntil: new Date(0) } });
    expect((await run(code)).body.error).toContain('cut off');
    // As a new program it is another run, which the approval does not cover.
    const again = await run(`${code} // again`);
    expect(again.body.pause_id).toBeDefined();
    expect(sent('cut')).toEqual(['cut-1']);
    await ctx.db.idempotentCall.deleteMany({ where });
  });

  it('that was requested just before its instance was killed is requested anew', async () => {
    const code = program(['lost-1']);
    const first = await run(code);
    await ctx.db.idempotentCall.deleteMany({ where: { key: { startsWith: 'program' } } });
    await approve(first);
    const second = await run(code);
    expect(second.body.pause_id).not.toBe(first.body.pause_id);
    expect(sent('lost')).toEqual([]);
    await approve(second);
    await run(code);
    expect(sent('lost')).toEqual(['lost-1']);
  });
});

it.each(['legacy', 'auto'] as const)('a %s client of MCP resumes the announced calls', async (era) => {
  const client = await connect({ ...endpoint, url: `${endpoint.url}?mode=code` }, era);
  const call = { name: 'run_code', arguments: { code: program([`mcp-${era}-1`, `mcp-${era}-2`]) } };
  expect(JSON.stringify((await client.callTool(call)).content)).toContain('/inbox/approvals/');
  const [row] = await rows();
  await approveCall(ctx, toApprovalId(String(row?.id)), {});
  expect((await client.callTool(call)).structuredContent).toEqual({ result: 'done', calls: 2 });
  await client.close();
  expect(sent(`mcp-${era}`)).toEqual([`mcp-${era}-1`, `mcp-${era}-2`]);
});

it('works in GraphQL, and shows the calls to the approver', async () => {
  await createPolicyRule(ctx, { name: 'ask to read', effect: 'ask', condition: 'input.text.startsWith("graphql")' });
  const ask = async (query: string, variables: object = {}) => {
    const response = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.account.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return Object(await response.json()).data;
  };
  const code = `await announce([{ tool: 'read', input: { text: 'graphql-1' } }, { tool: 'read', input: { text: 'graphql-2' } }]);
    await tools.read({ text: 'graphql-2' }); return (await tools.read({ text: 'graphql-1' })).method;`;
  const invoke = () =>
    ask(
      `mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { __typename
        ... on InvokeToolPayload { result } ... on ToolFailedError { approvalId } } }`,
      { input: { stackId: endpoint.stackId, toolId: 'run_code', toolInput: { code } } },
    );
  const { invokeTool } = await invoke();
  expect(invokeTool).toMatchObject({ approvalId: expect.any(String) });
  const { approval } = await ask(
    `query ($id: ID!) { approval(id: $id) { toolId input tool { exposedName }
      announcedCalls { toolId isMade ruleId tool { exposedName serverName } } } }`,
    { id: invokeTool.approvalId },
  );
  const shown = { toolId: 'read', isMade: false, tool: { exposedName: 'read', serverName: 'Shop' } };
  expect(approval).toMatchObject({ toolId: 'run_code', tool: null, announcedCalls: [shown, shown] });
  await approveCall(ctx, toApprovalId(invokeTool.approvalId), {});
  expect((await invoke()).invokeTool.result).toEqual({ result: 'GET', calls: 2 });
  expect(sent('graphql')).toEqual(['graphql-2', 'graphql-1']);
});
