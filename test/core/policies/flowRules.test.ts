import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approveCall, listApprovals } from '../../../src/core/approvals/approval.ts';
import { explainDecision } from '../../../src/core/decisions/explain.ts';
import { toApprovalId, toServerId, toStackId, toToolId } from '../../../src/core/kernel/ids.ts';
import { createPolicyRule } from '../../../src/core/policies/policyRule.ts';
import { updateResultLabel } from '../../../src/core/policies/resultLabels.ts';
import { storeResult } from '../../../src/core/results/storedResult.ts';
import { INSIDE_CRM, NOTHING_CONFIDENTIAL } from './flowCalls.ts';
import { request, SECRET } from './flowKit.ts';
import { type Flow, openFlow } from './flowWorld.ts';

let flow: Flow;
beforeAll(async () => {
  flow = await openFlow();
});
afterAll(() => flow?.close());

/** How many of the calls bring the secret to Slack. */
async function arrivals(make: () => Promise<unknown>): Promise<number> {
  const before = flow.services.arrivedAt('slack');
  await make();
  return flow.services.arrivedAt('slack') - before;
}
const post = (...refs: readonly unknown[]) => flow.accountCall('slack_post', { any: refs });
const invoke = (tool: string, body: object, query = '') =>
  request(
    `${flow.place.url}/v1/stacks/${flow.place.stackId}/tools/${tool}/invoke${query}`,
    flow.place.apiKey,
    JSON.stringify(body),
  ).then(({ body: answer }) => Object(answer));
const graphql = (query: string, variables: object = {}) =>
  request(`${flow.place.url}/graphql`, flow.place.apiKey, JSON.stringify({ query, variables })).then(({ body }) =>
    Object(body),
  );

/** Every way to get a handle of a result. */
const MINTS: Readonly<Record<string, () => Promise<unknown>>> = {
  invoke: () => invoke('crm_list', { tool_input: {}, max_bytes: 256 }),
  'a repeated call with an Idempotency-Key': async () => {
    const headers = { 'idempotency-key': 'mint' };
    const url = `${flow.place.url}/v1/stacks/${flow.place.stackId}/tools/crm_list/invoke`;
    const send = () => request(url, flow.place.apiKey, JSON.stringify({ tool_input: {}, max_bytes: 256 }), headers);
    await send();
    return (await send()).body;
  },
  'a selection': () => invoke('crm_list', { tool_input: {}, max_bytes: 256, select: 'items[0:15]' }),
  'search mode': () =>
    invoke('call_tool', { tool_input: { tool_name: 'crm_list', tool_input: {}, max_bytes: 256 } }, '?mode=search'),
  'search mode, from outside': () =>
    invoke('call_tool', { tool_input: { tool_name: 'crm_list', tool_input: {} }, max_bytes: 256 }, '?mode=search'),
  'a program': () =>
    invoke('run_code', { tool_input: { code: 'return tools.crm_list({})', max_bytes: 256 } }, '?mode=code'),
  'a program, from outside': () =>
    invoke('run_code', { tool_input: { code: 'return tools.crm_list({})' }, max_bytes: 256 }, '?mode=code'),
  invoke_batch: async () => {
    const url = `${flow.place.url}/v1/stacks/${flow.place.stackId}/tools/invoke_batch`;
    const calls = [{ tool_id: 'crm_list', tool_input: {}, max_bytes: 256 }];
    return (await request(url, flow.place.apiKey, JSON.stringify({ calls }))).body;
  },
  'GraphQL invokeTool': () =>
    graphql(
      `mutation { invokeTool(input: { stackId: "${flow.place.stackId}", toolId: "crm_list", toolInput: {}, maxBytes: 256 }) { ... on InvokeToolPayload { result } } }`,
    ),
  'a job': async () => {
    const url = `${flow.place.url}/v1/stacks/${flow.place.stackId}/tools/crm_list/invoke`;
    const body = JSON.stringify({ tool_input: {}, max_bytes: 256 });
    const { location } = await request(url, flow.place.apiKey, body, { prefer: 'respond-async' });
    const { pathname } = new URL(location ?? '');
    const read = async () =>
      (
        await fetch(`${flow.place.url}${pathname}`, { headers: { authorization: `Bearer ${flow.place.apiKey}` } })
      ).json();
    await expect.poll(async () => (await read()).state).toBe('succeeded');
    return read();
  },
  'another tool that got it': async () => {
    await flow.replaceRules();
    return invoke('notes_echo', { tool_input: { any: { $result: flow.handles.account.crm } }, max_bytes: 256 });
  },
};

describe.each(Object.entries(MINTS))('a result stored by %s', (_way, mint) => {
  it('keeps its sources', async () => {
    await flow.replaceRules();
    const [handle = ''] = /result_[\w-]+/.exec(JSON.stringify(await mint())) ?? [];
    const ref = { $result: handle };
    expect(await arrivals(() => post(ref))).toBe(1);
    await flow.replaceRules(INSIDE_CRM);
    expect(await arrivals(() => post(ref))).toBe(0);
    expect(await flow.accountCall('crm_note', { any: ref })).toHaveProperty('items');
  });
});

describe('a program', () => {
  const run = (code: string) => invoke('run_code', { tool_input: { code } }, '?mode=code');

  it.each([
    ['copies a result', 'const found = await tools.crm_list({}); return tools.slack_post({ any: found.items });'],
    [
      'copies a part of the error of a call',
      'await tools.crm_list({}); try { await tools.crm_list("x") } catch {} return tools.slack_post({ any: "SECRET-OF-THE-CRM" });',
    ],
    [
      'passes a derived result',
      'const all = await tools.notes_echo({ any: (await tools.clean_list({})).items }); const found = await tools.crm_list({}); return tools.slack_post({ any: [all, found] });',
    ],
  ])('that %s counts as passing the results that it has received', async (_says, code) => {
    await flow.replaceRules();
    expect(await arrivals(() => run(code))).toBe(1);
    await flow.replaceRules(INSIDE_CRM);
    expect(await arrivals(() => run(code))).toBe(0);
  });

  it('may call other tools before', async () => {
    await flow.replaceRules(INSIDE_CRM);
    const answer = await run('await tools.slack_post({ any: 1 }); return tools.crm_list({});');
    expect(JSON.stringify(answer)).toContain(SECRET);
  });
});

describe('a label', () => {
  const uploadOf = async (label?: string) => {
    const content = Buffer.from(`${SECRET}.`);
    const named = { name: 'a.txt', mediaType: 'text/plain', bytes: content.length, ...(label && { label }) };
    const input = { stackId: flow.place.stackId, ...named };
    const query =
      'mutation ($input: CreateFileUploadInput!) { createFileUpload(input: $input) { ... on CreateFileUploadPayload { handle upload { url } } } }';
    const { data } = await graphql(query, { input });
    const { handle, upload } = data.createFileUpload;
    await fetch(upload.url, { method: 'PUT', body: content });
    return { $file: handle };
  };

  it('of an upload is kept by results of tools that got it', async () => {
    await flow.replaceRules();
    const [labelled, plain] = [await uploadOf('confidential'), await uploadOf()];
    const echoed = await flow.accountCall('notes_echo', { any: labelled }, { max_bytes: 256 });
    await flow.replaceRules(NOTHING_CONFIDENTIAL);
    expect(await arrivals(() => post(labelled))).toBe(0);
    expect(await arrivals(() => post({ $result: echoed.handle }))).toBe(0);
    expect(await arrivals(() => post(plain))).toBe(1);
    const files = await graphql('{ files(first: 2) { nodes { labels origin } } }');
    expect(files).toMatchObject({
      data: {
        files: {
          nodes: [
            { labels: [], origin: null },
            { labels: ['confidential'], origin: null },
          ],
        },
      },
    });
  });

  it('of a tool replaces that of its server, for results from then on', async () => {
    const account = flow.world.account.ctx;
    const crm = toServerId('crm');
    const stored = async () => ({ $result: (await flow.accountCall('crm_list', {}, { max_bytes: 256 })).handle });
    await flow.replaceRules(NOTHING_CONFIDENTIAL);
    await updateResultLabel(account, crm, null, { label: 'confidential' });
    const first = await stored();
    await updateResultLabel(account, crm, toToolId('crm_list'), { label: 'public' });
    const second = await stored();
    await updateResultLabel(account, crm, toToolId('crm_list'), { label: null });
    const third = await stored();
    await updateResultLabel(account, crm, null, { label: null });
    const fourth = await stored();
    const arrived = [];
    for (const ref of [first, second, third, fourth]) arrived.push(await arrivals(() => post(ref)));
    expect(arrived).toEqual([0, 1, 0, 1]);
  });

  it('is shown, and refused if it is not one', async () => {
    const label = (input: string) =>
      graphql(
        `mutation { updateResultLabel(input: { serverId: "crm", toolId: "crm_note", ${input} }) { __typename ... on UpdateResultLabelPayload { server { resultLabel } tool { resultLabel } } } }`,
      );
    expect(await label('label: "internal"')).toMatchObject({
      data: {
        updateResultLabel: {
          ...{ __typename: 'UpdateResultLabelPayload', server: { resultLabel: null } },
          tool: { resultLabel: 'internal' },
        },
      },
    });
    expect(await label('label: "a b"')).toMatchObject({
      data: { updateResultLabel: { __typename: 'InvalidInputError' } },
    });
    await label('label: null');
  });
});

describe('a condition that reads result', () => {
  beforeEach(() => flow.replaceRules());
  const crm = () => ({ $result: flow.handles.account.crm });
  const clean = () => ({ $result: flow.handles.account.clean });

  it.each([
    ['result.origin.sever == "crm"', 'result.origin.sever is unknown: result.origin has server, tool'],
    ['result.tool == "crm"', 'result.tool is unknown: result has origin, label'],
    ['results.label == "crm"', 'results is unknown: use input, now, caller, tool, calls, result'],
  ])('is refused: %s', async (condition, problem) => {
    const created = createPolicyRule(flow.world.account.ctx, { name: 'r', effect: 'deny', condition });
    await expect(created).rejects.toMatchObject({ details: { issues: [{ path: '/condition', message: problem }] } });
  });

  it('denies if it holds for one source, and allows only if it holds for all', async () => {
    await flow.replaceRules(
      { name: 'none', effect: 'deny', isDefault: true, servers: ['slack'] },
      {
        ...{ name: 'crm only', effect: 'allow', servers: ['slack'], stackId: flow.place.stackId },
        condition: 'result.origin.server == "crm"',
      },
    );
    expect(await arrivals(() => post(crm()))).toBe(1);
    expect(await arrivals(() => post(crm(), clean()))).toBe(0);
    expect(JSON.stringify(await post('text'))).toContain('denies the call');
    await flow.replaceRules(INSIDE_CRM);
    expect(await arrivals(() => post(clean(), crm()))).toBe(0);
  });

  it('restricts if it cannot be evaluated, or takes more steps than the budget for all sources', async () => {
    await flow.replaceRules({ name: 'broken', effect: 'deny', servers: ['slack'], condition: 'result.label < 1' });
    expect(JSON.stringify(await post(crm()))).toContain('its condition could not be evaluated');
    expect(JSON.stringify(await post('text'))).toContain('items');
    const condition = `result.label == "" && input.any.all(x, ${'x != result.label && '.repeat(5)}x != "a")`;
    await flow.replaceRules({ name: 'dear', effect: 'deny', servers: ['slack'], condition });
    const many = Array.from({ length: 3_000 }, (_, at) => `text ${at}`);
    expect(JSON.stringify(await post(...many))).toContain('items');
    expect(JSON.stringify(await post(crm(), ...many))).toContain('too large to evaluate all rule conditions');
  });

  it('gives the same result in a thread', async () => {
    const condition = 'input.any.exists(x, x == "none") || result.label == "confidential"';
    await flow.replaceRules({ name: 'long', effect: 'deny', servers: ['slack'], condition });
    const many = Array.from({ length: 900 }, (_, at) => `text ${at}`);
    expect(await arrivals(() => post(crm(), ...many))).toBe(1);
    expect(await arrivals(() => post({ $result: flow.handles.account.hr }, ...many))).toBe(0);
  });

  it('asks for an approval, which lets the call through once, unless another rule denies it', async () => {
    const { ctx } = flow.world.account;
    await flow.replaceRules({ ...INSIDE_CRM, effect: 'ask' });
    expect(await arrivals(() => post(crm()))).toBe(0);
    const approve = async () => {
      for (const { id } of await listApprovals(ctx, { state: 'pending' })) await approveCall(ctx, toApprovalId(id), {});
    };
    await approve();
    expect([await arrivals(() => post(crm())), await arrivals(() => post(crm()))]).toEqual([1, 0]);
    await approve();
    await createPolicyRule(ctx, { ...INSIDE_CRM, name: 'never' });
    expect(await arrivals(() => post(crm()))).toBe(0);
  });

  it.each([127, 128])('sends a result of %i tools only if there are fewer than 128', async (count) => {
    await flow.replaceRules();
    const sources = Array.from({ length: count }, (_, at) => ({ server: 'crm', tool: `tool_${at}`, label: '' }));
    const json = Buffer.from(JSON.stringify(SECRET));
    const kept = { chunkBytes: 256, sources };
    const { handle } = await storeResult(flow.world.account.ctx, toStackId(flow.place.stackId), json, kept);
    expect(await arrivals(() => post({ $result: handle }))).toBe(count < 128 ? 1 : 0);
  });

  it('is part of dry runs and explanations', async () => {
    const { ctx } = flow.world.account;
    const { stackId } = flow.place;
    await flow.replaceRules(INSIDE_CRM);
    const dry = await invoke('slack_post', { tool_input: { any: crm() } }, '?dry_run=true');
    expect(dry).toMatchObject({ result: { decision: 'deny', would_send: false } });
    const explain = (more: object) =>
      explainDecision(ctx, { stackId, toolId: toToolId('slack_post'), input: { any: 'x' }, ...more });
    const source = { server: 'crm', tool: 'crm_list', label: '' };
    expect((await explain({ sources: [source] })).effect).toBe('deny');
    expect((await explain({})).effect).toBe('allow');
    expect((await explain({ input: null })).considered).toMatchObject([{ reason: 'input_unknown' }]);
    const rule = { ...NOTHING_CONFIDENTIAL, name: 'tried' };
    const tried = await explain({ sources: [{ ...source, server: 'hr', label: 'confidential' }], rule });
    expect(tried.considered).toMatchObject([{ reason: 'condition_false' }, { reason: 'matches', isTried: true }]);
  });
});
