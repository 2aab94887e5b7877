import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
import { endpointInclude } from '../../../src/core/authorization/issue.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { type EndpointId, newTrustedIssuerId } from '../../../src/core/kernel/ids.ts';
import { issueGranted } from '../../../src/core/machines/grantedToken.ts';
import {
  createTrustedIssuer,
  deleteTrustedIssuer,
  findTrustedIssuer,
} from '../../../src/core/machines/trustedIssuer.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

let world: World;
let alice: TestAccount;
let endpointId: EndpointId;

beforeAll(async () => {
  world = await createWorld();
  alice = await createTestAccount(world, 'Alice');
  endpointId = (await createClientEndpoint(alice.ctx, { stackId: alice.stackId, name: 'agent' })).endpoint.id;
});
afterAll(() => world.database.close());

const ISSUER = 'https://login.company.test';
const trust = (input: object = {}) =>
  createTrustedIssuer(alice.ctx, {
    ...{ endpointId, name: 'Company', issuer: `https://${randomUUID()}.test`, jwksUrl: 'https://idp.test/jwks' },
    ...input,
  });

describe('a trusted issuer', () => {
  it.each([
    ['without TLS', { jwksUrl: 'http://example.com/jwks' }],
    ['by a file', { jwksUrl: 'file:///etc/passwd' }],
    ['with eleven claims', { claims: Object.fromEntries('abcdefghijk'.split('').map((key) => [key, ['x']])) }],
    ['with a claim of no value', { claims: { groups: [] } }],
    ['with claims that are not lists', { claims: { groups: 'x' } }],
    ['with an empty end user', { endUserClaim: '' }],
  ])('is not created %s', async (_name, input) => {
    await expect(trust(input)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is not created twice at an endpoint', async () => {
    await trust({ issuer: ISSUER });
    await expect(trust({ issuer: ISSUER })).rejects.toMatchObject({ code: 'already_exists' });
  });

  it('is found only by its account', async () => {
    const bob = await createTestAccount(world, 'Bob');
    const [made, other] = [await trust(), await trust()];
    expect(await findTrustedIssuer(alice.ctx, made.id)).toEqual(made);
    expect(await findTrustedIssuer(alice.ctx, other.id, { select: { name: true } })).toEqual({ name: 'Company' });
    for (const id of [made.id, newTrustedIssuerId()]) expect(await findTrustedIssuer(bob.ctx, id)).toBeNull();
    expect(await findTrustedIssuer(alice.ctx, newTrustedIssuerId())).toBeNull();
    for (const id of [made.id, newTrustedIssuerId()])
      await expect(deleteTrustedIssuer(bob.ctx, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await findTrustedIssuer(alice.ctx, made.id)).toEqual(made);
  });

  it('with many people leaves room for other issuers’ people and the owner’s tokens', async () => {
    await setAccountLimits(world.as(), alice.accountId, { limits: { max_issuer_tokens: 2, max_tokens: 2 } });
    const endpoint = await alice.ctx.db.clientEndpoint.findUniqueOrThrow({
      where: { id: endpointId },
      include: endpointInclude,
    });
    const [first, second] = [await trust(), await trust()];
    const letIn = ({ id }: typeof first, endUser: string) =>
      issueGranted(alice.ctx, {
        ...{ id, endpoint, requireStill: () => Promise.resolve() },
        token: { name: 'Company', endUser, oauthClient: null, tools: [], networks: [] },
      });
    const full = { code: 'invalid_input', message: expect.stringContaining('max_issuer_tokens') };
    for (const endUser of ['ann', 'bea']) await letIn(first, endUser);
    await expect(letIn(first, 'cleo')).rejects.toMatchObject(full);
    await letIn(first, 'ann');
    await letIn(second, 'cleo');
    // The endpoint came with one token.
    await createStackToken(alice.ctx, { endpointId, name: 'the owner’s' });
    const tooMany = { message: expect.stringContaining('max_tokens') };
    await expect(createStackToken(alice.ctx, { endpointId, name: 'another' })).rejects.toMatchObject(tooMany);
    world.pass(3_600_000);
    await letIn(first, 'cleo');
    await world.database.db.stackToken.deleteMany({ where: { endUser: 'cleo' } });
    // A returning end user keeps the same record, which is extended and reported.
    const recordsOf = (endUser: string) => world.database.db.stackToken.findMany({ where: { endUser } });
    const [before] = await recordsOf('ann');
    await letIn(first, 'ann');
    const [after, ...others] = await recordsOf('ann');
    expect([after?.id, others]).toEqual([before?.id, []]);
    expect(Number(after?.expiresAt) - Number(before?.expiresAt)).toBe(3_600_000);
    const where = { chain: alice.accountId, targetId: before?.id ?? '' };
    const events = await world.database.db.auditEvent.findMany({ where, orderBy: { seq: 'asc' } });
    const details = { endpointId, grantedBy: first.id };
    expect(events).toMatchObject([
      { action: 'token.create', details },
      { action: 'token.renew', details },
    ]);
  });
});
