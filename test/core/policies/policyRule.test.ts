import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { newEndpointId, newRuleId, newStackId, newTokenId } from '../../../src/core/kernel/ids.ts';
import { AppError } from '../../../src/core/lib/errors.ts';
import { createPolicyRule, deletePolicyRule } from '../../../src/core/policies/policyRule.ts';
import { listPolicyRules } from '../../../src/core/policies/ruleLists.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { openBank } from './kit.ts';

const { world, endpoint, rules, deleteRules, anotherKey, close } = await openBank();
afterAll(close);
beforeEach(() => deleteRules());
const { ctx } = world.account;

/** The code and text of a refusal, with its reasons. */
const refusal = async (made: Promise<unknown>): Promise<unknown> => {
  const error = await made.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) return error;
  return [error.code, ...(error.details.issues ?? []).map(({ path, message }) => `${path} ${message}`)];
};
const tried = (input: object) => refusal(createPolicyRule(ctx, { name: 'a rule', effect: 'deny', ...input }));
const twentyOne = Array.from({ length: 21 }, (_, at) => `tool_${at}`);

describe('an invalid rule', () => {
  it.each([
    [{ name: ' ' }, '/name must not be blank'],
    [{ effect: 'maybe' }, '/effect Invalid option'],
    [{ tools: twentyOne }, '/tools Too big'],
    [{ tools: ['a b'] }, '/tools/0 must be a tool id; * matches any text'],
    [{ servers: ['No'] }, '/servers/0 must be the id of a server'],
    [{ endUsers: [''] }, '/endUsers/0 must be 1 to 128'],
    [{ callers: ['no id'] }, '/callers/0 must be an id'],
    [{ message: 'x'.repeat(501) }, '/message Too big'],
    [{ condition: `input.amount > 1${' '.repeat(1_000)}` }, '/condition Too big'],
    [{ quota: { calls: 0, per: 'day' } }, '/quota/calls Too small'],
    [{ quota: { calls: 1, per: 'week' } }, '/quota/per Invalid option'],
    [{ quota: { per: 'day' } }, '/quota needs either calls or bytes'],
    [{ quota: { calls: 1, bytes: 1, per: 'day' } }, '/quota needs either calls or bytes'],
    [{ quota: { bytes: 1_000_000_001, per: 'day' } }, '/quota/bytes Too big'],
    [{ effect: 'allow', quota: { calls: 1, per: 'day' } }, '/quota requires the effect ask or deny'],
    [{ condition: 'input.amount >' }, '/condition <input>'],
    [{ condition: 'input.amonut > 100' }, '/condition no tool of the rule has input.amonut as a number'],
    [{ condition: 'input.amount == "x"' }, '/condition no tool of the rule has input.amount as a string'],
    [{ condition: 'input.to.all(x, x.bic == "y")' }, '/condition no tool of the rule has input.to[].bic as a string'],
    [{ condition: 'input.note.matches("(")' }, '/condition the pattern "(" is not valid'],
  ])('%j', async (input, problem) => {
    expect(await tried(input)).toEqual(['invalid_input', expect.stringContaining(problem)]);
  });
});

it('a name in a condition is checked only against the rule’s tools, and accepted if there are none yet', async () => {
  await rules(
    { effect: 'deny', tools: ['bank_*'], condition: 'has(input.amount)' },
    { effect: 'deny', servers: ['absent'], condition: 'has(input.whatever)' },
  );
  expect(await listPolicyRules(ctx)).toHaveLength(2);
});

it("another account's objects are answered like unknown ones", async () => {
  const { ctx: theirs } = world.otherAccount;
  const stack = await createStack(theirs, { name: 'theirs' });
  const { endpoint: door, tokenRecord } = await createClientEndpoint(theirs, { stackId: stack.id, name: 'theirs' });
  const rule = await createPolicyRule(theirs, { name: 'theirs', effect: 'deny' });
  const compared = [
    [tried({ stackId: stack.id }), tried({ stackId: newStackId() })],
    [tried({ endpointId: door.id }), tried({ endpointId: newEndpointId() })],
    [refusal(deletePolicyRule(ctx, rule.id)), refusal(deletePolicyRule(ctx, newRuleId()))],
  ];
  for (const [foreign, unknown] of compared) {
    expect(await foreign).toEqual(['not_found']);
    expect(await foreign).toEqual(await unknown);
  }
  const token = newTokenId();
  expect(await tried({ callers: [tokenRecord.id] })).toEqual([
    'invalid_input',
    `/callers ${tokenRecord.id} is not a caller of the account`,
  ]);
  expect(await tried({ callers: [token] })).toEqual([
    'invalid_input',
    `/callers ${token} is not a caller of the account`,
  ]);
  expect(await listPolicyRules(ctx)).toEqual([]);
});

it('a key without the scope keys:write cannot create rules or delete the one that restricts it', async () => {
  const { id, ctx: bound } = await anotherKey();
  const [rule] = await rules({ effect: 'deny', callers: [id] });
  expect(await refusal(createPolicyRule(bound, { name: 'mine', effect: 'allow' }))).toEqual(['forbidden']);
  expect(await refusal(deletePolicyRule(bound, rule?.id ?? newRuleId()))).toEqual(['forbidden']);
});

it('rules of a stack or endpoint are deleted with it, and each change is recorded', async () => {
  const { db } = ctx;
  const stack = await createStack(ctx, { name: 'gone' });
  const { endpoint: door } = await createClientEndpoint(ctx, { stackId: stack.id, name: 'gone' });
  const [ofStack, ofEndpoint] = await rules(
    { effect: 'deny', stackId: stack.id },
    { effect: 'ask', endpointId: door.id },
  );
  expect(ofEndpoint).toMatchObject({ stackId: stack.id, endpointId: door.id });
  await db.stack.delete({ where: { id: stack.id } });
  expect(await listPolicyRules(ctx)).toEqual([]);
  const events = await db.auditEvent.findMany({ where: { targetId: ofStack?.id ?? '' } });
  expect(events).toMatchObject([
    { action: 'rule.create', targetKind: 'rule', stackId: stack.id, details: { name: 'a rule', effect: 'deny' } },
  ]);
  expect(endpoint.stackId).not.toBe(stack.id);
});
