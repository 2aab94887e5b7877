import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scope } from '../../../src/core/actor.ts';
import { newUserId, toApiKeyId } from '../../../src/core/ids.ts';
import { createInvitation, revokeInvitation } from '../../../src/core/people/invitation.ts';
import { removeUser } from '../../../src/core/people/user.ts';
import { createTenant, createWorld, type Tenant, type World } from '../world.ts';

let world: World;
let alice: Tenant;
beforeAll(async () => {
  world = await createWorld();
  alice = await createTenant(world, 'Alice');
});
afterAll(() => world.database.close());

const keyWith = (scopes: readonly Scope[]) =>
  world.as({ kind: 'apiKey', accountId: alice.accountId, keyId: toApiKeyId('key_1'), scopes, limits: {} });

it('an API key decides who may use the account only with keys:write', async () => {
  const { db } = world.database;
  const id = newUserId();
  const given = { accountId: alice.accountId, createdAt: new Date() };
  await db.user.create({ data: { ...given, id, email: 'ann@example.com' } });
  await db.user.create({ data: { ...given, id: newUserId(), email: 'bea@example.com' } });
  const { invitation } = await createInvitation(keyWith(['keys:write']));
  const refused = (message: string) => ({ code: 'forbidden', message: `This API key may not ${message}` });
  const plain = keyWith([]);
  await expect(createInvitation(plain)).rejects.toMatchObject(refused('invite people'));
  await expect(revokeInvitation(plain, invitation.id)).rejects.toMatchObject(refused('take invitations back'));
  await expect(removeUser(plain, id)).rejects.toMatchObject(refused('remove people'));
  expect([await db.invitation.count(), await db.user.count()]).toEqual([1, 2]);
  await revokeInvitation(keyWith(['keys:write']), invitation.id);
  await removeUser(keyWith(['keys:write']), id);
  expect([await db.invitation.count(), await db.user.count()]).toEqual([0, 1]);
});
