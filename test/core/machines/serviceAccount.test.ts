import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditEvents } from '../../../src/core/audit/list.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import type { EndpointId } from '../../../src/core/kernel/ids.ts';
import { storedKeys, thumbprintOf } from '../../../src/core/machines/publicKeys.ts';
import {
  createServiceAccount,
  findServiceAccount,
  revokeServiceAccount,
  rotateServiceAccount,
} from '../../../src/core/machines/serviceAccount.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

let world: World;
let alice: TestAccount;
let bob: TestAccount;
let endpointId: EndpointId;

beforeAll(async () => {
  world = await createWorld();
  [alice, bob] = [await createTestAccount(world, 'Alice'), await createTestAccount(world, 'Bob')];
  endpointId = (await createClientEndpoint(alice.ctx, { stackId: alice.stackId, name: 'agent' })).endpoint.id;
});
afterAll(() => world.database.close());

const make = (input: object = {}, ctx: Ctx = alice.ctx) =>
  createServiceAccount(ctx, { endpointId, name: 'nightly', ...input });
const jwkOf = (pair: { publicKey: { export(options: { format: 'jwk' }): object } }) =>
  pair.publicKey.export({ format: 'jwk' });
const ed25519 = () => generateKeyPairSync('ed25519');

describe('a service account', () => {
  it('has a secret that is shown once', async () => {
    const { client, secret } = await make({ tools: ['a_*'], networks: ['10.0.0.0/8'], endUser: 'ann' });
    expect(secret).toMatch(/^tym_[\w-]{43}$/);
    expect(client).toMatchObject({ endpointId, tools: ['a_*'], networks: ['10.0.0.0/8'], endUser: 'ann' });
    const everything = JSON.stringify([
      await world.database.db.serviceAccount.findMany(),
      await world.database.db.auditEvent.findMany({ select: { details: true } }),
    ]);
    expect(everything).toContain(client.id);
    expect(everything).not.toContain(secret);
    await revokeServiceAccount(alice.ctx, client.id);
  });

  it('has each change audited, with its endpoint', async () => {
    const { client } = await make();
    await rotateServiceAccount(alice.ctx, client.id, { publicKeys: jwkOf(ed25519()) });
    await revokeServiceAccount(alice.ctx, client.id);
    const events = (await listAuditEvents(alice.ctx)).filter(({ targetId }) => targetId === client.id).toReversed();
    expect(events.map(({ action, details }) => ({ action, details }))).toEqual([
      { action: 'service_account.create', details: { name: 'nightly', endpointId, has: 'secret' } },
      { action: 'service_account.rotate', details: { name: 'nightly', endpointId, has: 'keys' } },
      { action: 'service_account.revoke', details: { name: 'nightly', endpointId, has: 'keys' } },
    ]);
  });

  it('of another account looks nonexistent, and is not created at a foreign endpoint', async () => {
    const { client } = await make();
    const refused = { code: 'not_found' };
    await expect(make({}, bob.ctx)).rejects.toMatchObject(refused);
    await expect(rotateServiceAccount(bob.ctx, client.id, {})).rejects.toMatchObject(refused);
    await expect(revokeServiceAccount(bob.ctx, client.id)).rejects.toMatchObject(refused);
    expect(await findServiceAccount(bob.ctx, client.id)).toBeNull();
    await revokeServiceAccount(alice.ctx, client.id);
    await expect(revokeServiceAccount(alice.ctx, client.id)).rejects.toMatchObject(refused);
  });
});

const rsa = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits });
const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
/** An RSA key with leading zeros that double the length of its modulus. */
const padded = (jwk: object) => {
  const n = Buffer.from('n' in jwk ? String(jwk.n) : '', 'base64url');
  return { ...jwk, n: Buffer.concat([Buffer.alloc(n.length), n]).toString('base64url') };
};
const point = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) };

describe('public keys', () => {
  it('of each kind are stored without unneeded members', async () => {
    const keys = [rsa(2_048), ec('P-256'), ec('P-521')].map((pair) => ({ ...jwkOf(pair), x5u: 'https://x.test' }));
    const { client, secret } = await make({ publicKeys: { keys: keys } });
    expect(secret).toBeNull();
    const stored = storedKeys(client.publicKeys);
    // With its quotes, because the letters of a random key may spell the name.
    expect(JSON.stringify(client.publicKeys)).not.toContain('"x5u"');
    expect(JSON.stringify(client.publicKeys)).not.toContain('https://x.test');
    expect(new Set(await Promise.all(stored.map(thumbprintOf))).size).toBe(3);
    await revokeServiceAccount(alice.ctx, client.id);
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => ({})],
    ['text', () => 'ssh-ed25519 AAAA'],
    ['an empty set', () => ({ keys: [] })],
    ['a set of four', () => ({ keys: Array.from({ length: 4 }, () => jwkOf(ed25519())) })],
    ['a private key', () => ed25519().privateKey.export({ format: 'jwk' })],
    ['a private RSA key', () => rsa(2_048).privateKey.export({ format: 'jwk' })],
    ['a symmetric key', () => ({ kty: 'oct', k: 'c2VjcmV0' })],
    ['an RSA key of 1,024 bits', () => jwkOf(rsa(1_024))],
    ['an RSA key of 1,024 bits behind zeros', () => padded(jwkOf(rsa(1_024)))],
    ['an RSA key with a large exponent', () => ({ ...jwkOf(rsa(2_048)), e: 'A'.repeat(300) })],
    ['a key agreement key', () => jwkOf(generateKeyPairSync('x25519'))],
    ['an unsupported curve', () => jwkOf(ec('secp256k1'))],
    ['a point that is not on its curve', () => point],
    ['a key for encryption', () => ({ ...jwkOf(ec('P-256')), use: 'enc' })],
    ['a key for another algorithm', () => ({ ...jwkOf(ec('P-256')), alg: 'HS256' })],
  ])('cannot be %s', async (_name, makeKeys) => {
    await expect(make({ publicKeys: makeKeys() })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ path: '/publicKeys' }] },
    });
  });
});

describe('an expiry', () => {
  const at = (ms: number) => new Date(alice.ctx.now().getTime() + ms);

  it.each([0, -1])('is in the future, for a new or updated client: %d ms from now', async (ms) => {
    const refused = {
      code: 'invalid_input',
      details: { issues: [{ path: '/expiresAt', message: 'must be in the future' }] },
    };
    await expect(make({ expiresAt: at(ms) })).rejects.toMatchObject(refused);
    const { client } = await make({ expiresAt: at(1) });
    const rotating = rotateServiceAccount(alice.ctx, client.id, { expiresAt: at(ms) });
    await expect(rotating).rejects.toMatchObject(refused);
    await revokeServiceAccount(alice.ctx, client.id);
  });
});

it('of two concurrent revocations, one succeeds and is announced', async () => {
  const { client } = await make({ publicKeys: null });
  const ends = await Promise.allSettled([1, 2].map(() => revokeServiceAccount(alice.ctx, client.id)));
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const events = (await listAuditEvents(alice.ctx)).filter(({ targetId }) => targetId === client.id);
  expect(events.map(({ action, targetKind }) => [action, targetKind])).toEqual([
    ['service_account.revoke', 'service_account'],
    ['service_account.create', 'service_account'],
  ]);
});
