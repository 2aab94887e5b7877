import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { newClientId, newEndpointId } from '../../src/core/kernel/ids.ts';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, type Made, makeStack, nameOf, pathOf, withKey } from './kit.ts';

let world: World;
let ours: Made;
let second: Made;
let theirs: Made;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url });
  ours = await makeStack(world.account, 'Ours', { one: 'One' });
  second = await makeStack(world.account, 'Second', {});
  theirs = await makeStack(world.otherAccount, 'Theirs', { secret: 'Their server' });
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const get = (path: string, key = world.account.apiKey) => ask(world.url, path, withKey(key));
const without = (text: string, name: string) => text.replaceAll(name, '<name>');

const listed = async (path: string, key?: string) => JSON.stringify((await get(path, key)).body);

it('shows nobody another account’s endpoint, for any query', async () => {
  const cursor = (id: string) => Buffer.from(JSON.stringify([id, null, null])).toString('base64url');
  const questions = [
    '/v0.1/servers',
    '/v0.1/servers?search=theirs',
    '/v0.1/servers?search=their%20server',
    `/v0.1/servers?search=${theirs.endpoint.clientId}`,
    '/v0.1/servers?updated_since=2020-01-01T00:00:00Z&include_deleted=true',
    `/v0.1/servers?cursor=${cursor(newEndpointId())}`,
    `/v0.1/servers?cursor=${cursor(theirs.endpoint.id)}`,
  ];
  for (const path of questions) {
    const { status, body } = await get(path);
    expect(status, path).toBe(200);
    expect(JSON.stringify(body).toLowerCase(), path).not.toContain('their');
    expect(JSON.stringify(body), path).not.toContain(theirs.endpoint.clientId);
  }
  expect(questions).toHaveLength(7);
});

it('answers for another account’s endpoint byte for byte as for a nonexistent one', async () => {
  const [foreign, nobodys] = [nameOf(theirs), `127.0.0.1/${newClientId()}`];
  const ends = ['', '/latest', '/1.0.0', '/2.0.0'];
  for (const end of ends) {
    const [one, other] = [await get(`${pathOf(foreign)}${end}`), await get(`${pathOf(nobodys)}${end}`)];
    expect(one.status).toBe(404);
    expect(without(JSON.stringify(one.body), foreign)).toBe(without(JSON.stringify(other.body), nobodys));
    const own = await get(`${pathOf(nameOf(theirs))}${end}`, world.otherAccount.apiKey);
    expect(own.status).toBe(end === '/2.0.0' ? 404 : 200);
  }
  expect(ends).toHaveLength(4);
});

it('shows a single-stack key only that stack, and a key without the right to read nothing', async () => {
  const { ctx } = world.account;
  const stackRoles = [{ stackId: second.stackId, role: 'auditor' }];
  const narrow = await createApiKey(ctx, { name: 'narrow', role: 'member', stackRoles });
  expect(await listed('/v0.1/servers', narrow.key)).toContain(second.endpoint.clientId);
  expect(await listed('/v0.1/servers', narrow.key)).not.toContain(ours.endpoint.clientId);
  expect((await get(pathOf(nameOf(ours)), narrow.key)).status).toBe(404);
  const calling = await createApiKey(ctx, { name: 'calling', scopes: ['invoke'] });
  for (const path of ['/v0.1/servers', pathOf(nameOf(ours))]) {
    const { status, body } = await get(path, calling.key);
    const error = 'This needs the right “read”, which the scopes of this API key do not grant';
    expect({ status, body }).toEqual({ status: 403, body: { error } });
  }
});

it('shows anonymous callers only the account that the operator names, counted by network', async () => {
  const lines: string[] = [];
  const publicWorld = await startWorld({
    log: { write: (line) => lines.push(line) },
    databaseUrl: database.url,
    limits: { ...DOCUMENTED_LIMITS, default: 4 },
    config: { registry: { url: null, publicAccount: world.otherAccount.id } },
  });
  try {
    const anyone = await ask(publicWorld.url, '/v0.1/servers');
    expect(anyone.status).toBe(200);
    expect(JSON.stringify(anyone.body)).toContain(theirs.endpoint.clientId);
    expect(JSON.stringify(anyone.body)).not.toContain(ours.endpoint.clientId);
    expect((await ask(publicWorld.url, `${pathOf(nameOf(theirs))}/latest`)).status).toBe(200);
    expect((await ask(publicWorld.url, `${pathOf(nameOf(ours))}/latest`)).status).toBe(404);
    // A request with a key is not anonymous: the key is checked, and shows its own account.
    expect((await ask(publicWorld.url, '/v0.1/servers', withKey('nonsense'))).status).toBe(401);
    const own = await ask(publicWorld.url, '/v0.1/servers', withKey(world.account.apiKey));
    expect(JSON.stringify(own.body)).toContain(ours.endpoint.clientId);
    expect(JSON.stringify(own.body)).not.toContain(theirs.endpoint.clientId);
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) statuses.push((await ask(publicWorld.url, '/v0.1/servers')).status);
    expect(statuses).toEqual([200, 429, 429]);
    expect(own.headers.get('x-ratelimit-remaining')).toBe('3');
    await database.db.$executeRaw`ALTER TABLE client_endpoint RENAME TO client_endpoint_gone`;
    const failed = await ask(publicWorld.url, '/v0.1/servers', withKey(world.account.apiKey));
    expect({ status: failed.status, body: failed.body }).toEqual({ status: 500, body: { error: 'Internal error' } });
    const line = { level: 50, status: 500, msg: 'Internal error', err: expect.objectContaining({ code: 'P2021' }) };
    const errors = lines.map((each) => JSON.parse(each)).filter(({ level }) => level >= 50);
    expect(errors).toEqual([expect.objectContaining(line)]);
  } finally {
    await database.db.$executeRaw`ALTER TABLE IF EXISTS client_endpoint_gone RENAME TO client_endpoint`;
    await publicWorld.close();
  }
});
