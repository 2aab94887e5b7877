import { afterAll, beforeEach, expect, it } from 'vitest';
import { explainDecision } from '../../../src/core/decisions/explain.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { toToolId } from '../../../src/core/kernel/ids.ts';
import { createPolicyRule } from '../../../src/core/policies/policyRule.ts';
import { listPolicyRules } from '../../../src/core/policies/ruleLists.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { openBank } from './kit.ts';

const { world, endpoint, rules, deleteRules, anotherKey, close } = await openBank();
afterAll(close);
beforeEach(() => deleteRules());
const { ctx } = world.account;
const { stackId } = endpoint;
const other = (await createStack(ctx, { name: 'other' })).id;

const LARGE = {
  name: 'large',
  effect: 'ask',
  tools: ['bank_pay'],
  condition: 'input.amount > 100',
  message: 'Ask Ann.',
};

async function explain(rule: object | null, input?: object, by: Ctx = ctx) {
  const request = { stackId, toolId: toToolId('bank_pay'), rule: rule as { name: string } | null, input };
  const { effect, considered, message } = await explainDecision(by, request);
  return { effect, message, why: considered.map(({ rule: each, reason, isTried }) => [each?.name, reason, isTried]) };
}

it('a candidate rule is tested on an input: the call is decided as if the rule existed', async () => {
  expect(await explain(LARGE, { amount: 101 })).toEqual({
    effect: 'ask',
    message: expect.stringContaining('Ask Ann.'),
    why: [['large', 'matches', true]],
  });
  expect(await explain(LARGE, { amount: 99 })).toMatchObject({
    effect: 'allow',
    why: [['large', 'condition_false', true]],
  });
  expect(await explain(LARGE)).toMatchObject({ effect: 'allow', why: [['large', 'input_unknown', true]] });
  expect(await explain({ ...LARGE, tools: ['old_*'] }, { amount: 101 })).toMatchObject({
    why: [['large', 'other_tool', true]],
  });
  expect(await explain(null, { amount: 101 })).toMatchObject({ effect: 'allow', why: [] });
  expect(await listPolicyRules(ctx)).toEqual([]);
});

it('a candidate rule counts with the existing ones, at its level', async () => {
  await rules({ name: 'never', effect: 'deny', isDefault: true });
  const allow = { name: 'small', effect: 'allow', stackId, condition: 'input.amount < 10' };
  expect(await explain(allow, { amount: 1 })).toMatchObject({
    effect: 'allow',
    why: [
      ['never', 'replaced', false],
      ['small', 'matches', true],
    ],
  });
  expect(await explain(allow, { amount: 11 })).toMatchObject({ effect: 'deny' });
  expect(await explain({ ...allow, stackId: null }, { amount: 1 })).toMatchObject({ effect: 'deny' });
});

it('a candidate rule is refused if invalid, or if it cannot concern the call', async () => {
  const refused = [
    { ...LARGE, condition: 'input.amuont > 1' },
    { ...LARGE, callers: ['key_nobody'] },
    { effect: 'ask' },
  ];
  for (const rule of refused) {
    const made = await createPolicyRule(ctx, rule as { name: string }).catch((error: unknown) => error);
    await expect(explain(rule, { amount: 1 })).rejects.toMatchObject({
      code: 'invalid_input',
      details: Object(made).details,
    });
  }
  await expect(explain({ ...LARGE, stackId: other }, { amount: 1 })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { issues: [{ path: '/rule/stackId', message: expect.any(String) }] },
  });
  await expect(explain({ ...LARGE, stackId: world.otherAccount.id }, { amount: 1 })).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('testing a rule needs the right to read: an auditor tests rules and creates none', async () => {
  const auditor = (await anotherKey('auditor')).ctx;
  const { why } = await explain(LARGE, { amount: 101 }, auditor);
  expect(why).toContainEqual(['large', 'matches', true]);
  await expect(createPolicyRule(auditor, LARGE)).rejects.toMatchObject({ code: 'forbidden' });
});
