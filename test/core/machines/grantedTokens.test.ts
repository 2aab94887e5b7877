import { afterAll, expect, it } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { grantToClient } from '../../../src/core/machines/clientCredentials.ts';
import {
  createServiceAccount,
  type IssuedServiceAccount,
  revokeServiceAccount,
} from '../../../src/core/machines/serviceAccount.ts';
import { createLimiter } from '../../../src/store/limiter.ts';
import { createTestAccount, createWorld } from '../world.ts';

/* Issuing and revoking a service account's tokens doesn't affect other tokens. */

const ADDRESS = 'https://toolyard.test';
const world = await createWorld();
afterAll(() => world.database.close());
const { db } = world.database;
const limiter = createLimiter({ limits: 'off', shared: null });
const visitor = { ...world.as({ kind: 'visitor', accountId: null, address: '127.0.0.1' }), limiter };

/** Two clients of one endpoint with one token each, and the endpoint's first token. */
async function open(name: string) {
  const { ctx, stackId, accountId } = await createTestAccount(world, name);
  const { endpoint, tokenRecord } = await createClientEndpoint(ctx, { stackId, name });
  const make = () => createServiceAccount(ctx, { endpointId: endpoint.id, name: 'nightly' });
  const clients = [await make(), await make()] as const;
  for (const each of clients) await sign(each);
  return { ctx, accountId, make, clients, first: tokenRecord.id };
}

const sign = ({ client, secret }: IssuedServiceAccount) =>
  grantToClient(visitor, {
    params: { client_id: client.id, client_secret: secret ?? '' },
    authorization: undefined,
    addresses: [ADDRESS],
    tokenEndpoints: [`${ADDRESS}/oauth/token`],
    from: '127.0.0.1',
  });

/** The tokens of all accounts, by their ids. */
const tokens = async () => new Map((await db.stackToken.findMany()).map((row) => [row.id, row]));

it('a reissued token stays the same for longer, and all others are unchanged', async () => {
  const { clients } = await open('Longer');
  await open('Others');
  const before = await tokens();
  world.pass(60 * 60_000);
  await sign(clients[0]);
  const changed = [...(await tokens())].filter(
    ([id, row]) => Number(row.expiresAt) !== Number(before.get(id)?.expiresAt),
  );
  expect(changed.map(([, { grantId }]) => grantId)).toEqual([clients[0].client.id]);
});

it('only the tokens of a revoked client end', async () => {
  const { ctx, clients } = await open('Revoked');
  await open('Beside');
  const before = await tokens();
  await revokeServiceAccount(ctx, clients[0].client.id);
  const ended = [...(await tokens())].filter(([id, row]) => row.revokedAt !== null && !before.get(id)?.revokedAt);
  expect(ended.map(([, { grantId }]) => grantId)).toEqual([clients[0].client.id]);
});

/** How long a record lasts, and one of its tokens. */
const [RECORD_MS, TOKEN_MS] = [3_600_000, 900_000];

it('a token lasts no longer than its record, which is renewed when it has less left', async () => {
  const { clients } = await open('Times');
  const end = async () => {
    const { expiresAt } = await db.stackToken.findFirstOrThrow({ where: { grantId: clients[0].client.id } });
    return Number(expiresAt) - world.clock.now.getTime();
  };
  expect(await end()).toBe(RECORD_MS);
  world.pass(RECORD_MS - TOKEN_MS);
  await sign(clients[0]);
  expect(await end()).toBe(TOKEN_MS);
  world.pass(1_000);
  await sign(clients[0]);
  expect(await end()).toBe(RECORD_MS);
});

it('an account’s tokens are bounded: a renewed one needs no room, an expired one does', async () => {
  const { accountId, make, clients } = await open('Full');
  await setAccountLimits(world.as(), accountId, { limits: { max_tokens: 3 } });
  const full = { code: 'invalid_input', message: expect.stringContaining('max_tokens') };
  const others = [await make(), await make()] as const;
  await expect(sign(others[0])).rejects.toMatchObject(full);
  world.pass(RECORD_MS - TOKEN_MS + 1_000);
  await sign(clients[0]);
  world.pass(RECORD_MS);
  // The grants of both clients have expired, the first at this moment.
  for (const each of others) await sign(each);
  for (const each of clients) await expect(sign(each)).rejects.toMatchObject(full);
});
