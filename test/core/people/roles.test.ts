import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../../src/core/accounts/apiKey.ts';
import { approveAuthorization } from '../../../src/core/authorization/consent.ts';
import type { AuthorizationRequest } from '../../../src/core/authorization/request.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken, revokeStackToken } from '../../../src/core/endpoints/stackToken.ts';
import {
  type ApiKeyId,
  type ClientId,
  newApiKeyId,
  newSessionId,
  newUserId,
  type UserId,
} from '../../../src/core/kernel/ids.ts';
import { type Role, rightsOf, roleNames } from '../../../src/core/kernel/roles.ts';
import { createInvitation, revokeInvitation } from '../../../src/core/people/invitation.ts';
import { signInWithIdentity } from '../../../src/core/people/singleSignOn.ts';
import { removeUser, signOutUser, updateUserRole } from '../../../src/core/people/user.ts';
import { createPolicyRule, deletePolicyRule } from '../../../src/core/policies/policyRule.ts';
import { updateHeldChanges } from '../../../src/core/reviews/heldChanges.ts';
import { createStack, deleteStack } from '../../../src/core/stacks/stack.ts';
import { eventually, patiently } from '../../harness/eventually.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

let world: World;
let alice: TestAccount;
const keys = new Map<Role, ApiKeyId>();
beforeAll(async () => {
  world = await createWorld();
  alice = await createTestAccount(world, 'Alice');
  for (const role of roleNames) keys.set(role, (await createApiKey(alice.ctx, { name: role, role })).apiKey.id);
});
afterAll(() => world.database.close());

const asKey = (keyId: ApiKeyId, role: Role, { accountId } = alice) =>
  world.as({ kind: 'apiKey', accountId, keyId, role, limits: {} });
const asPerson = (userId: UserId, role: Role, { accountId } = alice) =>
  world.as({ kind: 'user', accountId, userId, sessionId: newSessionId(), role, limits: {} });
const keyOf = (role: Role) => asKey(keys.get(role) ?? newApiKeyId(), role);
const forbidden = { code: 'forbidden' };

async function person(role: Role, { accountId } = alice): Promise<UserId> {
  const id = newUserId();
  const data = { id, accountId, role, email: `${id.toLowerCase()}@example.com`, createdAt: new Date() };
  await world.database.db.user.create({ data });
  return id;
}

const roleOf = async (id: UserId) => (await world.database.db.user.findUniqueOrThrow({ where: { id } })).role;

const requestOf = (clientId: ClientId): AuthorizationRequest => ({
  clientId,
  oauthClient: 'client',
  clientName: 'An agent',
  redirectUri: 'http://127.0.0.1/',
  clientHost: null,
  stackName: 'agents',
  codeChallenge: 'x',
  state: null,
});

/** The number of transactions that wait for a lock. */
const waitingCount = async (): Promise<number> =>
  (
    await world.database.db.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  ).length;

/** True if allowed, otherwise the error. */
const isAllowed = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject(forbidden);
      return false;
    },
  );

const mayAllOf = (role: Role, other: Role): boolean =>
  rightsOf(role).includes('admin') && rightsOf(other).every((right) => rightsOf(role).some((own) => own === right));

describe('a role', () => {
  it('is granted and revoked only by people with all of its rights', { timeout: 120_000 }, async () => {
    await person('owner');
    const pairs = roleNames.flatMap((role) => roleNames.map((other) => ({ role, other })));
    for (const { role, other } of pairs) {
      const [by, input, may] = [keyOf(role), { role: other }, mayAllOf(role, other)];
      const made = await createApiKey(alice.ctx, { name: 'k', ...input });
      const { invitation } = await createInvitation(alice.ctx, input);
      const [raised, lowered, removed] = [await person('auditor'), await person(other), await person(other)];
      const steps = [
        () => createInvitation(by, input),
        () => createApiKey(by, { name: 'k', ...input }),
        () => revokeApiKey(by, made.apiKey.id),
        () => revokeInvitation(by, invitation.id),
        () => updateUserRole(by, raised, input),
        () => updateUserRole(by, lowered, { role: 'auditor' }),
        () => signOutUser(by, removed),
        () => removeUser(by, removed),
      ];
      for (const step of steps) expect(await isAllowed(step()), `${role} of ${other}`).toBe(may);
      expect([await roleOf(raised), await roleOf(lowered)]).toEqual(may ? [other, 'auditor'] : ['auditor', other]);
    }
    process.stdout.write(`roles: ${pairs.length * 8} steps, ${pairs.length} pairs of roles\n`);
  });

  it('has a default for invitations and keys', async () => {
    const inviting = async (role: Role) => (await createInvitation(keyOf(role))).invitation.role;
    expect([await inviting('owner'), await inviting('admin')]).toEqual(['owner', 'admin']);
    const making = async (role: Role, scopes: string[]) =>
      (await createApiKey(keyOf(role), { name: 'k', scopes })).apiKey.role;
    expect([await making('admin', []), await making('admin', ['keys:write'])]).toEqual(['developer', 'admin']);
    expect(await making('owner', ['keys:write'])).toBe('owner');
  });

  it('of the last owner is not revoked, even by two concurrent requests', async () => {
    const account = await createTestAccount(world, 'Two owners');
    const [ann, bea] = [await person('owner', account), await person('owner', account)];
    await person('admin', account);
    const both = await Promise.allSettled([
      updateUserRole(account.ctx, ann, { role: 'developer' }),
      updateUserRole(account.ctx, bea, { role: 'developer' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const last = (await roleOf(ann)) === 'owner' ? ann : bea;
    await expect(removeUser(account.ctx, last)).rejects.toMatchObject(forbidden);
    expect(await updateUserRole(account.ctx, last, { role: 'owner' })).toMatchObject({ role: 'owner' });
  });

  it('that was revoked fails a waiting change: five verbs, by people and keys', async () => {
    await person('owner');
    const gone = (await createApiKey(alice.ctx, { name: 'gone', role: 'owner' })).apiKey.id;
    await revokeApiKey(alice.ctx, gone);
    // Roles at the time of the request, and roles now.
    const callers = [
      asPerson(await person('auditor'), 'owner'),
      asPerson(await person('admin'), 'owner'),
      asPerson(newUserId(), 'owner'),
      asKey(keys.get('admin') ?? gone, 'owner'),
      asKey(gone, 'owner'),
    ];
    const open = await world.database.db.invitation.count();
    for (const [at, by] of callers.entries()) {
      const [raised, removed] = [await person('auditor'), await person('owner')];
      const input = { role: 'owner' };
      const steps = [
        () => createInvitation(by),
        () => createApiKey(by, { name: 'k', ...input }),
        () => updateUserRole(by, raised, input),
        () => signOutUser(by, removed),
        () => removeUser(by, removed),
      ];
      for (const [step, run] of steps.entries())
        expect(await isAllowed(run()), `caller ${at}, step ${step}`).toBe(false);
      expect([await roleOf(raised), await roleOf(removed)]).toEqual(['auditor', 'owner']);
    }
    expect(await world.database.db.invitation.count()).toBe(open);
  });

  it('that was revoked fails every other waiting change', async () => {
    const { db } = world.database;
    await person('owner');
    const stack = await createStack(alice.ctx, { name: 'kept' });
    const { endpoint } = await createClientEndpoint(alice.ctx, { stackId: stack.id, name: 'agent' });
    const rule = await createPolicyRule(alice.ctx, { name: 'kept', effect: 'deny' });
    const made = [await createApiKey(alice.ctx, { name: 'k' }), await createInvitation(alice.ctx)] as const;
    const { tokenRecord } = await createStackToken(alice.ctx, { endpointId: endpoint.id });
    const demoted = await person('auditor');
    const by = asPerson(demoted, 'owner');
    const late = { code: 'forbidden', message: expect.stringContaining('changed to “auditor”') };
    const events = () => db.auditEvent.count({ where: { actorId: demoted } });
    for (const run of [
      () => createPolicyRule(by, { name: 'no', effect: 'allow' }),
      () => deletePolicyRule(by, rule.id),
      () => revokeApiKey(by, made[0].apiKey.id),
      () => revokeInvitation(by, made[1].invitation.id),
      () => createStack(by, { name: 'no' }),
      () => deleteStack(by, stack.id),
      () => createStackToken(by, { endpointId: endpoint.id }),
      () => revokeStackToken(by, tokenRecord.id),
      () => updateHeldChanges(by, { kinds: ['widening'] }),
    ])
      await expect(run(), String(run)).rejects.toMatchObject(late);
    expect(await events()).toBe(0);

    // Waits for the head of the chain, which another instance locks while it revokes the role.
    const waiting = await person('owner');
    let started: Promise<unknown> = Promise.resolve();
    await patiently(db, async (tx) => {
      await tx.$queryRaw`SELECT id FROM audit_chain WHERE id = ${alice.accountId} FOR UPDATE`;
      await tx.user.update({ where: { id: waiting }, data: { role: 'auditor' } });
      started = createPolicyRule(asPerson(waiting, 'owner'), { name: 'no', effect: 'allow' }).catch((error) => error);
      await eventually('the change waits', async () => (await waitingCount()) > 0);
    });
    expect(await started).toMatchObject(late);
    expect(await db.policyRule.count({ where: { name: 'no' } })).toBe(0);
  });

  it('that is lowered deletes the account’s open invitations and consents with more rights, and no others', async () => {
    const account = await createTestAccount(world, 'Lowering');
    const elsewhere = (await createInvitation(alice.ctx)).invitation.id;
    const steps = [
      ['auditor', 'owner', 1],
      ['owner', 'owner', 1],
      ['owner', 'admin', 0],
      ['admin', 'auditor', 0],
      ['developer', 'approver', 0],
    ] as const;
    await person('owner', account);
    const stack = await createStack(account.ctx, { name: 'agents' });
    const { endpoint } = await createClientEndpoint(account.ctx, { stackId: stack.id, name: 'agent' });
    for (const [before, after, left] of steps) {
      const id = await person(before, account);
      await createInvitation(account.ctx);
      await approveAuthorization(account.ctx, requestOf(endpoint.clientId));
      await updateUserRole(account.ctx, id, { role: after });
      const where = { accountId: account.accountId, usedAt: null };
      const codes = world.database.db.authorizationCode;
      const remaining = [await world.database.db.invitation.count({ where }), await codes.count()];
      expect(remaining, `${before} to ${after}`).toEqual([left, left]);
      await world.database.db.invitation.deleteMany({ where });
      await codes.deleteMany();
    }
    expect(await world.database.db.invitation.count({ where: { id: elsewhere } })).toBe(1);
  });

  it('of owner goes to one of several people who first use single sign-on concurrently', async () => {
    const { db } = world.database;
    const oldest = await db.account.findFirstOrThrow({ orderBy: { id: 'asc' } });
    await db.user.deleteMany({ where: { accountId: oldest.id } });
    const visitor = world.as({ kind: 'visitor', accountId: null, address: '127.0.0.1' });
    const names = ['one', 'two', 'three', 'four'];
    const joining = names.map((subject) => {
      const identity = { issuer: 'https://idp.test', subject, verifiedEmail: `${subject}@corp.example` };
      return signInWithIdentity(visitor, identity, { domains: ['corp.example'] }, { userAgent: '' });
    });
    const roles = (await Promise.all(joining)).map(({ user }) => user.role);
    expect(roles.toSorted()).toEqual(['developer', 'developer', 'developer', 'owner']);
  });

  it('of another account’s person is not found', async () => {
    const bob = await createTestAccount(world, 'Bob');
    const theirs = await person('developer', bob);
    const input = { role: 'owner' };
    await expect(updateUserRole(alice.ctx, theirs, input)).rejects.toMatchObject({ code: 'not_found' });
    await expect(updateUserRole(alice.ctx, newUserId(), input)).rejects.toMatchObject({ code: 'not_found' });
    await expect(updateUserRole(alice.ctx, theirs, { role: 'god' })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await roleOf(theirs)).toBe('developer');
  });
});
