import { afterAll, expect, it } from 'vitest';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { createApiKeyAuthenticator } from '../../../src/core/accounts/authenticate.ts';
import { createStack, updateStack } from '../../../src/core/stacks/stack.ts';
import { createTestAccount, createWorld } from '../world.ts';

const world = await createWorld();
afterAll(() => world.database.close());
const alice = await createTestAccount(world, 'Alice');
const { id, name } = await createStack(alice.ctx, { name: 'ours' });
await createStack(alice.ctx, { name: 'hidden' });
const authenticator = createApiKeyAuthenticator(world.deps);

async function as(input: object) {
  const { key } = await createApiKey(alice.ctx, { name: 'k', ...input });
  const actor = await authenticator.authenticate(key, '10.1.2.3');
  if (!actor) throw new Error('The key is nobody');
  return world.as(actor);
}

it.each(['developer', 'admin'])('a %s of one stack learns no other stack by its name', async (role) => {
  const ctx = await as({ stackRoles: [{ stackId: id, role }] });
  const answers = await Promise.all(
    ['hidden', 'free'].map((other) => updateStack(ctx, id, { name: other }).catch((error: unknown) => error)),
  );
  expect(answers[0]).toMatchObject({ code: 'forbidden' });
  expect(String(answers[1])).toBe(String(answers[0]));
  // The member sees everything else in the stack.
  const changed = await updateStack(ctx, id, { name, configuration: { isRecorded: true } });
  expect(changed).toMatchObject({ name, recordsCalls: true });
});

it('a caller who sees all stacks is told that a name is taken', async () => {
  const ctx = await as({ role: 'developer' });
  await expect(updateStack(ctx, id, { name: 'hidden' })).rejects.toMatchObject({ code: 'already_exists' });
  expect((await updateStack(ctx, id, { name: 'free' })).name).toBe('free');
});
