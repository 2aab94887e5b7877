import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey, newApiKey, revokeApiKey } from '../../../src/core/accounts/apiKey.ts';
import { createRefusals, recordRefusals, SUBJECTS_MAX } from '../../../src/core/audit/refusals.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken, revokeStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { DOCUMENTED_LIMITS } from '../../../src/core/kernel/limitClasses.ts';
import { createInvitation } from '../../../src/core/people/invitation.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { startWorld, type World } from '../../harness/world.ts';

const FLOOD = 60;
const PASSWORD = 'correct horse battery staple 17';
const SECRET = 'nobody-shall-read-this@example.com';

let world: World;
beforeAll(async () => {
  world = await startWorld({ limits: { ...DOCUMENTED_LIMITS, default: 5, stacks: 5, failed_auth: 50 } });
});
afterAll(() => world.close());

const get = async (path: string, bearer: string): Promise<number> =>
  (await fetch(`${world.url}${path}`, { headers: { authorization: `Bearer ${bearer}` } })).status;

/** A chain's recorded refusals, once all are written. */
async function recorded(chain: string) {
  await recordRefusals(world.operator);
  const where = { chain, action: 'access.refuse' };
  const events = await world.operator.db.auditEvent.findMany({ where, orderBy: { seq: 'asc' } });
  return events.map(({ details }) => details);
}

it('many wrong keys are one operator event with the network and count', async () => {
  const keys = Array.from({ length: FLOOD }, () => newApiKey(world.account.ctx, SPARE).key);
  const statuses = new Map<number, number>();
  for (const key of keys) {
    const status = await get('/v1/stacks', key);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [401, 50],
    [429, 10],
  ]);
  expect(await recorded('operator')).toEqual([{ reason: 'wrong_credential', count: FLOOD, subjects: ['127.0.0.1'] }]);
  expect(await recorded('operator')).toHaveLength(1);
  process.stdout.write(`refusals: ${FLOOD} wrong keys, 1 event\n`);
});

const SPARE = { accountId: 'acct_none', name: 'none', role: 'developer', expiresAt: null } as never;

it('the use of a revoked key or token is recorded for its account', async () => {
  const { id, ctx } = await world.newAccount('Revoking');
  const { apiKey, key } = await createApiKey(ctx, { name: 'old' });
  await revokeApiKey(ctx, apiKey.id);
  const stack = await createStack(ctx, { name: 'research' });
  const made = await createClientEndpoint(ctx, { stackId: stack.id, name: 'agent' });
  const tokenId = made.tokenRecord?.id;
  if (!made.token || !tokenId) throw new Error('no token was made');
  await revokeStackToken(ctx, tokenId);
  await get('/v1/stacks', key);
  await get(`/s/${made.endpoint.clientId}/list_tools`, made.token);
  expect(await recorded(id)).toEqual([{ reason: 'revoked_credential', count: 2, subjects: [apiKey.id, tokenId] }]);
});

it('an expired token, or one from a wrong network, is recorded for its account', async () => {
  const { id, ctx } = await world.newAccount('Ending');
  const { id: stackId } = await createStack(ctx, { name: 'research' });
  const { endpoint } = await createClientEndpoint(ctx, { stackId, name: 'agent' });
  const far = await createStackToken(ctx, { endpointId: endpoint.id, networks: ['10.9.0.0/16'] });
  const over = await createStackToken(ctx, { endpointId: endpoint.id });
  await ctx.db.stackToken.update({ where: { id: over.tokenRecord.id }, data: { expiresAt: new Date(0) } });
  for (const { token } of [far, far, over]) await get(`/s/${endpoint.clientId}/list_tools`, token);
  expect(await recorded(id)).toEqual([
    { reason: 'wrong_network', count: 2, subjects: [far.tokenRecord.id] },
    { reason: 'expired_credential', count: 1, subjects: [over.tokenRecord.id] },
  ]);
});

it('calls beyond a limit are recorded for their account', async () => {
  const { id, apiKey } = await world.newAccount('Busy');
  const statuses = [];
  for (let round = 0; round < 8; round += 1) statuses.push(await get('/v1/stacks', apiKey));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  expect(await recorded(id)).toEqual([{ reason: 'rate_limited', count: 3, subjects: [id] }]);
});

it('a failed sign-in is recorded for its account or the operator, without what was sent', async () => {
  const { id, ctx } = await world.newAccount('Home');
  const { secret } = await createInvitation(ctx);
  const send = async (field: string, input: object) => {
    const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { ${field}(input: $input) { __typename } }`;
    const headers = { 'content-type': 'application/json', origin: world.url };
    await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables: { input } }),
    });
  };
  await recorded(id);
  await send('acceptInvitation', { secret, email: 'ann@example.com', password: PASSWORD });
  await send('signIn', { email: 'ann@example.com', password: 'not her password' });
  await send('signIn', { email: SECRET, password: PASSWORD });
  const user = await world.operator.db.user.findFirstOrThrow({ where: { accountId: id } });
  expect(await recorded(id)).toEqual([{ reason: 'sign_in_failed', count: 1, subjects: [user.id] }]);
  const all = await recorded('operator');
  expect(all.at(-1)).toEqual({ reason: 'sign_in_failed', count: 1, subjects: ['127.0.0.1'] });
  expect(JSON.stringify(await world.operator.db.auditEvent.findMany())).not.toContain(SECRET);
});

it('stores a bounded part of a flood from many networks, and counts the rest', () => {
  const refusals = createRefusals();
  for (let index = 0; index < 50_000; index += 1) {
    refusals.note({ reason: 'wrong_credential', subject: `${index} ${'x'.repeat(10_000)}` });
  }
  const drained = refusals.drain();
  expect(drained).toHaveLength(SUBJECTS_MAX + 1);
  expect(drained.reduce((sum, { count }) => sum + count, 0)).toBe(50_000);
  expect(Math.max(...drained.map(({ subject }) => subject.length))).toBe(64);
  expect(refusals.drain()).toEqual([]);
});
