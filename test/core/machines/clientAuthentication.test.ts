import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { grantToClient } from '../../../src/core/machines/clientCredentials.ts';
import { createServiceAccount } from '../../../src/core/machines/serviceAccount.ts';
import { createLimiter } from '../../../src/store/limiter.ts';
import { JWT_BEARER, newPair, sign } from '../../oauth/machineKit.ts';
import { createTestAccount, createWorld } from '../world.ts';

/* Every way for a service account to authenticate, and the valid combinations. */

const ADDRESS = 'https://toolyard.test';
const REFUSED = { name: 'OAuthError', code: 'invalid_client' };
const world = await createWorld();
afterAll(() => world.database.close());
const { ctx, stackId } = await createTestAccount(world, 'Alice');
const limiter = createLimiter({ limits: 'off', shared: null });
const visitor = { ...world.as({ kind: 'visitor', accountId: null, address: '127.0.0.1' }), limiter };
const pair = await newPair('EdDSA');

let id: string;
let secret: string;
let keyed: string;
let make: (input?: object) => ReturnType<typeof createServiceAccount>;
beforeAll(async () => {
  const { endpoint } = await createClientEndpoint(ctx, { stackId, name: 'agents' });
  make = (input = {}) => createServiceAccount(ctx, { endpointId: endpoint.id, name: 'nightly', ...input });
  const made = await make();
  [id, secret] = [made.client.id, made.secret ?? ''];
  keyed = (await make({ publicKeys: pair.jwk })).client.id;
});

const ask = (params: Readonly<Record<string, string>>, authorization?: string) =>
  grantToClient(visitor, {
    ...{ params, authorization, from: '127.0.0.1' },
    ...{ addresses: [ADDRESS], tokenEndpoints: [`${ADDRESS}/oauth/token`] },
  });
const encoded = (text: string): string => Buffer.from(text).toString('base64');
/** The client's id with this many percent-escaped characters: each adds two characters. */
const escaped = (count: number): string =>
  [...id].map((char, at) => (at < count ? `%${char.charCodeAt(0).toString(16)}` : char)).join('');

describe('Basic authentication', () => {
  it('accepts any base64 padding, escapes, case and several spaces', async () => {
    const texts = [0, 1, 2].map((count) => encoded(`${escaped(count)}:${secret}`));
    expect(new Set(texts.map((text) => text.length - text.replaceAll('=', '').length))).toEqual(new Set([0, 1, 2]));
    for (const text of texts)
      for (const scheme of ['Basic ', 'basic ', 'BASIC   '])
        expect(await ask({}, `${scheme}${text}`), `${scheme}${text}`).toMatchObject({ expiresInSeconds: 900 });
  });

  it('accepts the same client also in the body', async () => {
    expect(await ask({ client_id: id }, `Basic ${encoded(`${id}:${secret}`)}`)).toMatchObject({ scope: 'tools' });
  });

  it.each<[string, (text: string) => string]>([
    ['something before it', (text) => `x Basic ${text}`],
    ['something after it', (text) => `Basic ${text} x`],
    ['another scheme before it', (text) => `Bearer, Basic ${text}`],
    ['no space', (text) => `Basic${text}`],
    ['three padding characters', (text) => `Basic ${text}===`],
  ])('with %s is refused', async (_name, spelled) => {
    await expect(ask({}, spelled(encoded(`${id}:${secret}`)))).rejects.toMatchObject(REFUSED);
  });
});

it('a JWT accepts its own client’s id as a parameter, and no other', async () => {
  const at = world.clock.now.getTime() / 1_000;
  const params = async () => ({
    client_assertion_type: JWT_BEARER,
    client_assertion: await sign(pair, { iss: keyed, sub: keyed, aud: ADDRESS, iat: at, exp: at + 60 }),
  });
  expect(await ask({ ...(await params()), client_id: keyed })).toMatchObject({ expiresInSeconds: 900 });
  await expect(ask({ ...(await params()), client_id: id })).rejects.toMatchObject(REFUSED);
});

it('a secret plus any part of another method counts as two methods', async () => {
  const shown = { client_id: id, client_secret: secret };
  for (const part of [{ client_assertion_type: JWT_BEARER }, { client_assertion: 'x' }])
    await expect(ask({ ...shown, ...part })).rejects.toMatchObject({ ...REFUSED, code: 'invalid_request' });
  expect(await ask(shown)).toMatchObject({ expiresInSeconds: 900 });
});

it('a client gets a token for its last whole second, and none for a fraction', async () => {
  const { client, secret: own } = await make({ expiresAt: new Date(world.clock.now.getTime() + 1_000) });
  const shown = { client_id: client.id, client_secret: own ?? '' };
  expect(await ask(shown)).toMatchObject({ expiresInSeconds: 1 });
  world.pass(1);
  await expect(ask(shown)).rejects.toMatchObject(REFUSED);
});
