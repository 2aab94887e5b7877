import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveCall } from '../../../src/core/approvals/approval.ts';
import { updateClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { toApprovalId } from '../../../src/core/kernel/ids.ts';
import { createPolicyRule } from '../../../src/core/policies/policyRule.ts';
import { startApiWorld } from '../../harness/apiWorld.ts';
import { askingServer, callStateless, openAsking } from '../../mcp/askingServer.ts';
import { type Endpoint, makeEndpoint } from '../../mcp/kit.ts';

const { api, world, close } = await startApiWorld();
afterAll(close);
const { ctx } = world.account;
let endpoint: Endpoint;

const tool = (name: string, method: 'GET' | 'POST') => ({
  name,
  description: '',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  request: {
    kind: 'template' as const,
    method,
    path: '/echo',
    query: { text: '{text}' },
    bodyEncoding: 'json' as const,
  },
});

const idOf = async ({ clientId }: Endpoint) =>
  (await ctx.db.clientEndpoint.findFirstOrThrow({ where: { clientId } })).id;

beforeAll(async () => {
  const connector = { kind: 'http' as const, baseUrl: api.url };
  const tools = [tool('read', 'GET'), tool('write', 'POST')];
  endpoint = await makeEndpoint(ctx, world.url, 'ours', [
    { id: 'shop', name: 'Shop', connector, tools, toolPrefix: false },
  ]);
  await createPolicyRule(ctx, { name: 'ask', effect: 'ask', condition: 'input.text.startsWith("ask")' });
  await updateClientEndpoint(ctx, await idOf(endpoint), { mayProgramsWrite: true });
});

async function run(code: string, { token = endpoint.token, headers = {} } = {}) {
  const response = await fetch(`${world.url}/s/${endpoint.clientId}/call_tool?mode=code`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ tool_name: 'run_code', tool_input: { code } }),
  });
  return { status: response.status, body: Object(await response.json()) };
}
const approve = (id: unknown) => approveCall(ctx, toApprovalId(String(id)), {});
/** How often the API got each text. */
const sent = (prefix: string): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { target } of api.requests) {
    const text = new URL(target, api.url).searchParams.get('text') ?? '';
    if (text.includes(prefix)) counts[text] = (counts[text] ?? 0) + 1;
  }
  return counts;
};

/** Runs a program to its end, and approves each call that it waits for. */
async function runApproving(code: string) {
  for (let pauses = 0; ; pauses += 1) {
    const { status, body } = await run(code);
    if (status === 200) return { pauses, ...body.result };
    expect(body).toMatchObject({ pause_id: expect.any(String), error: expect.stringContaining('/approvals/') });
    await approve(body.pause_id);
  }
}

describe('a suspended program', () => {
  it('resumes after the approval, with the same time and random numbers', async () => {
    const code = `
      const before = [Date.now(), Math.random()];
      const one = await tools.read({ text: 'once-1' });
      const two = await tools.write({ text: 'ask-once-2' });
      console.log(one.method, two.method);
      return [before, [Date.now(), Math.random()].length, await tools.read({ text: 'once-3' })];`;
    const first = await run(code);
    expect([first.status, sent('once')]).toEqual([400, { 'once-1': 1 }]);
    const again = await run(code);
    expect(again.body.pause_id).toBe(first.body.pause_id);
    await approve(first.body.pause_id);
    expect((await run(code)).body.result).toMatchObject({ console: 'GET POST', calls: 3 });
    expect(sent('once')).toEqual({ 'once-1': 1, 'ask-once-2': 1, 'once-3': 1 });
    expect(await ctx.db.idempotentCall.count({ where: { key: { startsWith: 'program' } } })).toBe(0);
  });

  it('makes no call twice, whatever waits and in what order', { timeout: 60_000 }, async () => {
    let seed = 7;
    const below = (max: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % max;
    };
    let calls = 0;
    let pauses = 0;
    const programs = 6;
    for (let at = 0; at < programs; at += 1) {
      const texts: string[] = [];
      const one = (): string => {
        const text = `${below(4) === 0 ? 'ask-' : ''}random-${at}-${texts.length}`;
        texts.push(text);
        return `tools.${below(2) === 0 ? 'read' : 'write'}({ text: ${JSON.stringify(text)} }).then(({ query }) => all.push(query))`;
      };
      const steps = Array.from({ length: 4 }, () =>
        below(2) === 0
          ? `await ${one()};`
          : `await Promise.all([${Array.from({ length: 1 + below(4) }, one).join(', ')}]);`,
      );
      const ended = await runApproving(`const all = []; ${steps.join(' ')} return all;`);
      expect([...ended.result].sort()).toEqual(texts.map((text) => `?text=${text}`).sort());
      expect(sent(`random-${at}-`)).toEqual(Object.fromEntries(texts.map((text) => [text, 1])));
      calls += texts.length;
      pauses += ended.pauses;
    }
    process.stdout.write(`${programs} programs made ${calls} calls over ${pauses} pauses; none was made twice\n`);
    expect(pauses).toBeGreaterThan(3);
  });

  it('is resumed by only one of many requests', async () => {
    const code = `await tools.write({ text: 'many-1' }); await tools.write({ text: 'ask-many-2' }); return 1;`;
    await approve((await run(code)).body.pause_id);
    const answers = await Promise.all(Array.from({ length: 4 }, () => run(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) if (status !== 200) expect(body.error).toContain('running again');
    expect(sent('many')).toEqual({ 'many-1': 1, 'ask-many-2': 1 });
  });

  it('does not run again after its resumed run is cut off', async () => {
    const code = `await tools.write({ text: 'cut-1' }); await tools.write({ text: 'ask-cut-2' }); return 1;`;
    await run(code);
    const where = { key: { startsWith: 'program' } };
    await ctx.db.idempotentCall.updateMany({ where, data: { sealed: null, leaseUntil: new Date(0) } });
    expect((await run(code)).body.error).toContain('cut off');
    expect(sent('cut')).toEqual({ 'cut-1': 1 });
    await ctx.db.idempotentCall.deleteMany({ where });
  });

  it('is resumed only by its own token', async () => {
    const code = `await tools.read({ text: 'own-1' }); await tools.write({ text: 'ask-own-2' }); return 1;`;
    await approve((await run(code)).body.pause_id);
    const { token } = await createStackToken(ctx, { endpointId: await idOf(endpoint), name: 'other' });
    expect((await run(code, { token })).body.pause_id).toBeDefined();
    expect(sent('own')).toEqual({ 'own-1': 2 });
    expect((await run(code)).body.result).toEqual({ result: 1, calls: 2 });
    expect(sent('own')).toEqual({ 'own-1': 2, 'ask-own-2': 1 });
  });

  it('is stored encrypted, and continues under an idempotency key', async () => {
    const code = `await tools.read({ text: 'key-1' }); await tools.write({ text: 'ask-key-2' }); return 'done';`;
    const headers = { 'idempotency-key': 'program-1' };
    const { body } = await run(code, { headers });
    const [row] = await ctx.db.idempotentCall.findMany({
      where: { key: { startsWith: 'program ' }, sealed: { not: null } },
    });
    expect(Buffer.from(row?.sealed ?? []).toString('latin1')).not.toContain('key-1');
    await approve(body.pause_id);
    const ended = await run(code, { headers });
    expect(ended.body).toEqual({ result: { result: 'done', calls: 2 } });
    expect(await run(code, { headers })).toEqual(ended);
    expect(sent('key')).toEqual({ 'key-1': 1, 'ask-key-2': 1 });
  });

  it('needs the endpoint’s setting for calls that write', async () => {
    await updateClientEndpoint(ctx, await idOf(endpoint), { mayProgramsWrite: false });
    const { body } = await run(`await tools.write({ text: 'off' });`);
    expect(body.error).toContain('only read');
    await updateClientEndpoint(ctx, await idOf(endpoint), { mayProgramsWrite: true });
    expect((await run(`return (await tools.write({ text: 'on' })).method;`)).body.result.result).toBe('POST');
    expect(sent('o')).not.toHaveProperty('off');
  });
});

it('elicitations by tools reach the client one at a time', async () => {
  const made: string[] = [];
  const asking = await openAsking(() => askingServer(made));
  const [one, other] = asking.worlds;
  const { clientId, token } = asking.endpoint;
  const own = one.account.ctx;
  const { id } = await own.db.clientEndpoint.findFirstOrThrow({ where: { clientId } });
  await updateClientEndpoint(own, id, { mayProgramsWrite: true });
  const code = `
    const all = [];
    for (const show of ['Hamlet', 'Lear']) all.push((await tools.asks_book({ show })).content[0].text);
    await tools.asks_plain({});
    return all;`;
  const params = { name: 'run_code', arguments: { code } };
  const call = (at: typeof one, more: object = {}) =>
    callStateless(
      { token, url: `${at.url}/s/${clientId}/mcp?mode=code` },
      { ...params, ...more },
      { elicitation: { form: {} } },
    );
  const inputResponses = { seats: { action: 'accept', content: { seats: 2 } } };
  const first = await call(one);
  expect(first['inputRequests'].seats.params.message).toContain('Hamlet');
  const second = await call(other, { inputResponses, requestState: first['requestState'] });
  expect(second['inputRequests'].seats.params.message).toContain('Lear');
  const last = await call(one, { inputResponses, requestState: second['requestState'] });
  expect(last['structuredContent']).toEqual({ result: ['booked', 'booked'], calls: 3 });
  expect(made).toHaveLength(2);
  const late = await call(one, { inputResponses, requestState: second['requestState'] });
  expect(late).toMatchObject({ error: { message: expect.stringContaining('belongs to another call') } });
  await asking.close();
});
