import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../../src/core/accounts/apiKey.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { type ApiKeyId, newUserId, type UserId } from '../../../src/core/kernel/ids.ts';
import type { Role } from '../../../src/core/kernel/roles.ts';
import { toStackRoles } from '../../../src/core/kernel/stackRoles.ts';
import { createInvitation } from '../../../src/core/people/invitation.ts';
import { revokeSession } from '../../../src/core/people/session.ts';
import { signOutEverywhere } from '../../../src/core/people/user.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';
import { peopleOf } from './signedIn.ts';

/* Rights lost between authentication and the change. `roles.test.ts` tests other cases. */

let world: World;
let alice: TestAccount;
beforeAll(async () => {
  world = await createWorld();
  alice = await createTestAccount(world, 'Alice');
});
afterAll(() => world.database.close());

const refused = (message: string) => ({ code: 'forbidden', message: expect.stringContaining(message) });

type Stored = { role: Role | null; scopes?: string[]; stackRoles?: string[]; userId?: UserId };

async function keyWith(stored: Stored): Promise<ApiKeyId> {
  const { id } = (await createApiKey(alice.ctx, { name: 'a key' })).apiKey;
  await world.database.db.apiKey.update({ where: { id }, data: { scopes: [], ...stored } });
  return id;
}

async function personWith(stored: { role: Role; stackRoles?: string[] }): Promise<UserId> {
  const id = newUserId();
  const row = { id, accountId: alice.accountId, email: `${id}@example.com`, createdAt: world.clock.now };
  await world.database.db.user.create({ data: { ...row, ...stored } });
  return id;
}

/** The key when it authenticated: with that role, and as a developer in the stack. */
const asKey = (keyId: ApiKeyId, role: Role) =>
  world.as({
    ...{ kind: 'apiKey', accountId: alice.accountId, keyId, role, limits: {} },
    stackRoles: toStackRoles([inStack()]),
  });
const inStack = (): string => `${alice.stackId}=developer`;
const make = (ctx: TestAccount['ctx']) => createClientEndpoint(ctx, { stackId: alice.stackId, name: 'agent' });

describe('access removed meanwhile', () => {
  it('cannot be used by a key', async () => {
    const holder: Stored = { role: 'auditor', stackRoles: [inStack()] };
    await expect(make(asKey(await keyWith(holder), 'auditor'))).resolves.toBeDefined();
    await expect(make(asKey(await keyWith({ role: 'auditor' }), 'auditor'))).rejects.toMatchObject(
      refused('changed to “auditor”'),
    );
    const revoked = await keyWith({ role: 'developer' });
    await revokeApiKey(alice.ctx, revoked);
    await expect(make(asKey(revoked, 'developer'))).rejects.toMatchObject(refused('revoked'));
    // A key from a release without roles.
    const before = { role: null, scopes: ['keys:write'], stackRoles: [inStack()] };
    await expect(make(asKey(await keyWith(before), 'owner'))).resolves.toBeDefined();
  });

  it('cannot be used by a person’s login', async () => {
    const by = async (role: Role, stored: Parameters<typeof personWith>[0]) =>
      asKey(await keyWith({ role, userId: await personWith(stored) }), role);
    await expect(make(await by('developer', { role: 'developer', stackRoles: [inStack()] }))).resolves.toBeDefined();
    await expect(make(await by('member', { role: 'member', stackRoles: [inStack()] }))).resolves.toBeDefined();
    await expect(make(await by('member', { role: 'member' }))).rejects.toMatchObject(refused('Your role changed'));
    const lowered = await by('owner', { role: 'auditor' });
    await expect(make(lowered)).rejects.toMatchObject(refused('revoked'));
    if (lowered.actor.kind !== 'apiKey') throw new Error('A login is a key');
    expect(await revokeApiKey(lowered, lowered.actor.keyId)).toMatchObject({ revokedAt: world.clock.now });
  });

  it('is not needed to sign out', async () => {
    const ann = await peopleOf(world)(alice);
    const { db } = world.database;
    await db.user.update({ where: { id: ann.userId }, data: { role: 'auditor' } });
    await expect(make(ann)).rejects.toMatchObject(refused('changed to “auditor”'));
    expect(await revokeSession(ann, ann.sessionId)).toEqual({ id: ann.sessionId });
    await signOutEverywhere(ann);
    expect(await db.session.count({ where: { userId: ann.userId } })).toBe(0);
  });
});

it('the operator needs no active key', async () => {
  await world.database.db.apiKey.updateMany({ data: { revokedAt: world.clock.now } });
  const ctx = world.as({ kind: 'operator', accountId: alice.accountId });
  await expect(createInvitation(ctx)).resolves.toBeDefined();
  await expect(createInvitation(alice.ctx)).rejects.toMatchObject(refused('revoked'));
});
