import { decodeJwt, decodeProtectedHeader, errors, importJWK, type JWTPayload, jwtVerify } from 'jose';
import { CLOCK_SKEW_MS } from '../endpoints/signingKey.ts';
import { consumeNonce } from '../kernel/consumeNonce.ts';
import type { Ctx } from '../kernel/context.ts';
import { isRecord } from '../lib/json.ts';
import { sha256Text } from '../lib/sha256.ts';
import { ASSERTION_ALGORITHMS, algorithmsOf, type PublicJwk } from './publicKeys.ts';

/** The maximum length of a JWT, in characters. */
const ASSERTION_CHARS_MAX = 8_192;
const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Accepted clock skew relative to the signer, in seconds. */
const CLOCK_SKEW_SECONDS = 30;
const JTI_CHARS_MAX = 256;
/** Maximum keys tried for a JWT without a key id. Equals the maximum keys of a service account. */
const TRIED_MAX = 3;

/** A decoded JWT whose signature is not verified yet. Use it only to find the key that verifies it. */
export type UnprovenAssertion = {
  readonly text: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
};

/** Decodes a JWT of at most 8,192 characters without verifying it; null for any other text. */
export function decodeAssertion(text: string): UnprovenAssertion | null {
  if (text.length > ASSERTION_CHARS_MAX || !SHAPE.test(text)) return null;
  try {
    return { text, header: { ...decodeProtectedHeader(text) }, claims: decodeJwt(text) };
  } catch {
    return null;
  }
}

/** The claims that a JWT must match, in addition to its signature. */
export type Expected = {
  readonly issuer: string;
  /** The JWT's only audience must be one of these: a second audience could replay it here. */
  readonly audiences: readonly string[];
  /** Maximum remaining validity in seconds. */
  readonly lifetimeMax: number;
};

/**
 * Verifies a JWT (RFC 7519). Returns its claims if one of the keys signed it and it is valid now; otherwise null. `exp`
 * is required; `nbf` and `iat` are respected. Reads only `kid` and `alg` of the header, since `jku`, `jwk` or `x5u`
 * would let a JWT bring its own key. Attack tests: `test/oauth/machines.test.ts`.
 */
export async function verifyAssertion(
  assertion: UnprovenAssertion,
  keys: readonly PublicJwk[],
  expected: Expected,
  now: Date,
): Promise<JWTPayload | null> {
  const { kid, alg } = assertion.header;
  const meant = keys.filter(
    (key) =>
      // If either has no key id, they match.
      (kid === undefined || key.kid === undefined || key.kid === kid) && algorithmsOf(key).some((each) => each === alg),
  );
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
    const { payload } = await jwtVerify(
      text,
      ({ alg }) =>
        importJWK(key, alg).catch(() => {
          throw new errors.JWKSInvalid();
        }),
      { ...options, currentDate: now },
    );
    const at = now.getTime() / 1_000;
    const { aud, exp, iat } = payload;
    const [audience, ...others] = [aud].flat();
    if (audience === undefined || others.length > 0 || !audiences.includes(audience)) return null;
    if (exp === undefined || exp > at + lifetimeMax + CLOCK_SKEW_SECONDS) return null;
    return iat !== undefined && iat > at + CLOCK_SKEW_SECONDS ? null : payload;
  } catch (error) {
    // A `TypeError` means an unusable key in a third party's key set, such as one of 2,047 bits.
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

/** Identifies a single-use JWT: its signer, its id, and its expiry. */
export type OneTimeJwt = { readonly signer: string; readonly jti: string; readonly exp: number };

/** The signer, id and expiry of a single-use JWT; null if its claims have no usable `jti` or no `exp`. */
export function oneTimeJwtOf(signer: string, { jti, exp }: JWTPayload): OneTimeJwt | null {
  const isUsable = typeof jti === 'string' && jti !== '' && jti.length <= JTI_CHARS_MAX && exp !== undefined;
  return isUsable ? { signer, jti, exp } : null;
}

/**
 * Marks the JWT as used; false if it was already used on any instance. The mark, a digest, is stored until the JWT has
 * expired on the clock of every instance. The rate limit bounds how many marks a signer can create.
 */
export function useAssertion(ctx: Pick<Ctx, 'db' | 'now'>, { signer, jti, exp }: OneTimeJwt): Promise<boolean> {
  const id = `assertion_${sha256Text(JSON.stringify([signer, jti]), 'base64url')}`;
  const expiresAt = new Date((exp + CLOCK_SKEW_SECONDS + 1) * 1_000 + CLOCK_SKEW_MS);
  return consumeNonce(ctx, ctx.db, { id, expiresAt });
}

/** A claim with a text value; null for any other. */
export const textClaim = (claims: unknown, name: string): string | null => {
  const value = isRecord(claims) && Object.hasOwn(claims, name) ? claims[name] : undefined;
  return typeof value === 'string' ? value : null;
};
