import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { newInvitationId, newUserId, toUserRef, type UserId } from '../../../src/core/kernel/ids.ts';
import {
  createInvitation,
  findInvitation,
  listInvitations,
  revokeInvitation,
} from '../../../src/core/people/invitation.ts';
import { revokeSession, signOut } from '../../../src/core/people/session.ts';
import {
  changePassword,
  findOwnUser,
  findUser,
  hasUsers,
  listUsers,
  removeUser,
  setPassword,
} from '../../../src/core/people/user.ts';
import { patiently } from '../../harness/eventually.ts';
import { countWaiting } from '../kernel/vault/kit.ts';
import { createTestAccount, createWorld, type TestAccount } from '../world.ts';
import { PASSWORD } from './kit.ts';
import { peopleOf } from './signedIn.ts';

const world = await createWorld();
afterAll(() => world.database.close());
const { db } = world.database;
const personOf = peopleOf(world);

const NEW_PASSWORD = 'nine gentle otters';

let alice: TestAccount;
let bob: TestAccount;
beforeEach(async () => {
  await db.user.deleteMany();
  [alice, bob] = await Promise.all([createTestAccount(world, 'Alice'), createTestAccount(world, 'Bob')]);
});

const sessionsOf = async (userId: UserId) => (await db.session.findMany({ where: { userId } })).map(({ id }) => id);
const passwordOf = async (id: UserId) => (await db.user.findUniqueOrThrow({ where: { id } })).passwordHash;
const isPassword = async (id: UserId, password: string) => world.deps.passwords.verify(password, await passwordOf(id));

async function lastChange({ accountId }: TestAccount) {
  const event = await db.auditEvent.findFirstOrThrow({ where: { chain: accountId }, orderBy: { seq: 'desc' } });
  return [event.action, event.targetKind, event.targetId];
}

describe('a person', () => {
  test('is listed and found only in their account, oldest first', async () => {
    expect(await hasUsers({ db })).toBe(false);
    const people = [await personOf(alice, null), await personOf(alice, null)];
    const other = await personOf(bob, null);
    expect(await hasUsers({ db })).toBe(true);
    // Rewriting the row moves it behind the others.
    await db.user.update({ where: { id: people[0]?.userId ?? newUserId() }, data: { email: 'moved@example.com' } });
    expect((await listUsers(alice.ctx)).map(({ id }) => id)).toEqual(people.map(({ userId }) => userId));
    expect(await findUser(alice.ctx, people[1]?.userId ?? newUserId())).toMatchObject({ id: people[1]?.userId });
    for (const id of [other.userId, newUserId()]) expect(await findUser(alice.ctx, id)).toBeNull();
  });

  test('finds themselves, and other callers find nobody', async () => {
    const ann = await personOf(alice, null);
    expect(await findOwnUser(ann)).toMatchObject({ id: ann.userId });
    expect(await findOwnUser(alice.ctx)).toBeNull();
  });

  test('changes their password, which ends only their own other sessions', async () => {
    const [ann, ben] = [await personOf(alice), await personOf(alice)];
    const publishedCount = world.changes.published.length;
    await changePassword(ann, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    expect(await isPassword(ann.userId, NEW_PASSWORD)).toBe(true);
    expect(await isPassword(ben.userId, PASSWORD)).toBe(true);
    expect(await sessionsOf(ann.userId)).toEqual([ann.sessionId]);
    expect(await sessionsOf(ben.userId)).toHaveLength(2);
    expect(await lastChange(alice)).toEqual(['user.change_password', 'user', ann.userId]);
    expect(world.changes.published.slice(publishedCount)).toEqual([{ kind: 'user', id: ann.userId }]);
  });

  test.each([
    ['a wrong current password', { currentPassword: 'wrong', newPassword: NEW_PASSWORD }, '/currentPassword'],
    ['a short new password', { currentPassword: PASSWORD, newPassword: 'short' }, '/newPassword'],
    ['their address as the new password', { currentPassword: PASSWORD, newPassword: 'their address' }, '/newPassword'],
  ])('does not change it with %s', async (_with, input, path) => {
    const ann = await personOf(alice);
    const newPassword = input.newPassword === 'their address' ? `${ann.userId}@example.com` : input.newPassword;
    await expect(changePassword(ann, { ...input, newPassword })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'Invalid request parameters',
      details: { issues: [{ path }] },
    });
    expect(await isPassword(ann.userId, PASSWORD)).toBe(true);
    expect(await sessionsOf(ann.userId)).toHaveLength(2);
  });

  test('without a password has none to change', async () => {
    const ann = await personOf(alice, null);
    const changed = changePassword(ann, { currentPassword: '', newPassword: NEW_PASSWORD });
    await expect(changed).rejects.toMatchObject({ code: 'forbidden' });
    expect(await passwordOf(ann.userId)).toBeNull();
  });

  test('succeeds with one of two concurrent password changes', async () => {
    const ann = await personOf(alice);
    const changes = [NEW_PASSWORD, 'seven quiet herons'].map((newPassword) =>
      changePassword(ann, { currentPassword: PASSWORD, newPassword }),
    );
    const ended = await Promise.allSettled(changes);
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('gets a new password only from the operator, which ends all their sessions', async () => {
    const [ann, ben] = [await personOf(alice), await personOf(alice)];
    await expect(setPassword(ann, ann.userId, NEW_PASSWORD)).rejects.toMatchObject({ code: 'forbidden' });
    const publishedCount = world.changes.published.length;
    await setPassword(world.as(), ann.userId, NEW_PASSWORD);
    expect(await isPassword(ann.userId, NEW_PASSWORD)).toBe(true);
    expect(await isPassword(ben.userId, PASSWORD)).toBe(true);
    expect([await sessionsOf(ann.userId), await sessionsOf(ben.userId)]).toMatchObject([[], { length: 2 }]);
    expect(await lastChange(alice)).toEqual(['user.set_password', 'user', ann.userId]);
    expect(world.changes.published.slice(publishedCount)).toEqual([{ kind: 'user', id: ann.userId }]);
    await expect(setPassword(world.as(), ann.userId, 'short')).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'Invalid password',
      details: { issues: [{ path: '/password' }] },
    });
    await expect(setPassword(world.as(), ann.userId, `${ann.userId}@example.com`)).rejects.toMatchObject({
      details: { issues: [{ path: '/password' }] },
    });
    for (const nobody of ['', '\0', newUserId()]) {
      await expect(setPassword(world.as(), toUserRef(nobody), NEW_PASSWORD)).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });
});

test('people can always end their own sessions, even with a lowered role or after removal elsewhere', async () => {
  const ann = await personOf(alice, null);
  await db.user.update({ where: { id: ann.userId }, data: { role: 'auditor' } });
  const [other] = (await sessionsOf(ann.userId)).filter((id) => id !== ann.sessionId);
  if (!other) throw new Error('there are two');
  await revokeSession(ann, other);
  await signOut(ann);
  expect(await sessionsOf(ann.userId)).toEqual([]);
  await db.user.delete({ where: { id: ann.userId } });
  await signOut(ann);
});

describe('removing a person', () => {
  test('by id or address is announced to caches and recorded in the account’s chain', async () => {
    const [ann, ben, eve] = [await personOf(alice, null), await personOf(alice, null), await personOf(alice, null)];
    const email = `${ben.userId}@example.com`;
    const publishedCount = world.changes.published.length;
    expect(await removeUser(ann, toUserRef(email.toUpperCase()))).toMatchObject({ id: ben.userId, email });
    expect(world.changes.published.slice(publishedCount)).toEqual([{ kind: 'user', id: ben.userId }]);
    expect(await lastChange(alice)).toEqual(['user.remove', 'user', ben.userId]);
    const details = { equals: { email } };
    expect(await db.auditEvent.count({ where: { chain: alice.accountId, details } })).toBe(1);
    await expect(removeUser(ann, ann.userId)).rejects.toMatchObject({ code: 'forbidden' });
    await removeUser(alice.ctx, eve.userId);
    expect(await listUsers(alice.ctx)).toHaveLength(1);
  });

  test('waits for a concurrent removal in the account, so that somebody is left', async () => {
    const [ann, ben] = [await personOf(alice, null), await personOf(alice, null)];
    let removing: Promise<unknown> = Promise.resolve();
    await patiently(db, async (tx) => {
      await tx.$queryRaw`SELECT id FROM account WHERE id = ${alice.accountId} FOR NO KEY UPDATE`;
      removing = removeUser(ann, ben.userId);
      await expect.poll(() => countWaiting(db)).toBe(1);
    });
    await removing;
    expect(await listUsers(alice.ctx)).toHaveLength(1);
  });
});

describe('an invitation', () => {
  test('is listed and found in its account while it is open, for a day', async () => {
    const made = [await createInvitation(alice.ctx), await createInvitation(alice.ctx)];
    const [first, second] = made.map(({ invitation }) => invitation);
    if (!first || !second) throw new Error('two were made');
    expect(second.expiresAt.getTime() - second.createdAt.getTime()).toBe(24 * 3_600_000);
    expect(await lastChange(alice)).toEqual(['invitation.create', 'invitation', second.id]);
    const open = async (ctx: Ctx) => (await listInvitations(ctx)).map(({ id }) => id);
    expect([await open(alice.ctx), await open(bob.ctx)]).toEqual([[second.id, first.id], []]);
    expect(await findInvitation(alice.ctx, first.id)).toMatchObject({ id: first.id });
    expect(await findInvitation(bob.ctx, first.id)).toBeNull();
    await db.invitation.update({ where: { id: first.id }, data: { expiresAt: world.clock.now } });
    expect([await open(alice.ctx), await findInvitation(alice.ctx, first.id)]).toEqual([[second.id], null]);
  });

  test('that expired is deleted with the next one, and open ones stay', async () => {
    const [old, open] = [await createInvitation(alice.ctx), await createInvitation(alice.ctx)];
    const past = new Date(world.clock.now.getTime() - 1);
    await db.invitation.update({ where: { id: old.invitation.id }, data: { expiresAt: past } });
    const last = await createInvitation(alice.ctx);
    const left = await db.invitation.findMany({ where: { accountId: alice.accountId }, orderBy: { id: 'asc' } });
    expect(left.map(({ id }) => id)).toEqual([open.invitation.id, last.invitation.id]);
  });

  test('is revoked alone, and recorded in its account’s chain', async () => {
    await createInvitation(bob.ctx);
    const [open, accepted] = [await createInvitation(alice.ctx), await createInvitation(alice.ctx)];
    const { id } = accepted.invitation;
    expect(await revokeInvitation(alice.ctx, id)).toEqual({ id });
    expect((await listInvitations(alice.ctx)).map((each) => each.id)).toEqual([open.invitation.id]);
    expect(await listInvitations(bob.ctx)).toHaveLength(1);
    expect(await lastChange(alice)).toEqual(['invitation.revoke', 'invitation', id]);
  });

  test('of another account is revoked like a nonexistent one', async () => {
    const { invitation } = await createInvitation(bob.ctx);
    for (const id of [invitation.id, newInvitationId()]) {
      await expect(revokeInvitation(alice.ctx, id)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await listInvitations(bob.ctx)).toHaveLength(1);
  });
});
