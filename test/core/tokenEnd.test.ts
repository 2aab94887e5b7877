import { decodeJwt } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { setAccountLimits } from '../../src/core/accounts/account.ts';
import { deleteClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken, revokeStackToken } from '../../src/core/endpoints/stackToken.ts';
import { deleteStack } from '../../src/core/stacks/stack.ts';
import { DAY_S, type Issued, openTokens } from './tokenKit.ts';

const { world, newVerifier, nowS, pass, issue, close } = await openTokens();
afterAll(close);

describe('its end', () => {
  test('comes when it was said, also while its answer is cached', async () => {
    const { alice, made, clientId, verifier } = await issue();
    const { token, tokenRecord } = await createStackToken(alice.ctx, {
      endpointId: made.endpoint.id,
      expiresInDays: 1,
    });
    pass(DAY_S * 1000 - 1_000);
    expect(await verifier.verify(token, clientId)).not.toBeNull();
    pass(1_000);
    expect(tokenRecord.expiresAt).toEqual(world.clock.now);
    expect(await verifier.verify(token, clientId)).toBeNull();
    expect(await newVerifier().verify(token, clientId)).toBeNull();
    expect(await verifier.verify(made.token, clientId)).not.toBeNull();
  });

  test('never comes when that was said', async () => {
    const { alice, made, clientId, verifier } = await issue();
    const { token } = await createStackToken(alice.ctx, { endpointId: made.endpoint.id, neverExpires: true });
    expect(decodeJwt(token).exp).toBeUndefined();
    pass(50 * 365 * DAY_S * 1000);
    expect(await verifier.verify(token, clientId)).not.toBeNull();
    expect(await verifier.verify(made.token, clientId)).toBeNull();
  });

  test.each<[string, (issued: Issued) => Promise<unknown>]>([
    ['its revocation', ({ alice, made }) => revokeStackToken(alice.ctx, made.tokenRecord.id)],
    ['the deletion of its endpoint', ({ alice, made }) => deleteClientEndpoint(alice.ctx, made.endpoint.id)],
    ['the deletion of its stack', ({ alice }) => deleteStack(alice.ctx, alice.stackId)],
  ])('comes at once with %s, however often it was used', async (_what, end) => {
    const issued = await issue();
    const { made, clientId, verifier } = issued;
    expect(await verifier.verify(made.token, clientId)).not.toBeNull();
    await end(issued);
    expect(await verifier.verify(made.token, clientId)).toBeNull();
    expect(await newVerifier().verify(made.token, clientId)).toBeNull();
  });

  test('does not touch the tokens beside it', async () => {
    const { alice, made, clientId, verifier } = await issue();
    const other = await createStackToken(alice.ctx, { endpointId: made.endpoint.id });
    await revokeStackToken(alice.ctx, made.tokenRecord.id);
    expect(await verifier.verify(other.token, clientId)).not.toBeNull();
  });
});

test('a token that was renewed ends at its own time, even where it was checked a moment before', async () => {
  const { made, clientId, verifier } = await issue();
  const { db } = world.database;
  const expiresAt = new Date((nowS() + 365 * DAY_S) * 1_000);
  await db.stackToken.update({ where: { id: made.tokenRecord.id }, data: { expiresAt } });
  pass(90 * DAY_S * 1_000 - 10_000);
  expect(await verifier.verify(made.token, clientId)).not.toBeNull();
  pass(15_000);
  expect(await verifier.verify(made.token, clientId)).toBeNull();
});

test('limits that the operator grants count from then on', async () => {
  const { alice, made, clientId, verifier } = await issue();
  await verifier.verify(made.token, clientId);
  await setAccountLimits(world.as(), alice.accountId, { limits: { call_tool: 7 } });
  expect(await verifier.verify(made.token, clientId)).toMatchObject({ limits: { call_tool: 7 } });
});
