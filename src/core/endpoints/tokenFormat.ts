import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Ctx } from '../context.ts';
import { getSigner, SIGNING_ALGORITHM } from './signingKey.ts';

/** Header `typ` (RFC 8725, section 3.11): no other kind of JWT passes for a stack token. */
export const STACK_TOKEN_TYPE = 'toolyard-stack+jwt';

const TOKEN_DAYS_DEFAULT = 90;
const TOKEN_DAYS_MAX = 3_650;
const DAY_MS = 86_400_000;

/** How long a token lives: a number of days, or for ever, which has to be said. */
export const expiryFields = {
  expiresInDays: z.int().min(1).max(TOKEN_DAYS_MAX).nullish(),
  neverExpires: z.boolean().nullish(),
};

type Expiry = z.infer<z.ZodObject<typeof expiryFields>>;

export const isOneExpiry = ({ expiresInDays, neverExpires }: Expiry): boolean =>
  !(neverExpires && typeof expiresInDays === 'number');
export const ONE_EXPIRY = 'give either expiresInDays or neverExpires';

/** The times of a token in whole seconds, as its claims hold them. */
export function tokenTimes(now: Date, expiry: Expiry): { createdAt: Date; expiresAt: Date | null } {
  const createdAt = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const days = expiry.expiresInDays ?? TOKEN_DAYS_DEFAULT;
  return { createdAt, expiresAt: expiry.neverExpires ? null : new Date(createdAt.getTime() + days * DAY_MS) };
}

export type TokenClaims = {
  readonly tokenId: string;
  readonly stackId: string;
  readonly clientId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
};

/** Signs a stack token (RFC 7519). What makes it valid is its record: without one it is refused. */
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
