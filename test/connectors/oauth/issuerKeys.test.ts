import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createIssuerKeys } from '../../../src/connectors/oauth/issuerKeys.ts';
import { newAccountId } from '../../../src/core/kernel/ids.ts';
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
  idp.requestCount = 0;
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
  return [kids, idp.requestCount];
};

it('caches a source’s keys for ten minutes, and shares concurrent requests', async () => {
  const of = source();
  await Promise.all(Array.from({ length: 5 }, () => issuerKeys.read(of)));
  idp.publish(pairs.map(({ jwk }) => jwk));
  expect([await kidsAt(0, of), await kidsAt(9.9, of), await kidsAt(10, of)]).toEqual([
    ['one', 1],
    ['one', 1],
    ['one,two', 2],
  ]);
});

it('reads them again for an unknown key, at most every 30 seconds', async () => {
  const of = source();
  expect(await kidsAt(0, of)).toEqual(['one', 1]);
  idp.publish(pairs.map(({ jwk }) => jwk));
  expect(await kidsAt(0.4, of, true)).toEqual(['one', 1]);
  expect(await kidsAt(0.5, of, true)).toEqual(['one,two', 2]);
  expect(await kidsAt(0.9, of, true)).toEqual(['one,two', 2]);
});

it('uses known keys for up to an hour while the provider doesn’t respond', async () => {
  const of = source();
  expect(await kidsAt(0, of)).toEqual(['one', 1]);
  idp.answer = { status: 503, body: '' };
  expect(await kidsAt(59.9, of)).toEqual(['one', 2]);
  expect(await kidsAt(60.5, of)).toEqual(['unavailable', 3]);
  expect(await kidsAt(60.9, of)).toEqual(['unavailable', 3]);
  idp.publish([]);
  expect(await kidsAt(61.1, of)).toEqual(['', 4]);
});

it('charges the caller who causes a request, and nobody for cached keys', async () => {
  const of = source();
  const refused = new Error('too often');
  let admitted = 0;
  const admit = async () => {
    admitted += 1;
  };
  await expect(issuerKeys.read(of, { admit: () => Promise.reject(refused) })).rejects.toBe(refused);
  expect(idp.requestCount).toBe(0);
  await Promise.all(Array.from({ length: 5 }, () => issuerKeys.read(of, { admit })));
  await issuerKeys.read(of, { isStale: true, admit });
  expect([admitted, idp.requestCount]).toEqual([1, 1]);
});

it('requests none of 600 sources twice in 30 seconds, whatever they return', async () => {
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
  expect(idp.requestCount).toBe(600);
});

it('keeps usable signature keys, out of a hundred keys', async () => {
  const [rsa = {}, ec = {}] = pairs.map(({ jwk }) => jwk);
  idp.publish([{ kty: 'oct', k: 'c2VjcmV0', kid: 'mac' }, { ...rsa, use: 'enc' }, { ...rsa, alg: 'RSA-OAEP' }, ec]);
  expect(await kidsAt(0, source())).toEqual(['two', 1]);
  idp.publish(Array.from({ length: 101 }, (_, at) => ({ ...ec, kid: `k${at}` })));
  expect((await issuerKeys.read(source())).length).toBe(100);
});

it('reaches only addresses that servers of accounts may reach', async () => {
  const closed = createIssuerKeys({ allow: [] });
  for (const url of [idp.url, 'http://169.254.169.254/jwks', 'http://[::1]:1/', 'file:///etc/passwd'])
    await expect(closed.read({ issuer: 'https://idp.test', url, accountId: newAccountId() })).rejects.toMatchObject({
      code: 'unavailable',
    });
  expect(idp.requestCount).toBe(0);
  await closed.close();
});
