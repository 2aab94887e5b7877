import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { invokeTool } from '../../../src/core/answers/answerCall.ts';
import { approveCall, denyCall, findApproval, listApprovals } from '../../../src/core/approvals/approval.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { type ApprovalId, toApprovalId, toSessionId, toStackId, toUserId } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import type { ToolOutcome } from '../../../src/core/results/outcome.ts';
import { updateHeldChanges } from '../../../src/core/reviews/heldChanges.ts';
import { inputOf } from '../../../src/core/webhooks/approvalDetails.ts';
import { bank, openBank } from '../policies/kit.ts';

const { api, world, endpoint, rules, anotherKey, close } = await openBank();
afterAll(close);

const { ctx } = world.account;
const stackId = toStackId(endpoint.stackId);
const agent = await anotherKey();
const MINUTE_MS = 60_000;

let isTime = 0;
/** The same caller, at another time. */
const at = (caller: Ctx, minutes: number): Ctx => ({
  ...caller,
  now: () => new Date(isTime + minutes * MINUTE_MS),
});
const pay = (caller: Ctx = agent.ctx, amount = 1): Promise<ToolOutcome> =>
  invokeTool(caller, stackId, 'bank_pay', { amount });

/** The approval id in a waiting call's error. */
function waitsFor(outcome: ToolOutcome): ApprovalId {
  if (outcome.kind !== 'approval_required' || outcome.approvalId === undefined) throw new Error(outcome.kind);
  return outcome.approvalId;
}
const isMade = async (call: Promise<ToolOutcome>): Promise<boolean> => (await call).kind === 'ok';

beforeEach(async () => {
  isTime = Date.now();
  await rules({ name: 'ask Ann', effect: 'ask', tools: ['bank_pay'], message: 'Ask Ann.' });
});

describe('a call that needs approval', () => {
  it('waits under one approval, however often it is made, and says where to approve it', async () => {
    const sent = api.requests.length;
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => pay()));
    const [id] = outcomes.map(waitsFor);
    expect(new Set(outcomes.map(waitsFor)).size).toBe(1);
    expect(outcomes[0]).toMatchObject({
      message: `the rule “ask Ann” requires an approval, which is missing: Ask Ann. It can be approved at ${ctx.publicUrl()}/inbox/approvals/${id}; then make the same call again`,
    });
    expect(api.requests.length).toBe(sent);
    const [row, ...others] = await listApprovals(ctx, { stackId, state: 'pending' });
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id, toolId: 'bank_pay', callerKind: 'apiKey', callerId: agent.id });
    expect(row && inputOf(ctx, row)).toEqual({ amount: 1 });
    expect(Buffer.from(row?.sealed ?? []).includes('amount')).toBe(false);
  });

  it('runs once after approval, and waits again the next time', async () => {
    const id = waitsFor(await pay());
    await approveCall(ctx, id, {});
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay()));
    expect(answers.filter(({ kind }) => kind === 'ok').length).toBe(1);
    expect(new Set(answers.filter(({ kind }) => kind !== 'ok').map(waitsFor)).size).toBe(1);
    expect(await findApproval(ctx, id)).toMatchObject({ state: 'used' });
  });

  it('gets the denial’s text for an hour', async () => {
    const id = waitsFor(await pay());
    await denyCall(ctx, id, { message: 'Not before Friday.' });
    const denied = await pay();
    expect(denied).toMatchObject({
      kind: 'denied',
      message: expect.stringContaining(': Not before Friday. (the rule'),
    });
    expect((await pay(at(agent.ctx, 59))).kind).toBe('denied');
    expect(waitsFor(await pay(at(agent.ctx, 61)))).not.toBe(id);
  });

  it('may run with any input for as long as the approver sets', async () => {
    await approveCall(ctx, waitsFor(await pay()), { minutes: 10 });
    expect(await isMade(pay(agent.ctx, 2))).toBe(true);
    expect(await isMade(pay(at(agent.ctx, 9), 3))).toBe(true);
    expect(await isMade(pay(at(agent.ctx, 11), 4))).toBe(false);
  });
});

describe('an approval', () => {
  const other = { amount: 2 };
  it.each<[string, () => Promise<ToolOutcome>]>([
    ['another input', () => invokeTool(agent.ctx, stackId, 'bank_pay', other)],
    ['another caller', () => pay(ctx)],
    ['another end user', () => pay({ ...agent.ctx, endUser: 'bob' })],
  ])('does not cover %s', async (_name, call) => {
    await approveCall(ctx, waitsFor(await pay()), {});
    expect((await call()).kind).toBe('approval_required');
    expect(await isMade(pay())).toBe(true);
  });

  it('does not cover calls after an hour', async () => {
    await approveCall(ctx, waitsFor(await pay()), {});
    expect((await pay(at(agent.ctx, 61))).kind).toBe('approval_required');
  });

  it('does not cover another tool or rule', async () => {
    await rules({ effect: 'ask' });
    await approveCall(ctx, waitsFor(await pay()), { minutes: 60 });
    expect((await invokeTool(agent.ctx, stackId, 'bank_close', { amount: 1 })).kind).toBe('approval_required');
    await rules({ effect: 'ask' });
    expect((await pay()).kind).toBe('approval_required');
  });

  it.each([{}, { minutes: 60 }])('does not cover a tool that changed to %o', async (options) => {
    await updateHeldChanges(ctx, { kinds: [] });
    await approveCall(ctx, waitsFor(await pay()), options);
    const [document] = bank(api.url);
    const change = {
      ...document,
      tools: document?.tools?.map((tool) => ({ ...tool, title: `for ${options.minutes}` })),
    };
    await saveServer(ctx, change);
    const again = await pay();
    expect(again.kind).toBe('approval_required');
    await approveCall(ctx, waitsFor(again), options);
    expect(await isMade(pay())).toBe(true);
  });

  it('does not override a deny rule or a quota', async () => {
    await rules(
      { effect: 'ask', tools: ['bank_pay'] },
      { effect: 'deny', tools: ['bank_pay'], quota: { calls: 1, per: 'hour' } },
    );
    await approveCall(ctx, waitsFor(await pay()), { minutes: 60 });
    expect(await isMade(pay())).toBe(true);
    expect((await pay()).kind).toBe('denied');
  });

  it('is decided once, before it expires, by an authorized person, not the caller if the rule says so', async () => {
    const [first, second] = [waitsFor(await pay()), waitsFor(await pay(agent.ctx, 2))];
    await expect(approveCall(agent.ctx, first, {})).rejects.toMatchObject({ code: 'forbidden' });
    await expect(approveCall(world.otherAccount.ctx, first, {})).rejects.toMatchObject({ code: 'not_found' });
    await expect(approveCall(at(ctx, 24 * 60 + 1), first, {})).rejects.toMatchObject({ code: 'not_found' });
    await expect(approveCall(ctx, first, { minutes: 61 })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(approveCall(ctx, toApprovalId('approval_none'), {})).rejects.toMatchObject({ code: 'not_found' });
    const both = await Promise.allSettled([approveCall(ctx, first, {}), denyCall(ctx, first, {})]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await approveCall(ctx, second, {});

    await rules({ effect: 'ask', tools: ['bank_pay'], needsAnother: true });
    const own = waitsFor(await pay(ctx));
    await expect(approveCall(ctx, own, {})).rejects.toMatchObject({ code: 'forbidden' });
    await expect(denyCall(ctx, own, {})).rejects.toMatchObject({ code: 'forbidden' });
    const ann = { kind: 'user', userId: toUserId('user_ann'), sessionId: toSessionId('session_ann') } as const;
    const known = { id: ann.userId, accountId: world.account.id, email: 'ann@x.test', role: 'owner' };
    await ctx.db.user.create({ data: { ...known, createdAt: ctx.now() } });
    const person = { ...ctx, actor: { ...ann, accountId: world.account.id, role: 'owner', limits: {} } } as const;
    await approveCall(person, own, {});
    expect(await isMade(pay(ctx))).toBe(true);
  });

  it('is audited when requested, given and used, with the caller and the approver', async () => {
    const id = waitsFor(await pay());
    await approveCall(ctx, id, { minutes: 5 });
    const events = await ctx.db.auditEvent.findMany({ where: { targetId: id }, orderBy: { seq: 'asc' } });
    expect(events.map(({ action, actorId, details }) => ({ action, actorId, details }))).toEqual([
      { action: 'approval.request', actorId: agent.id, details: { toolId: 'bank_pay', caller: agent.id } },
      {
        action: 'approval.approve',
        actorId: 'keyId' in ctx.actor ? ctx.actor.keyId : '',
        details: { toolId: 'bank_pay', caller: agent.id, minutes: 5 },
      },
    ]);
  });
});

it('an approval is not requested for an input that is too large to show', async () => {
  const outcome = await invokeTool(agent.ctx, stackId, 'bank_pay', { note: 'x'.repeat(65_536) });
  expect(outcome).toMatchObject({ kind: 'approval_required', message: expect.stringContaining('over 65536 bytes') });
  expect(outcome).not.toHaveProperty('approvalId');
});
