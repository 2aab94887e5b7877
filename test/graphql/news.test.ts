import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { evaluateAlerts } from '../../src/core/alerts/evaluateAlerts.ts';
import { invokeTool } from '../../src/core/answers/answerCall.ts';
import { denyCall, listApprovals } from '../../src/core/approvals/approval.ts';
import { createStack, deleteStack, updateStack } from '../../src/core/stacks/stack.ts';
import { openBank } from '../core/policies/kit.ts';
import { eventually } from '../harness/eventually.ts';
import { serverDocument } from './documents.ts';
import { type Watching, watch } from './watch.ts';

const { world, endpoint, rules, deleteRules, close } = await openBank();
const { ctx, apiKey } = world.account;
afterAll(close);
beforeAll(async () => {
  await updateStack(ctx, endpoint.stackId, { configuration: { isRecorded: true } });
  await eventually('changes are heard', () => world.edge.deps.changes.isLive);
});

const follow = (query: string, variables = {}, key = apiKey) => watch(world.url, key, query, variables);
/** The events’ only field. */
const heard = ({ events }: Watching): unknown[] => events.map(({ data }) => Object.values(Object(data))[0]);
const pay = (amount: number) => invokeTool(ctx, endpoint.stackId, 'bank_pay', { amount });

describe('event streams', () => {
  it('of approvals report requests and decisions to people who may decide', async () => {
    const { key: reader } = await createApiKey(ctx, { name: 'reads', scopes: ['read'] });
    const query = 'subscription { approvals { id state toolId } }';
    const [ours, theirs, refused] = [
      await follow(query),
      await follow(query, {}, world.otherAccount.apiKey),
      await follow(query, {}, reader),
    ];
    const inbox = await follow('subscription { inbox { approvalCount } }');
    await rules({ name: 'ask first', effect: 'ask', condition: 'input.amount >= 0.0' });
    await pay(1);
    await eventually('it is heard', () => heard(ours).length === 1 && heard(inbox).length > 1);
    const [approval] = await listApprovals(ctx);
    if (!approval) throw new Error('there is one');
    await denyCall(ctx, approval.id, {});
    await eventually('the answer is heard', () => heard(ours).length === 2);
    const of = (state: string) => ({ id: approval.id, state, toolId: 'bank_pay' });
    expect(heard(ours)).toEqual([of('PENDING'), of('DENIED')]);
    expect([heard(theirs), refused.response.status]).toEqual([[], 403]);
    const counts = () => heard(inbox).map((each) => Object(each).approvalCount);
    await eventually('the inbox is empty again', () => counts().at(-1) === 0);
    expect([counts()[0], counts().includes(1)]).toEqual([0, true]);
    await deleteRules();
  });

  it('of the inbox report again after a change of a stack, which may take waiting work with it', async () => {
    const { id } = await createStack(ctx, { name: 'leaves' });
    const inbox = await follow('subscription { inbox { approvalCount reviewCount } }');
    await eventually('the counts are heard', () => heard(inbox).length === 1);
    await deleteStack(ctx, id);
    await eventually('they are heard again', () => heard(inbox).length === 2);
  });

  it('of alerts report when alerts open and close', async () => {
    const alerts = await follow('subscription { alerts { kind endedAt } }');
    const foreign = await follow('subscription { alerts { kind } }', {}, world.otherAccount.apiKey);
    const { apiKey: ending } = await createApiKey(ctx, { name: 'ends', expiresAt: new Date(Date.now() + 60_000) });
    // Short-lived keys raise no alert, so this key gets an older creation date.
    await ctx.db.apiKey.updateMany({ where: { id: ending.id }, data: { createdAt: new Date(0) } });
    await evaluateAlerts(world.operator);
    await eventually('it is heard', () => heard(alerts).length > 0);
    expect([heard(alerts), heard(foreign)]).toEqual([[{ kind: 'ENDING_KEY', endedAt: null }], []]);
  });

  it('of stacks and servers report the change and the remaining object', async () => {
    const stacks = await follow('subscription { stacks { action stackId stack { name } } }');
    const servers = await follow('subscription { servers { action serverId server { name } } }');
    const { id } = await createStack(ctx, { name: 'new' });
    const one = await follow('subscription ($stackId: ID) { stacks(stackId: $stackId) { action } }', { stackId: id });
    await updateStack(ctx, id, { name: 'renamed' });
    await deleteStack(ctx, id);
    await world.saveServer(serverDocument('own', { tools: ['find'] }), world.account);
    await world.saveServer(serverDocument('shared', { tools: ['find'] }));
    await world.saveServer(serverDocument('foreign', { tools: ['find'] }), world.otherAccount);
    await eventually('all is heard', () => heard(servers).length === 2 && heard(one).length === 2);
    expect(heard(stacks).map((each) => [Object(each).action, Object(each).stackId])).toEqual(
      ['STACK_CREATE', 'STACK_UPDATE', 'STACK_DELETE'].map((action) => [action, id]),
    );
    expect(heard(stacks).at(-1)).toMatchObject({ stack: null });
    expect(heard(one)).toEqual([{ action: 'STACK_UPDATE' }, { action: 'STACK_DELETE' }]);
    expect(heard(servers).map((each) => Object(each).serverId)).toEqual(['own', 'shared']);
  });
});

const CALLS = 'subscription ($after: ID) { calls(after: $after) { id inputBytes } }';
const AUDIT = 'subscription ($after: ID) { auditEvents(after: $after) { id targetId } }';
const idsOf = (watching: Watching): string[] => heard(watching).map((each) => Object(each).id);

describe('after a reconnect', () => {
  it('calls resume where they ended, without a gap or duplicates', async () => {
    const before = await follow(CALLS);
    for (const amount of [1, 2, 3]) await pay(amount);
    await eventually('all are heard', () => idsOf(before).length === 3);
    const [first = '', ...rest] = idsOf(before);
    const after = await follow(CALLS, { after: first });
    await eventually('the others are heard', () => idsOf(after).length === 2);
    await pay(4);
    await eventually('the next is heard', () => idsOf(after).length === 3 && idsOf(before).length === 4);
    expect(idsOf(after)).toEqual([...rest, idsOf(before)[3]]);
    const all = await follow(CALLS, { after: '' });
    await eventually('all of the hour are heard', () => idsOf(all).length >= 4);
    expect(idsOf(all).slice(-4)).toEqual(idsOf(before));
  });

  it('audit events resume, too', async () => {
    const before = await follow(AUDIT);
    const made = [];
    for (const name of ['a', 'b', 'c']) made.push((await createStack(ctx, { name })).id);
    await eventually('all are heard', () => idsOf(before).length === 3);
    const after = await follow(AUDIT, { after: idsOf(before)[0] });
    await eventually('the others are heard', () => idsOf(after).length === 2);
    expect(heard(after).map((each) => Object(each).targetId)).toEqual(made.slice(1));
    const all = await follow(AUDIT, { after: '' });
    await eventually('all of the hour are heard', () => idsOf(all).length >= 3);
    expect(idsOf(all).slice(-3)).toEqual(idsOf(before));
  });

  it('a missing event, or another account’s, is refused in the same way', async () => {
    await pay(1);
    await eventually('the call is recorded', async () => (await ctx.db.callRecord.count()) > 0);
    const call = await ctx.db.callRecord.findFirstOrThrow();
    const event = await ctx.db.auditEvent.findFirstOrThrow({ where: { chain: ctx.actor.accountId ?? '' } });
    const unknown = '01a2234d-525c-77d9-b5f2-fbc554dc1abb';
    const cases = [
      [CALLS, unknown, apiKey],
      [CALLS, 'nothing', apiKey],
      [CALLS, call.id, world.otherAccount.apiKey],
      [AUDIT, unknown, apiKey],
      [AUDIT, 'nothing', apiKey],
      [AUDIT, event.id, world.otherAccount.apiKey],
    ] as const;
    const answers = [];
    for (const [query, after, key] of cases) {
      const response = await fetch(`${world.url}/graphql`, {
        method: 'POST',
        headers: {
          accept: 'text/event-stream',
          'content-type': 'application/json',
          authorization: `Bearer ${key}`,
        },
        body: JSON.stringify({ query, variables: { after } }),
      });
      answers.push([
        response.status,
        /Cannot continue after this event: it was deleted, or never existed/.test(await response.text()),
      ]);
    }
    expect(answers).toEqual(cases.map(() => [400, true]));
  });
});
