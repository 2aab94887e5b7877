import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashSecret, isVerified, newSecret } from '../../../src/core/kernel/secret.ts';

it('a new secret has 256 random bits after its prefix', () => {
  const secrets = (['tyc_', 'tyr_', 'tys_', 'tym_', 'inv_'] as const).map(newSecret);
  for (const [at, prefix] of ['tyc_', 'tyr_', 'tys_', 'tym_', 'inv_'].entries()) {
    expect(secrets[at]).toMatch(new RegExp(`^${prefix}[A-Za-z0-9_-]{43}$`));
  }
  expect(new Set([...secrets, newSecret('inv_')].map((secret) => secret.slice(4))).size).toBe(6);
});

it('a secret is stored as its SHA-256', () => {
  expect(Buffer.from(hashSecret('tyc_1'))).toEqual(createHash('sha256').update('tyc_1').digest());
});

// The verifier and challenge of RFC 7636, appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

it.each([
  ['the one of the RFC', VERIFIER, CHALLENGE, true],
  ['another', `${VERIFIER.slice(0, -1)}l`, CHALLENGE, false],
  ['the challenge itself', CHALLENGE, CHALLENGE, false],
  ['nothing', '', challengeOf(''), false],
  ['42 characters', 'a'.repeat(42), challengeOf('a'.repeat(42)), false],
  ['43 characters of each kind', `aZ0.-_~${'a'.repeat(36)}`, challengeOf(`aZ0.-_~${'a'.repeat(36)}`), true],
  ['128 characters', 'a'.repeat(128), challengeOf('a'.repeat(128)), true],
  ['129 characters', 'a'.repeat(129), challengeOf('a'.repeat(129)), false],
  ['a character that is not allowed', ` ${'a'.repeat(43)}`, challengeOf(` ${'a'.repeat(43)}`), false],
  ['one at the end', `${'a'.repeat(43)}+`, challengeOf(`${'a'.repeat(43)}+`), false],
])('a verifier: %s', (_name, verifier, challenge, expected) => {
  expect(isVerified(verifier, challenge)).toBe(expected);
});
