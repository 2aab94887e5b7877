import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { revokeAttenuation } from '../../../src/core/endpoints/stackToken.ts';
import type { AccountActor } from '../../../src/core/kernel/actor.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { toAttenuationId, toTokenId } from '../../../src/core/kernel/ids.ts';
import { createStack, deleteStack } from '../../../src/core/stacks/stack.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

let world: World;
let [own, other]: TestAccount[] = [];
beforeAll(async () => {
  world = await createWorld();
  own = await createTestAccount(world, 'own');
  other = await createTestAccount(world, 'beside');
});
afterAll(() => world.database.close());

it('max_audit_events: a full account can only remove things; other accounts are unaffected', async () => {
  if (!own || !other) throw new Error('no accounts');
  const { db } = world.deps;
  const seqOf = async (account: TestAccount) =>
    (await db.auditChain.findUnique({ where: { id: account.accountId } }))?.seq ?? 0;
  const limited = ({ ctx }: TestAccount, max: number): Ctx => ({
    ...ctx,
    actor: { ...(ctx.actor as AccountActor), limits: { max_audit_events: max } },
  });
  const { id: stackId } = await createStack(own.ctx, { name: 'with a token' });
  const { tokenRecord } = await createClientEndpoint(own.ctx, { stackId, name: 'agent' });
  const before = await seqOf(own);
  const ctx = limited(own, before + 1);
  const { id } = await createStack(ctx, { name: 'last' });
  const refused = { code: 'invalid_input', message: expect.stringContaining('The limit max_audit_events is reached') };
  await expect(createStack(ctx, { name: 'one more' })).rejects.toMatchObject(refused);
  expect(await db.stack.count({ where: { name: 'one more' } })).toBe(0);
  await expect(createStack(limited(other, (await seqOf(other)) + 1), { name: 'beside' })).resolves.toBeDefined();
  await deleteStack(ctx, id);
  await revokeAttenuation(ctx, toTokenId(tokenRecord.id), toAttenuationId(`attenuation_${'0'.repeat(32)}`));
  expect(await seqOf(own)).toBe(before + 3);
});
