import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createAttenuatedTokens } from '../../../src/core/endpoints/attenuatedTokens.ts';
import { attenuatedOf, earlierExpiry, type KnownToken } from '../../../src/core/endpoints/knownToken.ts';
import { findSigner, rotateSigningKey } from '../../../src/core/endpoints/signingKey.ts';
import { createVerificationKeys, type VerificationKeys } from '../../../src/core/endpoints/verificationKeys.ts';
import type { AgentActor } from '../../../src/core/kernel/actor.ts';
import { type Attenuation, attenuateToken, type Limits } from '../../../src/core/kernel/attenuation.ts';
import {
  attenuationIdOf,
  toAccountId,
  toClientId,
  toEndpointId,
  toStackId,
  toTokenId,
} from '../../../src/core/kernel/ids.ts';
import { sha256Text } from '../../../src/core/lib/sha256.ts';
import { openTokens } from './tokenKit.ts';

const date = (seconds: number | null): Date | null => (seconds === null ? null : new Date(seconds * 1_000));
it.each<[number | null, number | undefined, number | null]>([
  [null, undefined, null],
  [5, undefined, 5],
  [null, 5, 5],
  [5, 9, 5],
  [9, 5, 5],
  [5, 5, 5],
])('with the record’s expiry %s and the claim’s %s counts %s', (record, claim, expected) => {
  expect(earlierExpiry(date(record), claim)).toEqual(date(expected));
});

describe('a cached token that is attenuated', () => {
  const actor: AgentActor = {
    ...{ kind: 'agent', accountId: toAccountId('acct_1'), stackId: toStackId('stack_1') },
    ...{ endpointId: toEndpointId('endpoint_1'), clientId: toClientId('client_1'), tokenId: toTokenId('token_1') },
    ...{ listMode: 'full', endUser: null, limits: {} },
  };
  const [first, second] = [attenuationIdOf('1'.repeat(32)), attenuationIdOf('2'.repeat(32))];
  const chain = (one: Limits, other: Limits): readonly Attenuation[] => [
    { id: first, limits: one },
    { id: second, limits: other },
  ];
  const parent: KnownToken = { actor, expiresAt: date(100), networks: [], revokedAttenuations: [] };

  it('keeps its properties, and has the earliest expiry', () => {
    const attenuations = chain({ exp: 90 }, { exp: 95, end_user: 'ann' });
    expect(attenuatedOf(parent, attenuations)).toEqual({
      ...parent,
      expiresAt: date(90),
      actor: {
        ...actor,
        endUser: 'ann',
        expiresAt: date(90),
        reach: { tools: [], callsMax: null, attenuations, expiresAt: date(100) },
      },
    });
    const held = { ...actor, reach: { tools: ['a_*'], callsMax: 3, attenuations: [] } };
    expect(attenuatedOf({ ...parent, actor: held }, attenuations)?.actor.reach).toEqual({
      ...{ tools: ['a_*'], callsMax: 3 },
      ...{ attenuations, expiresAt: date(100) },
    });
  });

  it('fails for several end users or once an attenuation is revoked, which is recorded', () => {
    const noted: unknown[] = [];
    const options = { refusals: { note: (refusal: unknown) => void noted.push(refusal), drain: () => [] } };
    expect(attenuatedOf(parent, chain({ end_user: 'ann' }, { end_user: 'bob' }), options)).toBeNull();
    const elsewhere = { ...parent, revokedAttenuations: [attenuationIdOf('3'.repeat(32))] };
    expect(attenuatedOf(elsewhere, chain({}, {}), options)).not.toBeNull();
    expect(noted).toEqual([]);
    const revoked = { ...parent, revokedAttenuations: [second] };
    expect([attenuatedOf(revoked, chain({}, {})), attenuatedOf(revoked, chain({}, {}), options)]).toEqual([null, null]);
    expect(noted).toEqual([{ reason: 'revoked_credential', subject: second, accountId: actor.accountId }]);
  });
});

describe('an attenuated token is verified', async () => {
  const { world, issue, close } = await openTokens();
  const { db } = world.database;
  afterAll(close);
  let token: string;
  let keys: VerificationKeys;
  beforeAll(async () => {
    token = (await issue()).made.token;
    keys = createVerificationKeys(world.deps);
  });

  /** Creates a verifier of attenuated tokens, whose vault counts decryptions. */
  function opened(options: Partial<Parameters<typeof createAttenuatedTokens>[0]> = {}, published = keys) {
    const seen = { opened: 0 };
    const open: typeof world.deps.vault.open = (...sealed) => {
      seen.opened += 1;
      return world.deps.vault.open(...sealed);
    };
    const vault = { ...world.deps.vault, open };
    return { seen, tokens: createAttenuatedTokens({ ...world.deps, vault, ...options }, published) };
  }

  test('once, and then cached by its complete text', async () => {
    const { seen, tokens } = opened();
    const attenuated = attenuateToken(token, { calls: 1 });
    expect(tokens.known(attenuated)).toBeNull();
    const proven = await tokens.prove(attenuated);
    expect(proven).toEqual({
      parentDigest: sha256Text(token, 'hex'),
      attenuations: [{ id: expect.stringMatching(/^attenuation_/), limits: { calls: 1 } }],
    });
    expect(tokens.known(attenuated)).toEqual(proven);
    expect(tokens.known(`${attenuated.slice(0, -1)}${attenuated.endsWith('A') ? 'E' : 'A'}`)).toBeNull();
    expect(await tokens.parentOf(attenuated)).toBe(token);
    expect((await tokens.prove(attenuateToken(attenuated, {})))?.attenuations).toHaveLength(2);
    expect(seen.opened).toBe(1);
  });

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  test.each<[string, (header: object) => string]>([
    ['of another kind', (header) => encode({ ...header, typ: 'JWT' })],
    ['without a key', (header) => encode({ ...header, kid: undefined })],
    ['with a number for a key', (header) => encode({ ...header, kid: 1 })],
    ['with an unknown key', (header) => encode({ ...header, kid: 'unknown' })],
    ['that is a list', () => encode([])],
    ['that is nothing', () => encode(null)],
    ['that is not JSON', () => 'AAAA'],
  ])('but not with a header %s', async (_name, headerOf) => {
    const { seen, tokens } = opened();
    const [, payload, signature] = token.split('.');
    const other = [headerOf(decodeProtectedHeader(token)), payload, signature].join('.');
    const attenuated = attenuateToken(other, {});
    expect(await tokens.prove(attenuated)).toBeNull();
    expect([await tokens.parentOf(attenuated), tokens.known(attenuated), seen.opened]).toEqual([null, null, 0]);
  });

  test.each<[string, () => string]>([
    ['a stack token', () => token],
    ['another tag', () => `${attenuateToken(token, {}).slice(0, -43)}${'A'.repeat(43)}`],
    ['an unknown kind of attenuation', () => attenuateToken(token, JSON.parse('{"later": true}'))],
  ])('but not %s', async (_name, textOf) => {
    const { tokens } = opened();
    expect([await tokens.prove(textOf()), tokens.known(textOf())]).toEqual([null, null]);
  });

  test('with published keys only, and with no removed key', async () => {
    const attenuated = attenuateToken(token, {});
    const { seen, tokens } = opened({}, { ...keys, find: async () => null });
    expect([await tokens.prove(attenuated), seen.opened]).toEqual([null, 0]);
    const { kid = '' } = decodeProtectedHeader(token);
    expect(await findSigner(world.deps, kid)).not.toBeNull();
    const [row] = await db.signingKey.findMany({ where: { kid } });
    await db.signingKey.update({ where: { kid }, data: { kid: 'elsewhere' } });
    expect(await opened().tokens.prove(attenuated)).toBeNull();
    await db.signingKey.update({ where: { kid: 'elsewhere' }, data: { kid: row?.kid ?? '' } });
    expect(await opened().tokens.prove(attenuated)).not.toBeNull();
    await rotateSigningKey(world.as());
    expect(await opened().tokens.prove(attenuated)).not.toBeNull();
  });

  test('or is undecided while the database is unavailable', async () => {
    const away = Object.assign(new Error('nobody listens'), { code: 'ECONNREFUSED' });
    const failing = { ...keys, find: () => Promise.reject(away) };
    await expect(opened({}, failing).tokens.prove(attenuateToken(token, {}))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
