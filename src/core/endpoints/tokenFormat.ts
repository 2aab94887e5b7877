import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Ctx } from '../kernel/context.ts';
import type { ClientId, StackId, TokenId } from '../kernel/ids.ts';
import { getSigner, SIGNING_ALGORITHM } from './signingKey.ts';

/**
 * The JWT header `typ` (RFC 8725, section 3.11), which prevents other kinds of JWT from being accepted as a stack
 * token.
 */
export const STACK_TOKEN_TYPE = 'toolyard-stack+jwt';

const TOKEN_DAYS_DEFAULT = 90;
const TOKEN_DAYS_MAX = 3_650;
const DAY_MS = 86_400_000;

/** A token's lifetime: until a time (null for never), or 1 to 3,650 days, or unlimited if requested. */
export const expiryFields = {
  expiresAt: z.date().nullish(),
  expiresInDays: z.int().min(1).max(TOKEN_DAYS_MAX).nullish(),
  neverExpires: z.boolean().nullish(),
};

/** Requested lifetime; the default if no member is set. */
export type TokenLife = z.infer<z.ZodObject<typeof expiryFields>>;

/** Whether an input sets its expiry in one way at most. */
export const isOneExpiry = ({ expiresAt, expiresInDays, neverExpires }: TokenLife): boolean =>
  [expiresAt !== undefined, neverExpires === true, typeof expiresInDays === 'number'].filter(Boolean).length < 2;
/** The error message if `isOneExpiry` is false. */
export const ONE_EXPIRY = 'pass only one of expiresAt, expiresInDays and neverExpires';

/** Truncates a time to whole seconds, the precision of JWT claims. */
export const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1_000) * 1_000);

/** Creation and expiry time of a token in whole seconds, as in its claims. */
export function tokenTimes(now: Date, expiry: TokenLife): { createdAt: Date; expiresAt: Date | null } {
  const createdAt = wholeSecond(now);
  if (expiry.expiresAt !== undefined) return { createdAt, expiresAt: expiry.expiresAt };
  const days = expiry.expiresInDays ?? TOKEN_DAYS_DEFAULT;
  return { createdAt, expiresAt: expiry.neverExpires ? null : new Date(createdAt.getTime() + days * DAY_MS) };
}

/** Claims of a stack token. Times are in whole seconds; a token without `expiresAt` never expires. */
type TokenClaims = {
  readonly tokenId: TokenId;
  readonly stackId: StackId;
  readonly clientId: ClientId;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
};

/**
 * Signs a stack token (JWT, RFC 7519) with EdDSA. A token is valid only while its record exists. Attack tests:
 * `test/core/endpoints/tokens.test.ts`.
 */
export async function signStackToken(ctx: Ctx, claims: TokenClaims): Promise<string> {
  const { kid, privateKey } = await getSigner(ctx);
  const jwt = new SignJWT()
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, typ: STACK_TOKEN_TYPE })
    .setIssuer(ctx.issuer)
    .setAudience(claims.clientId)
    .setSubject(claims.stackId)
    .setJti(claims.tokenId)
    .setIssuedAt(claims.createdAt);
  if (claims.expiresAt) jwt.setExpirationTime(claims.expiresAt);
  return jwt.sign(privateKey);
}
