import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { type ApiKeyId, newApiKeyId, newUserId, toUserRef, type UserId } from '../../../src/core/kernel/ids.ts';
import { signOutEverywhere, signOutUser } from '../../../src/core/people/user.ts';
import { createTestAccount, createWorld, type TestAccount } from '../world.ts';
import { peopleOf, type SignedIn } from './signedIn.ts';

const world = await createWorld();
afterAll(() => world.database.close());
const { db } = world.database;
const personOf = peopleOf(world);

let alice: TestAccount;
let bob: TestAccount;
beforeEach(async () => {
  [alice, bob] = await Promise.all([createTestAccount(world, 'Alice'), createTestAccount(world, 'Bob')]);
});

const sessionsOf = (userId: UserId) => db.session.count({ where: { userId } });

/** A person's command line login key. */
async function loginOf({ userId }: SignedIn, { accountId } = alice): Promise<ApiKeyId> {
  const key = { id: newApiKeyId(), accountId, userId, name: 'cli', display: 'ty_', scopes: [] };
  await db.apiKey.create({ data: { ...key, hash: randomBytes(32) } });
  return key.id;
}

describe('signing out everywhere', () => {
  test.each<[string, (ann: SignedIn) => Promise<unknown>]>([
    ['oneself', (ann) => signOutEverywhere(ann)],
    ['a person of the account', ({ userId }) => signOutUser(alice.ctx, userId)],
    ['any person, as the operator', ({ userId }) => signOutUser(world.as(), toUserRef(`${userId}@example.com`))],
  ])('of %s ends their sessions and command line logins, and nobody else’s', async (_whom, end) => {
    const [ann, ben] = [await personOf(alice), await personOf(alice, null)];
    const [own] = [await loginOf(ann), await loginOf(ben)];
    const publishedCount = world.changes.published.length;
    await end(ann);
    expect([await sessionsOf(ann.userId), await sessionsOf(ben.userId)]).toEqual([0, 2]);
    const ended = await db.apiKey.findMany({ where: { revokedAt: { not: null }, accountId: alice.accountId } });
    expect(ended.map(({ id }) => id)).toEqual([own]);
    expect(await db.user.findUnique({ where: { id: ann.userId } })).toMatchObject({ passwordHash: expect.any(String) });
    expect(world.changes.published.slice(publishedCount)).toEqual([{ kind: 'user', id: ann.userId }]);
    const events = () => db.auditEvent.findMany({ where: { action: 'user.end_logins', targetId: ann.userId } });
    await end(ann);
    expect((await events()).map(({ details }) => details)).toEqual([{ sessions: 2, revokedApiKeys: [own] }]);
  });

  test('is available to the person and to members with all of their rights', async () => {
    const ann = await personOf(alice, null);
    const developer = { ...alice.ctx, actor: { ...alice.ctx.actor, role: 'developer' } as Ctx['actor'] };
    await expect(signOutUser(developer, ann.userId)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(signOutEverywhere(alice.ctx)).rejects.toMatchObject({ code: 'forbidden' });
    for (const id of [ann.userId, newUserId()])
      await expect(signOutUser(bob.ctx, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await sessionsOf(ann.userId)).toBe(2);
  });
});
