import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { invokeTool } from '../../../src/core/answers/answerCall.ts';
import { approveCall } from '../../../src/core/approvals/approval.ts';
import { attenuateToken, type Limits } from '../../../src/core/kernel/attenuation.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import type { ApprovalId, SessionId } from '../../../src/core/kernel/ids.ts';
import type { ToolOutcome } from '../../../src/core/results/outcome.ts';
import { post } from '../../mcp/kit.ts';
import { newPerson } from '../people/kit.ts';
import { openBank } from '../policies/kit.ts';

const { world, endpoint, rules, anotherKey, close } = await openBank();
afterAll(close);
const { ctx } = world.account;
const { stackId } = endpoint;
const MINUTE_MS = 60_000;

async function agentWith(token: string, more: Partial<Ctx> = {}): Promise<Ctx> {
  const actor = await world.edge.authenticate.stackToken(token, endpoint.clientId, '127.0.0.1');
  if (!actor) throw new Error('the token is good');
  return { ...ctx, actor, ...more };
}
const attenuated = (...limits: readonly Limits[]): string => limits.reduce(attenuateToken, endpoint.token);

let amount = 0;
/** Makes a call with a different input each time. */
const pay = (caller: Ctx, tool = 'bank_pay'): Promise<ToolOutcome> => {
  amount += 1;
  return invokeTool(caller, stackId, tool, { amount });
};
const isMade = async (caller: Ctx): Promise<boolean> => (await pay(caller)).kind === 'ok';

/** Approves a caller's session. */
async function approveSession(caller: Ctx, more: object = {}): Promise<ApprovalId> {
  const outcome = await pay(caller);
  if (outcome.kind !== 'approval_required' || outcome.approvalId === undefined) throw new Error(outcome.kind);
  await approveCall(ctx, outcome.approvalId, { isForSession: true, ...more });
  return outcome.approvalId;
}

beforeEach(() => rules({ effect: 'ask', tools: ['bank_*'] }));

async function twoBrowsers(): Promise<readonly [Ctx, Ctx]> {
  const { id: userId } = await newPerson(world, `p${Date.now()}@example.com`, world.account, 'developer');
  const { id } = await ctx.db.session.findFirstOrThrow({ where: { userId } });
  const at = (sessionId: SessionId): Ctx => ({
    ...ctx,
    actor: { kind: 'user', accountId: world.account.id, userId, sessionId, role: 'developer', limits: {} },
  });
  return [at(id), at('session_another' as SessionId)];
}

const [one, two]: readonly Limits[] = [{ tools: ['bank_*'] }, { tools: ['bank_*'], nonce: 'two' }];
if (!one || !two) throw new Error('two');

/** The callers in the approved session, and those outside. */
const CASES: readonly (readonly [string, () => Promise<Ctx>, () => Promise<Ctx>])[] = [
  ['an agent, not its sub-agent', () => agentWith(endpoint.token), () => agentWith(attenuated(one))],
  ['a sub-agent, not its agent', () => agentWith(attenuated(one)), () => agentWith(endpoint.token)],
  ['a sub-agent, not another', () => agentWith(attenuated(one)), () => agentWith(attenuated(two))],
  ['a sub-agent, not the sub-agent it made', () => agentWith(attenuated(one)), () => agentWith(attenuated(one, two))],
  [
    'a session of MCP, not another',
    () => agentWith(endpoint.token, { mcpSession: 'a' }),
    () => agentWith(endpoint.token, { mcpSession: 'b' }),
  ],
  [
    'a session of MCP, not the token without one',
    () => agentWith(endpoint.token, { mcpSession: 'a' }),
    () => agentWith(endpoint.token),
  ],
  [
    'an agent for one end user, not for another',
    () => agentWith(endpoint.token, { endUser: 'ann' }),
    () => agentWith(endpoint.token, { endUser: 'bob' }),
  ],
  ['an API key, not another', async () => ctx, async () => (await anotherKey()).ctx],
];

describe('an approval for a session', () => {
  it.each(CASES)('covers every input of %s', async (_name, inside, outside) => {
    const [caller, other] = [await inside(), await outside()];
    await approveSession(caller);
    expect([await isMade(caller), await isMade(caller), await isMade(other), await isMade(caller)]).toEqual([
      ...[true, true, false, true],
    ]);
  });

  it('covers a person in one browser, not in another', async () => {
    const [here, there] = await twoBrowsers();
    await approveSession(here);
    expect([await isMade(here), await isMade(there), await isMade(here)]).toEqual([true, false, true]);
  });

  it('covers one tool, and expires after eight hours or when the approver sets', async () => {
    const caller = await agentWith(endpoint.token);
    const start = Date.now();
    const at = (minutes: number): Ctx => ({ ...caller, now: () => new Date(start + minutes * MINUTE_MS) });
    await approveSession(caller);
    expect((await pay(caller, 'bank_close')).kind).toBe('approval_required');
    expect([await isMade(at(479)), await isMade(at(481))]).toEqual([true, false]);
    await rules({ effect: 'ask', tools: ['bank_*'] });
    await approveSession(caller, { minutes: 90 });
    expect([await isMade(at(89)), await isMade(at(92))]).toEqual([true, false]);
  });

  it('lasts at most a working day, and one without a session an hour', async () => {
    const caller = await agentWith(endpoint.token);
    const refused = { code: 'invalid_input', details: { issues: [expect.objectContaining({ path: '/minutes' })] } };
    await expect(approveSession(caller, { minutes: 481 })).rejects.toMatchObject(refused);
    await expect(approveSession(caller, { minutes: 61, isForSession: false })).rejects.toMatchObject(refused);
  });

  it('ends with its rule, and overrides no deny rule', async () => {
    const caller = await agentWith(endpoint.token);
    const ask = { effect: 'ask', tools: ['bank_pay'] };
    await approveSession(caller);
    await rules(ask);
    expect(await isMade(caller)).toBe(false);
    await rules(ask, { effect: 'deny', tools: ['bank_pay'], quota: { calls: 1, per: 'hour' } });
    await approveSession(caller);
    expect([await isMade(caller), (await pay(caller)).kind]).toEqual([true, 'denied']);
  });

  it('is impossible when an older release stored the call without its session', async () => {
    const [sub, root] = [await agentWith(attenuated(one)), await agentWith(endpoint.token)];
    const outcome = await pay(sub);
    if (outcome.kind !== 'approval_required' || outcome.approvalId === undefined) throw new Error(outcome.kind);
    const { approvalId } = outcome;
    // An older instance that doesn't know the column stores its default.
    await ctx.db.$executeRaw`UPDATE approval SET session = DEFAULT WHERE id = ${approvalId}`;
    await expect(approveCall(ctx, approvalId, { isForSession: true })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ path: '/isForSession' }] },
    });
    expect([await isMade(root), await isMade(sub)]).toEqual([false, false]);
    expect((await approveCall(ctx, approvalId, {})).state).toBe('approved');
  });

  it('is labelled as such in the audit log', async () => {
    const id = await approveSession(await agentWith(endpoint.token), { minutes: 30 });
    const { details } = await ctx.db.auditEvent.findFirstOrThrow({
      where: { targetId: id, action: 'approval.approve' },
    });
    expect(details).toMatchObject({ toolId: 'bank_pay', minutes: 30, isForSession: true });
  });
});

/** Starts an MCP session as a client with elicitation support; returns its header. */
async function begin(): Promise<Record<string, string>> {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'x', version: '1' },
  };
  const { headers } = await post(endpoint, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
  return { 'mcp-session-id': headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-06-18' };
}

it('an approval over MCP covers the client’s session, and no other of the same token', async () => {
  const [first, second] = [await begin(), await begin()];
  expect(first['mcp-session-id']).toMatch(/^toolyard-form-/);
  const call = async (headers: Record<string, string>): Promise<string> => {
    amount += 1;
    const params = { name: 'bank_pay', arguments: { amount } };
    return JSON.stringify(
      (await post(endpoint, { jsonrpc: '2.0', id: 2, method: 'tools/call', params }, { headers })).body,
    );
  };
  const [id = ''] = /approval_[\w-]+/.exec(await call(first)) ?? [];
  await approveCall(ctx, id as ApprovalId, { isForSession: true });
  expect(await call(first)).not.toContain('approval_');
  expect(await call(second)).toContain('approval_');
  expect(await call({})).toContain('approval_');
  expect(await call(first)).not.toContain('approval_');
});
