import { decodeJwt, decodeProtectedHeader, errors, importJWK, type JWTPayload, jwtVerify } from 'jose';
import type { Ctx } from '../context.ts';
import { CLOCK_SKEW_MS } from '../endpoints/signingKey.ts';
import { isRecord } from '../lib/json.ts';
import { sha256Text } from '../lib/sha256.ts';
import { useOnce } from '../lib/usedChallenge.ts';
import { ASSERTION_ALGORITHMS, algorithmsOf, type PublicJwk } from './publicKeys.ts';

/** Characters of a JWT that is looked at. */
const ASSERTION_CHARS_MAX = 8_192;
const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Seconds by which the clock of whoever signed may differ from ours. */
const CLOCK_SKEW_SECONDS = 30;
const JTI_CHARS_MAX = 256;
/** Keys that are tried for a JWT which does not say by name which it is: as many as a machine client has. */
const TRIED_MAX = 3;

/** What a JWT says, before anybody has proven it: for finding the key that does. */
export type UnprovenAssertion = {
  readonly text: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
};

/** Reads a JWT of at most 8,192 characters; null for any other text. Nothing of it is true yet. */
export function decodeAssertion(text: string): UnprovenAssertion | null {
  if (text.length > ASSERTION_CHARS_MAX || !SHAPE.test(text)) return null;
  try {
    return { text, header: { ...decodeProtectedHeader(text) }, claims: decodeJwt(text) };
  } catch {
    return null;
  }
}

/** What has to hold of a JWT beside its signature. */
export type Expected = {
  readonly issuer: string;
  /** One of these has to be its audience, and its only one: else others who were sent it could show it here. */
  readonly audiences: readonly string[];
  /** Seconds that it may be valid from now on at most. */
  readonly lifetimeMax: number;
};

/**
 * The claims of a JWT (RFC 7519) that one of the keys has signed, and that holds now: `exp` has to be there, `nbf` and
 * `iat` are minded. Only `kid` and `alg` are read of its header; following `jku`, `jwk` or `x5u` would let it bring its
 * own key. Null for any other. Torn down in `test/oauth/machines.test.ts`.
 */
export async function verifyAssertion(
  assertion: UnprovenAssertion,
  keys: readonly PublicJwk[],
  expected: Expected,
  now: Date,
): Promise<JWTPayload | null> {
  const { kid, alg } = assertion.header;
  const meant = keys.filter((key) => matchesKeyId(key, kid) && algorithmsOf(key).some((each) => each === alg));
  if (meant.length > TRIED_MAX) return null;
  for (const key of meant) {
    const claims = await claimsBy(key, assertion, expected, now);
    if (claims) return claims;
  }
  return null;
}

async function claimsBy(
  key: PublicJwk,
  { text }: UnprovenAssertion,
  { issuer, audiences, lifetimeMax }: Expected,
  now: Date,
): Promise<JWTPayload | null> {
  const options = { algorithms: [...ASSERTION_ALGORITHMS], issuer, clockTolerance: CLOCK_SKEW_SECONDS };
  try {
    const { payload } = await jwtVerify(text, ({ alg }) => importKey(key, alg), { ...options, currentDate: now });
    const at = now.getTime() / 1_000;
    const { aud, exp, iat } = payload;
    const [audience, ...others] = [aud].flat();
    if (audience === undefined || others.length > 0 || !audiences.includes(audience)) return null;
    if (exp === undefined || exp > at + lifetimeMax + CLOCK_SKEW_SECONDS) return null;
    return iat !== undefined && iat > at + CLOCK_SKEW_SECONDS ? null : payload;
  } catch (error) {
    // A `TypeError` is for a key that others publish, such as one of 2,047 bits.
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

const importKey = (jwk: PublicJwk, alg: string) =>
  importJWK(jwk, alg).catch(() => {
    throw new errors.JWKSInvalid();
  });

/** Whether a key may be the one that a JWT names: those without names may be any. */
const matchesKeyId = (key: PublicJwk, kid: unknown): boolean => kid === undefined || key.kid === undefined || key.kid === kid;

/** What makes a JWT one that is shown once: its id among those of whoever signs, and until when it counts. */
export type Once = { readonly signer: string; readonly jti: string; readonly exp: number };

/** The parts of verified claims that make a JWT good once; null where it has no usable `jti`. */
export function onceOf(signer: string, { jti, exp }: JWTPayload): Once | null {
  const isUsable = typeof jti === 'string' && jti !== '' && jti.length <= JTI_CHARS_MAX && exp !== undefined;
  return isUsable ? { signer, jti, exp } : null;
}

/**
 * Whether nobody has shown the JWT before, on any instance. Its mark, a digest, stays until the JWT has ended by the
 * clock of every instance: a signer has at most as many as the limit of requests lets it in that time.
 */
export function useAssertion(ctx: Pick<Ctx, 'db' | 'now'>, { signer, jti, exp }: Once): Promise<boolean> {
  const id = `assertion_${sha256Text(JSON.stringify([signer, jti]), 'base64url')}`;
  const expiresAt = new Date((exp + CLOCK_SKEW_SECONDS + 1) * 1_000 + CLOCK_SKEW_MS);
  return useOnce(ctx, ctx.db, { id, expiresAt });
}

/** A claim that is text; null for any other. */
export const textClaim = (claims: unknown, name: string): string | null => {
  const value = isRecord(claims) && Object.hasOwn(claims, name) ? claims[name] : undefined;
  return typeof value === 'string' ? value : null;
};
