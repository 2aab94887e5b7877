import { afterAll, expect, it } from 'vitest';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { explainDecision } from '../../../src/core/decisions/explain.ts';
import { newUserId, toToolId } from '../../../src/core/kernel/ids.ts';
import { ownAccountId } from '../../../src/core/kernel/scope.ts';
import { updateUserRole } from '../../../src/core/people/user.ts';
import { openBank } from './kit.ts';

const { world, endpoint, close } = await openBank();
afterAll(close);
const { ctx } = world.account;
const { stackId } = endpoint;

it('an explanation for a person’s login uses the person’s current roles', async () => {
  const { id: userId } = await world.account.ctx.db.user.create({
    data: {
      id: newUserId(),
      accountId: ownAccountId(ctx.actor),
      email: 'terminal@example.com',
      role: 'member',
      stackRoles: [`${stackId}=auditor`],
      createdAt: ctx.now(),
    },
  });
  const { apiKey, key } = await createApiKey(ctx, { name: 'laptop', role: 'member' });
  await ctx.db.apiKey.update({ where: { id: apiKey.id }, data: { userId } });
  const request = { stackId, toolId: toToolId('bank_pay'), input: {}, callerId: apiKey.id };
  const calls = async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return (
      await fetch(`${world.url}/v1/stacks/${stackId}/tools/bank_pay/invoke`, {
        method: 'POST',
        headers,
        body: '{"tool_input":{}}',
      })
    ).status;
  };
  expect(await explainDecision(ctx, request)).toMatchObject({ effect: 'deny' });
  expect(await calls()).toBe(403);
  await updateUserRole(ctx, userId, { role: 'member', stackRoles: [{ stackId, role: 'developer' }] });
  expect(await explainDecision(ctx, request)).toMatchObject({ effect: 'allow', considered: [] });
  expect(await calls()).toBe(200);
});
