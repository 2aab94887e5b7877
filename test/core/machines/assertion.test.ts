import { afterAll, describe, expect, it } from 'vitest';
import { CLOCK_SKEW_MS } from '../../../src/core/endpoints/signingKey.ts';
import {
  decodeAssertion,
  oneTimeJwtOf,
  textClaim,
  useAssertion,
  verifyAssertion,
} from '../../../src/core/machines/assertion.ts';
import { type PublicJwk, toPublicJwk } from '../../../src/core/machines/publicKeys.ts';
import { forge, newPair, type Pair, sign } from '../../oauth/machineKit.ts';
import { createWorld } from '../world.ts';

/* The limits of a valid JWT, to the character and the second. */

const world = await createWorld();
afterAll(() => world.database.close());

const NOW = world.clock.now;
const AT = NOW.getTime() / 1_000;
const EXPECTED = { issuer: 'machine_1', audiences: ['https://toolyard.test'], lifetimeMax: 600 };
const pair = await newPair('EdDSA');

const made = (claims: object = {}, header: object = {}, by = pair): Promise<string> =>
  sign(by, { iss: EXPECTED.issuer, aud: EXPECTED.audiences[0], iat: AT, exp: AT + 300, ...claims }, { ...header });

function keyOf({ jwk }: Pair, kid?: string): PublicJwk {
  const key = toPublicJwk({ ...jwk, ...(kid !== undefined && { kid }) });
  if (!key) throw new Error('The key is none');
  return key;
}

async function verified(text: string, keys: readonly PublicJwk[] = [keyOf(pair)]): Promise<boolean> {
  const assertion = decodeAssertion(text);
  if (!assertion) throw new Error('The text is no JWT');
  return (await verifyAssertion(assertion, keys, EXPECTED, NOW)) !== null;
}

describe('a text', () => {
  it.each<[string, (jwt: string) => string]>([
    ['with a space before it', (jwt) => ` ${jwt}`],
    ['with a line after it', (jwt) => `${jwt}\n`],
    ['with a fourth part', (jwt) => `${jwt}.x`],
    ['of no JSON', () => 'a.b.c'],
  ])('%s is not a JWT', async (_name, changed) => {
    expect(decodeAssertion(changed(await made()))).toBeNull();
  });

  it('has at most 8,192 characters', () => {
    const ofLength = (length: number): string => {
      const start = forge({ alg: 'EdDSA' }, { sub: 'x' });
      return start + 'A'.repeat(length - start.length);
    };
    expect(decodeAssertion(ofLength(8_192))?.claims).toEqual({ sub: 'x' });
    expect(decodeAssertion(ofLength(8_193))).toBeNull();
  });
});

describe('a JWT', () => {
  it.each<[string, object, boolean]>([
    ['with the latest allowed expiry', { exp: AT + 630 }, true],
    ['with an expiry a second later', { exp: AT + 631 }, false],
    ['that expired by an exact clock', { exp: AT - 29 }, true],
    ['that expired by every allowed clock', { exp: AT - 30 }, false],
    ['issued by a clock 30 seconds ahead', { iat: AT + 30 }, true],
    ['issued by a clock 31 seconds ahead', { iat: AT + 31 }, false],
    ['without an issue time', { iat: undefined }, true],
    ['for nobody', { aud: undefined }, false],
    ['for an empty list', { aud: [] }, false],
  ])('%s', async (_name, claims, isGood) => {
    expect(await verified(await made(claims))).toBe(isGood);
  });

  it('without a key id is tried with three keys of its algorithm, not four', async () => {
    const [text, own] = [await made(), keyOf(pair)];
    const others = await Promise.all([1, 2, 3].map(async () => keyOf(await newPair('EdDSA'))));
    expect(await verified(text, [...others.slice(1), own])).toBe(true);
    expect(await verified(text, [...others, own])).toBe(false);
    const ofOtherKinds = await Promise.all([1, 2, 3].map(async () => keyOf(await newPair('ES256'))));
    expect(await verified(text, [...ofOtherKinds, own])).toBe(true);
  });

  it('with a key id is tried with that key and an unnamed one', async () => {
    const text = await made({}, { kid: 'k1' });
    expect(await verified(text, [keyOf(pair)])).toBe(true);
    expect(await verified(text, [keyOf(pair, 'k1')])).toBe(true);
    expect(await verified(text, [keyOf(pair, 'k2')])).toBe(false);
  });

  it('verifies with the right key next to an unusable one', async () => {
    const right = await newPair('ES256');
    const unusable = toPublicJwk({ kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) });
    if (!unusable) throw new Error('The key is none');
    const text = await made({}, {}, right);
    expect(await verified(text, [unusable, keyOf(right)])).toBe(true);
    expect(await verified(text, [unusable])).toBe(false);
  });
});

it.each<[unknown, number | undefined, boolean]>([
  ['x', AT, true],
  ['x'.repeat(256), AT, true],
  ['x'.repeat(257), AT, false],
  ['', AT, false],
  [undefined, AT, false],
  ['x', undefined, false],
])('a JWT with the id %j that expires at %s can be used once: %s', (jti, exp, isUsable) => {
  // Boundary: the signer chooses the claims.
  const claims = { jti, exp } as Parameters<typeof oneTimeJwtOf>[1];
  expect(oneTimeJwtOf('signer', claims)).toEqual(isUsable ? { signer: 'signer', jti, exp } : null);
});

it('a JWT counts as used until it has expired on the slowest clock, and is then forgotten', async () => {
  const once = { signer: 'machine_1', jti: 'a', exp: AT };
  const at = (seconds: number, ms = 0) => ({ ...world.deps, now: () => new Date((AT + seconds) * 1_000 + ms) });
  /** Each use at an instance deletes expired marks by that instance's clock. */
  const sweepAt = async (ms: number) =>
    expect(await useAssertion(at(31, ms), { signer: 'machine_2', jti: String(ms), exp: AT + 9_000 })).toBe(true);
  expect(await useAssertion(at(0), once)).toBe(true);
  await sweepAt(CLOCK_SKEW_MS);
  expect(await useAssertion(at(29), once)).toBe(false);
  await sweepAt(CLOCK_SKEW_MS + 1);
  expect(await useAssertion(at(29), once)).toBe(true);
});

it.each<[string, unknown, string | null]>([
  ['text', { sub: 'ann' }, 'ann'],
  ['a number', { sub: 7 }, null],
  ['none', {}, null],
  ['inherited', Object.create({ sub: 'ann' }), null],
  ['of nothing', null, null],
  ['of no claims', undefined, null],
])('reads the text of a claim that is %s', (_name, claims, text) => {
  expect(textClaim(claims, 'sub')).toBe(text);
});
