import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../../src/core/accounts/apiKey.ts';
import { createClientEndpoint, deleteClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken, revokeStackToken } from '../../../src/core/endpoints/stackToken.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import type { EndpointId, StackId } from '../../../src/core/kernel/ids.ts';
import {
  createServiceAccount,
  revokeServiceAccount,
  rotateServiceAccount,
} from '../../../src/core/machines/serviceAccount.ts';
import { createInvitation, revokeInvitation } from '../../../src/core/people/invitation.ts';
import { createStack, deleteStack } from '../../../src/core/stacks/stack.ts';
import { createWebhook, deleteWebhook } from '../../../src/core/webhooks/webhook.ts';
import { startWorld, type World } from '../../harness/world.ts';

let world: World;
let ctx: Ctx;
let stackId: StackId;
beforeAll(async () => {
  world = await startWorld();
  ctx = world.account.ctx;
  stackId = (await createStack(ctx, { name: 'ends' })).id;
});
afterAll(() => world.close());

/** Creates an object under a key, repeats the request, deletes the object, and repeats the request again. */
async function expectForgotten<Id>(make: (own: Ctx) => Promise<Id>, end: (id: Id) => Promise<unknown>): Promise<void> {
  const key = randomUUID();
  const own = { ...ctx, idempotency: { key, part: '', request: key } };
  const bytes = async () => (await ctx.db.keptCreation.findFirstOrThrow({ where: { key } })).sealed.length;
  const id = await make(own);
  expect(await make(own)).toBe(id);
  const creationCount = await ctx.db.keptCreation.count();
  expect(await bytes()).toBeGreaterThan(0);
  await end(id);
  expect(await bytes()).toBe(0);
  expect(await ctx.db.keptCreation.count()).toBe(creationCount);
  // If the parent was deleted too, the error says that the parent doesn't exist.
  await expect(make(own)).rejects.toThrow(/cannot be read|not found/);
}

const endpointOf = async (own: Ctx): Promise<EndpointId> =>
  (await createClientEndpoint(own, { stackId, name: 'e' })).endpoint.id;
const tokenOf = (endpointId: EndpointId) => async (own: Ctx) =>
  (await createStackToken(own, { endpointId })).tokenRecord.id;
const machineOf = (endpointId: EndpointId) => async (own: Ctx) =>
  (await createServiceAccount(own, { endpointId, name: 'm' })).client.id;

describe('an idempotency record loses its answer but keeps its key once this is deleted:', () => {
  it('an API key', () =>
    expectForgotten(
      async (own) => (await createApiKey(own, { name: 'k' })).apiKey.id,
      (id) => revokeApiKey(ctx, id),
    ));
  it('the API key that created it', async () => {
    const { apiKey } = await createApiKey(ctx, { name: 'maker' });
    const idempotency = { key: randomUUID(), part: '', request: '' };
    const actor = { ...ctx.actor, keyId: apiKey.id, role: apiKey.role } as Ctx['actor'];
    await createStack({ ...ctx, actor, idempotency }, { name: 'made' });
    await revokeApiKey(ctx, apiKey.id);
    const creation = await ctx.db.keptCreation.findFirstOrThrow({ where: { key: idempotency.key } });
    expect(creation.sealed.length).toBe(0);
  });
  it('an invitation', () =>
    expectForgotten(
      async (own) => (await createInvitation(own)).invitation.id,
      (id) => revokeInvitation(ctx, id),
    ));
  it('a webhook', () =>
    expectForgotten(
      async (own) => (await createWebhook(own, { name: 'w', url: 'https://hook.test/' })).webhook.id,
      (id) => deleteWebhook(ctx, id),
    ));
  it('an endpoint', () => expectForgotten(endpointOf, (id) => deleteClientEndpoint(ctx, id)));
  it('the endpoint of a token', async () => {
    const id = await endpointOf(ctx);
    await expectForgotten(tokenOf(id), () => deleteClientEndpoint(ctx, id));
  });
  it('a token', async () => {
    await expectForgotten(tokenOf(await endpointOf(ctx)), (id) => revokeStackToken(ctx, id));
  });
  it('a service account', async () => {
    await expectForgotten(machineOf(await endpointOf(ctx)), (id) => revokeServiceAccount(ctx, id));
  });
  it('a rotated secret of a service account', async () => {
    await expectForgotten(machineOf(await endpointOf(ctx)), (id) => rotateServiceAccount(ctx, id, {}));
  });
  it('the stack of a service account', async () => {
    await expectForgotten(machineOf(await endpointOf(ctx)), () => deleteStack(ctx, stackId));
  });
});
