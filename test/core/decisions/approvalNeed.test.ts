import { afterAll, expect, it } from 'vitest';
import { answerCall } from '../../../src/core/answers/answerCall.ts';
import { describeTool } from '../../../src/core/search/searchAnswer.ts';
import { findTool } from '../../../src/core/snapshots/findTool.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { openBank } from '../policies/kit.ts';

const { world, endpoint, rules, close } = await openBank();
afterAll(close);
const { ctx } = world.account;
const { stackId } = endpoint;

const LARGE = { condition: 'has(input.amount) && input.amount > 5.0' };
const RULES: readonly object[] = [
  { effect: 'ask' },
  { effect: 'ask', isDefault: true },
  { effect: 'ask', ...LARGE },
  { effect: 'allow', stackId },
  { effect: 'allow', stackId, ...LARGE },
  { effect: 'deny', ...LARGE },
];

it('search results correctly say whether a call needs approval, whatever the rules', async () => {
  const pairs = RULES.flatMap((one, at) => RULES.slice(at).map((other) => [one, other] as const));
  for (const pair of pairs) {
    await rules(...new Set(pair));
    const snapshot = await getSnapshot(ctx, stackId);
    const tool = findTool(snapshot, 'bank_pay');
    if (!tool) throw new Error('the tool is there');
    const { approval } = await describeTool(ctx, snapshot, tool);
    const small = (await answerCall(ctx, snapshot, 'bank_pay', { amount: 1 })).kind;
    const large = (await answerCall(ctx, snapshot, 'bank_pay', { amount: 9 })).kind;
    const waiting = [small, large].filter((kind) => kind === 'approval_required').length;
    const denied = [small, large].filter((kind) => kind === 'denied').length;
    const label = JSON.stringify({ pair, small, large, approval });
    if (approval === 'required') expect(waiting + denied, label).toBe(2);
    if (approval === 'not_required') expect(waiting, label).toBe(0);
    if (approval === 'possible') expect(waiting, label).toBeLessThan(2);
    if (waiting === 2) expect(approval, label).toBe('required');
  }
  process.stdout.write(`${pairs.length} pairs of rules tried\n`);
});
