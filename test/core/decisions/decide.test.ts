import { afterAll, describe, expect, it } from 'vitest';
import { answerCall } from '../../../src/core/answers/answerCall.ts';
import { sealElicitation } from '../../../src/core/calls/elicitation.ts';
import type { AgentActor } from '../../../src/core/kernel/actor.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { parseJson } from '../../../src/core/lib/json.ts';
import { findTool } from '../../../src/core/snapshots/findTool.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { openBank } from '../policies/kit.ts';

const { world, endpoint, rules, anotherKey, close } = await openBank();
afterAll(close);
const { ctx } = world.account;

const verified = await world.edge.authenticate.stackToken(endpoint.token, endpoint.clientId, '127.0.0.1');
if (!verified) throw new Error('the token is good');
const agent: AgentActor = verified;
const asAgent: Ctx = { ...ctx, actor: agent };
const other = await anotherKey();

const STACK = { stackId: endpoint.stackId };
const AT_ENDPOINT = { endpointId: agent.endpointId };

/** A call's outcome: `ok`, or the kind of refusal. */
async function outcome(tool: string, input: object = {}, as: Ctx = asAgent): Promise<string> {
  return (await answerCall(as, await getSnapshot(as, endpoint.stackId), tool, input)).kind;
}

type Case = readonly [
  label: string,
  rules: readonly object[],
  calls: readonly (readonly [string, object, string, Ctx?])[],
];

const deny = { effect: 'deny' };
const ask = { effect: 'ask' };
const allow = { effect: 'allow' };

const CASES: readonly Case[] = [
  ['no rule, no change', [], [['bank_close', {}, 'ok']]],
  [
    'deny beats ask beats allow, in any order and at any level',
    [
      { ...allow, ...AT_ENDPOINT },
      { ...ask, ...STACK, tools: ['bank_*'] },
      { ...deny, tools: ['bank_close'] },
    ],
    [
      ['bank_close', {}, 'denied'],
      ['bank_pay', {}, 'approval_required'],
      ['old_act', {}, 'ok'],
    ],
  ],
  [
    'a nearer rule overrides a default, and no other does',
    [
      { ...deny, isDefault: true },
      { ...ask, isDefault: true, ...STACK, tools: ['bank_*'] },
      { ...allow, ...AT_ENDPOINT, tools: ['bank_read'] },
    ],
    [
      ['bank_read', {}, 'ok'],
      ['bank_pay', {}, 'approval_required'],
      ['old_act', {}, 'denied'],
      ['bank_read', {}, 'approval_required', ctx],
    ],
  ],
  [
    'tool hints: a tool without hints counts as destructive',
    [
      { ...deny, destructive: true },
      { ...ask, readOnly: false, openWorld: true },
    ],
    [
      ['bank_read', {}, 'ok'],
      ['bank_pay', {}, 'approval_required'],
      ['bank_close', {}, 'denied'],
      ['old_act', {}, 'denied'],
    ],
  ],
  [
    'callers: endpoint, token and key',
    [
      { ...deny, callers: [agent.endpointId], tools: ['bank_read'] },
      { ...deny, callers: [agent.tokenId], tools: ['bank_pay'] },
      { ...deny, callers: [other.id], tools: ['bank_close'] },
    ],
    [
      ['bank_read', {}, 'denied'],
      ['bank_read', {}, 'ok', ctx],
      ['bank_pay', {}, 'denied'],
      ['bank_pay', {}, 'ok', ctx],
      ['bank_close', {}, 'ok'],
      ['bank_close', {}, 'denied', other.ctx],
    ],
  ],
  [
    'end users',
    [{ ...deny, endUsers: ['ann'] }],
    [
      ['bank_pay', {}, 'ok'],
      ['bank_pay', {}, 'denied', { ...asAgent, endUser: 'ann' }],
      ['bank_pay', {}, 'ok', { ...asAgent, endUser: 'bob' }],
    ],
  ],
  [
    'conditions over the input',
    [
      { ...deny, condition: 'has(input.amount) && input.amount > 100' },
      { ...ask, condition: 'has(input.to) && input.to.exists(x, !x.iban.startsWith("DE"))' },
    ],
    [
      ['bank_pay', { amount: 100 }, 'ok'],
      ['bank_pay', { amount: 101 }, 'denied'],
      ['bank_pay', Object(parseJson('{"amount":50.0}')), 'ok'],
      ['bank_pay', Object(parseJson('{"amount":1.5e2}')), 'denied'],
      ['bank_pay', { to: [{ iban: 'DE1' }] }, 'ok'],
      ['bank_pay', { to: [{ iban: 'DE1' }, { iban: 'FR1' }] }, 'approval_required'],
    ],
  ],
  [
    'conditions over caller, tool and time',
    [
      { ...deny, condition: 'caller.kind == "api_key" && tool.name == "bank_pay"' },
      { ...ask, condition: 'now < timestamp("2020-01-01T00:00:00Z") || (tool.server == "old" && !tool.read_only)' },
    ],
    [
      ['bank_pay', {}, 'ok'],
      ['bank_pay', {}, 'denied', ctx],
      ['old_act', {}, 'approval_required'],
    ],
  ],
  [
    'a condition that fails to evaluate restricts, and allows nothing',
    [
      { ...deny, isDefault: true, tools: ['bank_pay'] },
      { ...allow, ...STACK, condition: 'input.amount < 10.0', tools: ['bank_pay'] },
      { ...ask, condition: 'input.amount > 10.0', tools: ['bank_read'] },
    ],
    [
      ['bank_pay', { amount: 5 }, 'ok'],
      ['bank_pay', {}, 'denied'],
      ['bank_read', { amount: 5 }, 'ok'],
      ['bank_read', {}, 'approval_required'],
    ],
  ],
  [
    'an input too large for the conditions is denied',
    [{ ...deny, condition: 'input.to.all(x, x.iban != "no" && x.iban != "nein")' }],
    [
      ['bank_pay', { to: [{ iban: 'no' }] }, 'ok'],
      ['bank_pay', { to: Array.from({ length: 20_000 }, () => ({ iban: 'no' })) }, 'denied'],
    ],
  ],
];

describe('a policy decision', () => {
  it.each(CASES)('%s', async (_name, ruleList, calls) => {
    await rules(...ruleList);
    const ended: string[] = [];
    for (const [tool, input, , as] of calls) ended.push(await outcome(tool, input, as));
    expect(ended).toEqual(calls.map(([, , kind]) => kind));
  });
});

describe('a quota', () => {
  const times = async (calls: number, tool: string, as?: Ctx): Promise<string[]> => {
    const ended: string[] = [];
    for (let call = 0; call < calls; call += 1) ended.push(await outcome(tool, {}, as));
    return ended;
  };

  it.each([
    ['account', ['ok', 'ok', 'denied', 'denied', 'denied']],
    ['tool', ['ok', 'ok', 'denied', 'ok', 'denied']],
    ['caller', ['ok', 'ok', 'denied', 'denied', 'ok']],
    ['end_user', ['ok', 'ok', 'denied', 'denied', 'ok']],
  ])('counts per %s', async (of, expected) => {
    await rules({ ...deny, quota: { calls: 2, per: 'hour', of } });
    const bob = { ...(of === 'end_user' ? asAgent : other.ctx), endUser: 'bob' };
    const ended = [
      ...(await times(3, 'bank_pay')),
      ...(await times(1, 'bank_read')),
      ...(await times(1, 'bank_pay', bob)),
    ];
    expect(ended).toEqual(expected);
  });

  it('is not used up by calls refused for another reason, and names its reset time', async () => {
    await rules(
      { ...ask, quota: { calls: 1, per: 'day' }, name: 'one a day' },
      { ...deny, condition: 'has(input.amount)' },
    );
    expect([await outcome('bank_pay', { amount: 1 }), await outcome('bank_pay'), await outcome('bank_pay')]).toEqual([
      'denied',
      'ok',
      'approval_required',
    ]);
    const refused = await answerCall(asAgent, await getSnapshot(asAgent, endpoint.stackId), 'bank_pay', {});
    expect(refused).toMatchObject({
      message: expect.stringMatching(
        /^the rule “one a day” requires an approval.* \(its quota is used up until 20\d\d-.*Z\)\. It can be approved at /,
      ),
    });
  });

  it('in bytes counts inputs and answers of finished calls', async () => {
    const note = 'é'.repeat(1_000);
    await rules({ ...deny, quota: { bytes: 5_000, per: 'hour', of: 'caller' } });
    const ended: string[] = [];
    for (let call = 0; call < 4; call += 1) ended.push(await outcome('bank_read', { note }));
    expect(ended.slice(0, 2)).toEqual(['ok', 'ok']);
    expect(ended[3]).toBe('denied');
    expect(await outcome('bank_read', {}, other.ctx)).toBe('ok');
    const snapshot = await getSnapshot(asAgent, endpoint.stackId);
    expect(await answerCall(asAgent, snapshot, 'bank_read', {})).toMatchObject({
      message: expect.stringContaining('its quota is used up until'),
    });
  });

  it('in bytes counts elicitation answers, too', async () => {
    await rules({ ...deny, quota: { bytes: 50_000, per: 'hour', of: 'caller' } });
    const snapshot = await getSnapshot(asAgent, endpoint.stackId);
    const tool = findTool(snapshot, 'bank_read');
    if (!tool) throw new Error('the stack has the tool');
    const inputRequests = { why: { method: 'elicitation/create', params: { mode: 'form' } } };
    const call = { snapshot, tool, input: {} };
    const { requestState = '' } = await sealElicitation(
      asAgent,
      call,
      { inputRequests },
      { ruleId: null, approvalId: null },
    );
    const inputResponses = { why: { action: 'accept', content: { text: 'x'.repeat(50_000) } } };
    const dialogue = { capabilities: { elicitation: { form: {} } }, answers: { requestState, inputResponses } };
    expect(await answerCall(asAgent, snapshot, 'bank_read', {}, { dialogue })).toMatchObject({ kind: 'ok' });
    await expect.poll(() => outcome('bank_read')).toBe('denied');
  });

  it('in a condition counts for the caller and the tool', async () => {
    await rules({ ...deny, condition: 'calls.hour >= 2 || calls.day >= 3' });
    expect(await times(3, 'bank_close')).toEqual(['ok', 'ok', 'denied']);
    expect([await outcome('bank_read'), await outcome('bank_close', {}, other.ctx)]).toEqual(['ok', 'ok']);
  });
});
