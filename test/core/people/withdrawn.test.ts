import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newApiKey } from '../../../src/core/accounts/apiKey.ts';
import { approveAuthorization } from '../../../src/core/authorization/consent.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import {
  newConnectLinkId,
  newRowId,
  newServerKey,
  newSessionId,
  newStackServerId,
  newUserId,
  toServerId,
} from '../../../src/core/kernel/ids.ts';
import type { Role } from '../../../src/core/kernel/roles.ts';
import { removeUser, signOutUser, updateUserRole } from '../../../src/core/people/user.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

/* Everything that ends with a person or their role: access that they may have granted in their account. */

let world: World;
const SERVER = newServerKey();
beforeAll(async () => {
  world = await createWorld();
  const server = { id: SERVER, owner: 'marketplace', slug: toServerId('mail'), name: 'Mail', description: '' };
  const connector = { kind: 'http', baseUrl: 'https://mail.test' };
  await world.database.db.server.create({
    data: { ...server, verified: false, toolPrefix: true, connector, digest: '' },
  });
});
afterAll(() => world.database.close());

async function person(role: Role, { accountId }: TestAccount) {
  const id = newUserId();
  const data = { id, accountId, role, email: `${id.toLowerCase()}@example.com`, createdAt: new Date() };
  await world.database.db.user.create({ data });
  return id;
}

/** An account with two owners, an admin, a consent not yet used by a client, and links for a stack and an end user. */
async function open(name: string) {
  const { db } = world.database;
  const account = await createTestAccount(world, name);
  const { ctx, stackId } = account;
  await person('owner', account);
  const { endpoint } = await createClientEndpoint(ctx, { stackId, name: 'agent' });
  await approveAuthorization(ctx, {
    clientId: endpoint.clientId,
    oauthClient: 'client',
    clientName: 'An agent',
    redirectUri: 'http://127.0.0.1/',
    clientHost: null,
    stackName: 'agents',
    codeChallenge: 'x',
    state: null,
  });
  const stackServerId = newStackServerId();
  await db.stackServer.create({ data: { id: stackServerId, stackId, serverId: SERVER } });
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 600_000)];
  const bytes = () => Buffer.from(newRowId());
  for (const endUser of ['', 'ann']) {
    const hashes = { secretHash: bytes(), stateHash: bytes(), sealed: bytes() };
    const link = { id: newConnectLinkId(), stackServerId, endUser, fieldId: 'token', ...hashes };
    await db.connectLink.create({ data: { ...link, createdAt, expiresAt } });
  }
  const left = async () => ({
    consents: await db.authorizationCode.count({ where: { endpointId: endpoint.id } }),
    linksOf: (await db.connectLink.findMany({ where: { stackServerId } })).map(({ endUser }) => endUser).toSorted(),
  });
  return { account, admin: await person('admin', account), left };
}

describe.each<[string, (account: TestAccount, id: Awaited<ReturnType<typeof person>>) => Promise<unknown>]>([
  ['a lower role', ({ ctx }, id) => updateUserRole(ctx, id, { role: 'auditor' })],
  ['a person', ({ ctx }, id) => removeUser(ctx, id)],
])('with %s', (change, work) => {
  it('open consents and links for a stack are deleted, only in this account', async () => {
    const [ours, theirs] = [await open(`Ours, ${change}`), await open(`Theirs, ${change}`)];
    await work(ours.account, ours.admin);
    expect(await ours.left()).toEqual({ consents: 0, linksOf: ['ann'] });
    expect(await theirs.left()).toEqual({ consents: 1, linksOf: ['', 'ann'] });
  });
});

it('the audit log names whose role changed, and the previous role', async () => {
  const { account, admin } = await open('Logged');
  await updateUserRole(account.ctx, admin, { role: 'auditor' });
  const event = await world.database.db.auditEvent.findFirst({ where: { targetId: admin } });
  expect(event).toMatchObject({
    action: 'user.change_role',
    targetKind: 'user',
    chain: account.accountId,
    details: { before: 'admin', role: 'auditor' },
  });
});

/** A person's API key from a command line login. */
async function loginOf(userId: Awaited<ReturnType<typeof person>>, role: Role, { accountId, ctx }: TestAccount) {
  const limits = { role, scopes: [], stackRoles: [], tools: [], networks: [], callsMax: null, expiresAt: null };
  const { data } = newApiKey(ctx, { accountId, name: role, ...limits });
  await world.database.db.apiKey.create({ data: { ...data, userId } });
  return data.id;
}

const revoked = async (ids: readonly string[]) => {
  const rows = await world.database.db.apiKey.findMany({ where: { id: { in: [...ids] }, NOT: { revokedAt: null } } });
  return rows.map(({ id }) => id);
};

it('logins with more rights than the new role end, and no others', async () => {
  const { account, admin } = await open('Logins');
  const greater = await loginOf(admin, 'admin', account);
  const less = await loginOf(admin, 'auditor', account);
  const other = await loginOf(await person('admin', account), 'admin', account);
  await updateUserRole(account.ctx, admin, { role: 'auditor' });
  expect(await revoked([greater, less, other])).toEqual([greater]);
  const event = await world.database.db.auditEvent.findFirst({ where: { targetId: admin } });
  expect(event?.details).toMatchObject({ revokedApiKeys: [greater] });
});

it('one session and one login end together', async () => {
  const { account, admin } = await open('Signed in');
  const { db } = world.database;
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 600_000)];
  const session = { id: newSessionId(), userId: admin, hash: Buffer.from(newRowId()), userAgent: '' };
  await db.session.create({ data: { ...session, createdAt, lastSeenAt: createdAt, expiresAt } });
  const login = await loginOf(admin, 'admin', account);
  await signOutUser(account.ctx, admin);
  expect(await revoked([login])).toEqual([login]);
  expect(await db.session.count({ where: { userId: admin } })).toBe(0);
});
