import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide } from '../../../src/core/decisions/decide.ts';
import type { StackId } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { createPolicyRule } from '../../../src/core/policies/policyRule.ts';
import { updatePolicyRule } from '../../../src/core/policies/updatePolicyRule.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { serverDocument } from '../../graphql/documents.ts';
import { startWorld, type World } from '../../harness/world.ts';

let world: World;
let stackId: StackId;
beforeAll(async () => {
  world = await startWorld();
  const { ctx } = world.account;
  await saveServer(ctx, serverDocument('shop'));
  stackId = (await createStack(ctx, { name: 'work' })).id;
  await addServerToStack(ctx, stackId, { serverId: 'shop', enableAllTools: true });
});
afterAll(() => world.close());

async function decision(): Promise<string> {
  const { ctx } = world.account;
  const snapshot = await getSnapshot(ctx, stackId);
  const tool = snapshot.tools.get('shop_find');
  if (!tool) return 'hidden';
  const decided = await decide(ctx, { snapshot, tool, input: {}, sources: [] });
  return 'kind' in decided ? decided.kind : 'allowed';
}

describe('a rule', () => {
  it('applies to each call as it was before or after a concurrent change', async () => {
    const { ctx } = world.account;
    const { id } = await createPolicyRule(ctx, { name: 'gate', effect: 'deny', condition: 'true', stackId });
    let isDone = false;
    const seen = new Set<string>();
    const calling = (async () => {
      while (!isDone) seen.add(await decision());
    })();
    for (const effect of ['ask', 'deny', 'ask', 'deny'] as const) await updatePolicyRule(ctx, id, { effect });
    isDone = true;
    await calling;
    expect(
      [...seen].every((outcome) => ['denied', 'approval_required'].includes(outcome)),
      [...seen].join(),
    ).toBe(true);
    expect(await decision()).toBe('denied');
    await updatePolicyRule(ctx, id, { isEnabled: false });
    expect(await decision()).toBe('allowed');
    const { condition, effect, disabledAt } = await updatePolicyRule(ctx, id, { isEnabled: true, condition: null });
    expect({ condition, effect, disabledAt }).toEqual({ condition: null, effect: 'deny', disabledAt: null });
    expect(await decision()).toBe('denied');
    await updatePolicyRule(ctx, id, { isEnabled: false });
  });

  it.each([
    [{ name: null }, 'invalid_input'],
    [{ effect: null }, 'invalid_input'],
    [{ isEnabled: null }, 'invalid_input'],
    [{ condition: 'input.' }, 'invalid_input'],
    [{ callers: ['token_nobody'] }, 'invalid_input'],
    [{ effect: 'allow', quota: { calls: 1, per: 'hour' } }, 'invalid_input'],
  ])('refuses %j, and stays', async (change, code) => {
    const { ctx } = world.account;
    const rule = await createPolicyRule(ctx, { name: 'kept', effect: 'ask', tools: ['none'], message: 'Ask' });
    await expect(updatePolicyRule(ctx, rule.id, change)).rejects.toMatchObject({ code });
    expect(await updatePolicyRule(ctx, rule.id, {})).toEqual(rule);
  });

  it('of another account looks nonexistent', async () => {
    const { id } = await createPolicyRule(world.account.ctx, { name: 'ours', effect: 'ask', tools: ['none'] });
    await expect(updatePolicyRule(world.otherAccount.ctx, id, { name: 'theirs' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
