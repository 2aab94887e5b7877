import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createIssuerKeys } from '../../../src/connectors/oauth/issuerKeys.ts';
import { newAccountId } from '../../../src/core/ids.ts';
import { type KeyServer, startKeyServer } from '../../oauth/idpKit.ts';
import { newPair, type Pair } from '../../oauth/machineKit.ts';

const LOOPBACK = { allow: [{ kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null }] } as const;
let idp: KeyServer;
let pairs: readonly Pair[];
let atMs = 0;

const issuerKeys = createIssuerKeys({ ...LOOPBACK, now: () => atMs });
const source = () => ({ issuer: 'https://idp.test', url: `${idp.url}/${atMs}`, accountId: newAccountId() });
const MINUTE = 60_000;

beforeAll(async () => {
  pairs = await Promise.all([newPair('RS256', 'one'), newPair('ES256', 'two')]);
  idp = await startKeyServer([]);
});
beforeEach(() => {
  atMs = 0;
  idp.asked = 0;
  idp.publish([pairs[0]?.jwk ?? {}]);
});
afterAll(async () => {
  await issuerKeys.close();
  await idp.close();
});

const kidsAt = async (minutes: number, of: ReturnType<typeof source>, isStale = false) => {
  atMs = minutes * MINUTE;
  const kids = await issuerKeys.read(of, { isStale }).then(
    (keys) => keys.map(({ kid }) => kid).join(),
    ({ code }: { code?: string }) => code,
  );
  return [kids, idp.asked];
};

it('keeps the keys of a source for ten minutes, and for whoever asks at the same time', async () => {
  const of = source();
  await Promise.all(Array.from({ length: 5 }, () => issuerKeys.read(of)));
  idp.publish(pairs.map(({ jwk }) => jwk));
  expect([await kidsAt(0, of), await kidsAt(9.9, of), await kidsAt(10, of)]).toEqual([
    ['one', 1],
    ['one', 1],
    ['one,two', 2],
  ]);
});

it('reads them again for a key that was not there, at most every half a minute', async () => {
  const of = source();
  expect(await kidsAt(0, of)).toEqual(['one', 1]);
  idp.publish(pairs.map(({ jwk }) => jwk));
  expect(await kidsAt(0.4, of, true)).toEqual(['one', 1]);
  expect(await kidsAt(0.5, of, true)).toEqual(['one,two', 2]);
  expect(await kidsAt(0.9, of, true)).toEqual(['one,two', 2]);
});

it('goes on with known keys for an hour while the provider does not answer, and not longer', async () => {
  const of = source();
  expect(await kidsAt(0, of)).toEqual(['one', 1]);
  idp.answer = { status: 503, body: '' };
  expect(await kidsAt(59.9, of)).toEqual(['one', 2]);
  expect(await kidsAt(60.5, of)).toEqual(['unavailable', 3]);
  expect(await kidsAt(60.9, of)).toEqual(['unavailable', 3]);
  idp.publish([]);
  expect(await kidsAt(61.1, of)).toEqual(['', 4]);
});

it('asks whoever is the reason before it asks a source, and nobody for what it knows', async () => {
  const of = source();
  const refused = new Error('too often');
  let admitted = 0;
  const admit = async () => {
    admitted += 1;
  };
  await expect(issuerKeys.read(of, { admit: () => Promise.reject(refused) })).rejects.toBe(refused);
  expect(idp.asked).toBe(0);
  await Promise.all(Array.from({ length: 5 }, () => issuerKeys.read(of, { admit })));
  await issuerKeys.read(of, { isStale: true, admit });
  expect([admitted, idp.asked]).toEqual([1, 1]);
});

it('asks none of 600 sources twice in half a minute, whatever they answer', async () => {
  idp.answer = { status: 503, body: '' };
  const accountId = newAccountId();
  const many = Array.from({ length: 600 }, (_, at) => ({
    issuer: 'https://idp.test',
    url: `${idp.url}/${at}`,
    accountId,
  }));
  for (let round = 0; round < 2; round += 1) {
    const answers = await Promise.allSettled(many.map((each) => issuerKeys.read(each)));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
  }
  expect(idp.asked).toBe(600);
});

it('takes what can check a signature, of a hundred keys', async () => {
  const [rsa = {}, ec = {}] = pairs.map(({ jwk }) => jwk);
  idp.publish([{ kty: 'oct', k: 'c2VjcmV0', kid: 'mac' }, { ...rsa, use: 'enc' }, { ...rsa, alg: 'RSA-OAEP' }, ec]);
  expect(await kidsAt(0, source())).toEqual(['two', 1]);
  idp.publish(Array.from({ length: 101 }, (_, at) => ({ ...ec, kid: `k${at}` })));
  expect((await issuerKeys.read(source())).length).toBe(100);
});

it('reaches what servers of accounts may reach, and nothing else', async () => {
  const closed = createIssuerKeys({ allow: [] });
  for (const url of [idp.url, 'http://169.254.169.254/jwks', 'http://[::1]:1/', 'file:///etc/passwd'])
    await expect(closed.read({ issuer: 'https://idp.test', url, accountId: newAccountId() })).rejects.toMatchObject({
      code: 'unavailable',
    });
  expect(idp.asked).toBe(0);
  await closed.close();
});
