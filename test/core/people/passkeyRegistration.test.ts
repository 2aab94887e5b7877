import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toPasskeyId } from '../../../src/core/kernel/ids.ts';
import { newChallenge } from '../../../src/core/people/passkeyChallenge.ts';
import { relyingPartyAt } from '../../../src/core/people/relyingParty.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { newAuthenticator, type Wrong } from './authenticator.ts';
import type { Cbor } from './cbor.ts';
import { ASK, newPerson, PASSWORD, type Person, send } from './kit.ts';
import { answered, beginRegistration, byName, newPasskey, PASSKEY, signInWith } from './passkeyKit.ts';

let world: World;
let url: string;
let ann: Person;
const lines: string[] = [];
beforeAll(async () => {
  world = await startWorld({ log: { write: (line) => lines.push(line) } });
  url = byName(world);
  ann = await newPerson(world, 'ann@example.com');
});
afterAll(() => world.close());

const database = () => world.edge.deps.db;
const begin = (cookie: string, input: object, at = url) => send(at, PASSKEY.begin, { cookie, input });
const finish = (cookie: string, response: object, name = 'Key') =>
  send(url, PASSKEY.finish, { cookie, input: { name, response } });
const refusedFor = (message: string) => ({
  __typename: 'InvalidInputError',
  code: 'INVALID_INPUT',
  message: 'The passkey was not added: start again',
  issues: [{ path: '/response', message }],
});
const NOT_OURS = 'does not match a registration of this session within five minutes';

describe('passkey registration options', () => {
  it('require user verification and a discoverable key, and exclude existing passkeys', async () => {
    const dan = await newPerson(world, 'dan@example.com');
    const { authenticator } = await newPasskey(url, dan);
    const { id } = authenticator.get({ rpId: '', challenge: '' });
    expect(await beginRegistration(url, dan)).toMatchObject({
      rp: { id: 'localhost', name: 'Toolyard' },
      user: { id: Buffer.from(dan.id).toString('base64url'), name: 'dan@example.com' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id, type: 'public-key', transports: ['internal'] }],
    });
  });

  it.each([
    ['a wrong one', { currentPassword: 'not it' }],
    ['none', {}],
    ['null', { currentPassword: null }],
  ])('need the person’s password if they have one, not %s', async (_name, input) => {
    expect(answered(await begin(ann.cookie, input))).toMatchObject({
      issues: [{ path: '/currentPassword', message: 'is not your password' }],
    });
  });

  it('need no password of a person with single sign-on only', async () => {
    const sso = await newPerson(world, 'sso@example.com');
    await database().user.update({ where: { id: sso.id }, data: { passwordHash: null } });
    expect(answered(await begin(sso.cookie, {}))).toMatchObject({ options: { rp: { id: 'localhost' } } });
  });

  it('are for people, not for API keys', async () => {
    const headers = { authorization: `Bearer ${world.account.apiKey}` };
    const input = { currentPassword: PASSWORD };
    expect(answered(await send(url, PASSKEY.begin, { headers, input }))).toMatchObject({ code: 'FORBIDDEN' });
    expect((await send(url, PASSKEY.begin, { input })).status).toBe(401);
  });

  it('are unavailable at an IP address, and the sign-in options say so', async () => {
    const options = '{ signInOptions { canUsePasskeys } }';
    expect(answered(await send(url, options))).toEqual({ canUsePasskeys: true });
    expect(answered(await send(world.url, options))).toEqual({ canUsePasskeys: false });
    const refused = { code: 'FORBIDDEN', message: expect.stringContaining('not at an IP address') };
    expect(answered(await begin(ann.cookie, { currentPassword: PASSWORD }, world.url))).toMatchObject(refused);
    expect(answered(await send(world.url, PASSKEY.beginSignIn))).toMatchObject(refused);
  });
});

describe('a passkey registration', () => {
  const wrong: readonly (readonly [problem: string, make: () => Wrong, message: string])[] = [
    ['from another origin', () => ({ origin: 'https://evil.example' }), 'is not valid for this address'],
    ['for another relying party', () => ({ rpId: 'evil.example' }), 'is not valid for this address'],
    ['without user verification', () => ({ isUnverified: true }), 'is not valid for this address'],
    ['that is a sign-in', () => ({ type: 'webauthn.get' }), 'is not valid for this address'],
    ['with its own challenge', () => ({ challenge: 'bWluZQ' }), NOT_OURS],
    ['to a challenge that is too old', () => ({ challenge: challengeAt(Date.now() - 301_000) }), NOT_OURS],
    ['to a challenge of another session', () => ({ challenge: challengeAt(Date.now(), 'session_other') }), NOT_OURS],
  ];
  const session = async () => (await database().session.findFirstOrThrow({ where: { userId: ann.id } })).id;
  let annsSession: string;
  beforeAll(async () => {
    annsSession = await session();
  });
  const challengeAt = (atMs: number, of = annsSession) =>
    newChallenge(
      { vault: world.edge.deps.vault, now: () => new Date(atMs) },
      { purpose: 'passkey-registration', session: of },
    );

  it.each(wrong)('%s is refused', async (_name, make, message) => {
    const response = newAuthenticator(url).create(await beginRegistration(url, ann), make());
    expect(answered(await finish(ann.cookie, response))).toEqual(refusedFor(message));
  });

  it('for a challenge almost five minutes old is accepted', async () => {
    const challenge = challengeAt(Date.now() - 240_000);
    const response = newAuthenticator(url).create(await beginRegistration(url, ann), { challenge });
    expect(answered(await finish(ann.cookie, response))).toMatchObject({ passkey: { name: 'Key' } });
  });

  it('with a certificate is refused without calling addresses in it', async () => {
    const attStmt = new Map<string, Cbor>([['x5c', [new Uint8Array([1])]]]);
    for (const fmt of ['packed', 'tpm', 'apple', 'android-key', 'fido-u2f']) {
      const response = newAuthenticator(url).create(await beginRegistration(url, ann), {
        attestation: { fmt, attStmt },
      });
      expect(answered(await finish(ann.cookie, response))).toEqual(refusedFor('is not valid for this address'));
      expect(lines.findLast((line) => line.includes('a new passkey was refused'))).toContain('has a certificate');
    }
  });

  it('is accepted once, and its authenticator too', async () => {
    const authenticator = newAuthenticator(url);
    const response = authenticator.create(await beginRegistration(url, ann));
    const tries = await Promise.all([1, 2, 3].map(() => finish(ann.cookie, response)));
    const made = tries.flatMap(({ text }) => /"id":"(passkey_[^"]+)"/.exec(text)?.[1] ?? []);
    expect(made).toHaveLength(1);
    const again = authenticator.create(await beginRegistration(url, ann));
    expect(answered(await finish(ann.cookie, again))).toMatchObject({
      code: 'ALREADY_EXISTS',
      message: 'This passkey already exists',
    });
    await send(url, PASSKEY.remove, { cookie: ann.cookie, input: { passkeyId: made[0] ?? '' } });
    expect(answered(await finish(ann.cookie, response))).toEqual(refusedFor('is already used'));
    expect((await signInWith(url, authenticator)).cookie).toBeNull();
  });

  it.each([
    ['a blank name', ' ', {}, '/name'],
    ['no credential', 'Key', { response: {} }, '/response/response/attestationObject'],
    ['another encoding', 'Key', { id: 'a+b=' }, '/response/id'],
  ])('with %s is refused at the wrong field', async (_name, name, part, path) => {
    const response = { ...newAuthenticator(url).create(await beginRegistration(url, ann)), ...part };
    expect(answered(await finish(ann.cookie, response, name))).toMatchObject({
      issues: expect.arrayContaining([{ path, message: expect.any(String) }]),
    });
  });
});

it('max_passkeys: a person has at most 20 passkeys, also with concurrent additions', async () => {
  const { id, cookie } = await newPerson(world, 'many@example.com');
  const rows = Array.from({ length: 18 }, (_, index) => ({
    id: toPasskeyId(`passkey_${index}`),
    userId: id,
    name: `Key ${index}`,
    credentialId: `credential-${index}`,
    publicKey: new Uint8Array(),
    counter: 0,
    transports: [],
    createdAt: new Date(),
  }));
  await database().passkey.createMany({ data: rows });
  const begun = await Promise.all([1, 2, 3, 4].map(() => beginRegistration(url, { cookie })));
  const tries = begun.map((options) => finish(cookie, newAuthenticator(url).create(options)));
  const refused = (await Promise.all(tries)).map(answered).filter((answer) => !('passkey' in Object(answer)));
  const message = 'A person has at most 20 passkeys: remove one first';
  expect(refused).toEqual([
    { __typename: 'ForbiddenError', code: 'FORBIDDEN', message },
    { __typename: 'ForbiddenError', code: 'FORBIDDEN', message },
  ]);
  expect(answered(await begin(cookie, { currentPassword: PASSWORD }))).toMatchObject({ message });
});

it('forgets an answered challenge once it expires', async () => {
  const at = new Date(Date.now() - 1_000);
  await database().usedChallenge.create({ data: { id: 'old', expiresAt: at } });
  await newPasskey(url, ann);
  expect(await database().usedChallenge.findUnique({ where: { id: 'old' } })).toBeNull();
});

it('signing out and in cancels a registration', async () => {
  const options = await beginRegistration(url, ann);
  const { cookie } = await send(url, ASK.signIn, { input: { email: ann.email, password: PASSWORD } });
  const response = newAuthenticator(url).create(options);
  expect(answered(await finish(cookie ?? '', response))).toEqual(refusedFor(NOT_OURS));
});

describe('passkeys are offered to', () => {
  it.each([
    ['https://tools.example.com', 'https://tools.example.com', 'tools.example.com'],
    ['https://tools.example.com:8443/toolyard', 'https://tools.example.com:8443/toolyard', 'tools.example.com'],
    ['http://localhost:4000', 'http://127.0.0.1:4000', 'localhost'],
    ['http://toolyard.localhost:4000', 'http://toolyard.localhost:4000', 'toolyard.localhost'],
    ['http://localhost:4001', 'http://127.0.0.1:4000', null],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000', null],
    ['https://192.0.2.7', 'https://192.0.2.7', null],
    ['https://[2001:db8::7]', 'https://[2001:db8::7]', null],
    ['http://tools.example.com', 'http://tools.example.com', null],
  ])('%s of %s: %s', (address, publicUrl, id) => {
    expect(relyingPartyAt(address, publicUrl)).toEqual(id && { id, origin: new URL(address).origin });
  });
});
