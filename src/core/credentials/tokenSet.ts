import { z } from 'zod';
import type { ProviderTokens } from './oauthPort.ts';
import type { CredentialContent } from './store.ts';

const time = z.iso.datetime().transform((text) => new Date(text));

const client = z.object({
  clientId: z.string(),
  clientSecret: z.string().nullable(),
  authMethod: z.enum(['client_secret_basic', 'client_secret_post', 'none']),
});

const tokenSetSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  obtainedAt: time,
  /** When the access token expires; null if unknown or never. */
  expiresAt: time.nullable(),
  /** Set at sign-in, so that the refresh token is sent only to the issuer that issued it. */
  issuer: z.string(),
  tokenUrl: z.string(),
  resource: z.string().nullable(),
  /** The client registered for this sign-in; null if the client is in the stack's fields. */
  client: client.nullable(),
});

/** Result of a sign-in; encrypted as one JSON text. */
export type TokenSet = z.output<typeof tokenSetSchema>;
/** Where the tokens came from, which stays the same when they are renewed. */
type TokenOrigin = Pick<TokenSet, 'issuer' | 'tokenUrl' | 'resource' | 'client'>;

const RENEW_BEFORE_END_MS = 60_000;
/** A short-lived token is renewed when this share of its lifetime is left. */
const RENEW_AT_REST = 1 / 4;

/** Parses a stored token set. @throws SyntaxError, ZodError for a text that `toCredentialContent` did not write */
export const parseTokenSet = (text: string): TokenSet => tokenSetSchema.parse(JSON.parse(text));

/**
 * The tokens in stored form. If the provider returns no new refresh token, the old one stays valid (RFC 6749, section
 * 6).
 */
export function toTokenSet(
  issued: ProviderTokens,
  origin: TokenOrigin,
  now: Date,
  earlierRefreshToken: string | null,
): TokenSet {
  const { accessToken, refreshToken, expiresInSeconds } = issued;
  const { issuer, tokenUrl, resource, client } = origin;
  return {
    accessToken,
    refreshToken: refreshToken ?? earlierRefreshToken,
    obtainedAt: now,
    expiresAt: expiresInSeconds === null ? null : new Date(now.getTime() + expiresInSeconds * 1_000),
    issuer,
    tokenUrl,
    resource,
    client,
  };
}

export const toCredentialContent = (tokens: TokenSet): CredentialContent => ({
  kind: 'oauth2',
  plaintext: JSON.stringify(tokens),
  expiresAt: tokens.expiresAt,
  isRenewable: tokens.refreshToken !== null,
});

/**
 * True from one minute before the access token expires, or in the last quarter of a lifetime shorter than four minutes.
 */
export function isDue({ obtainedAt, expiresAt }: TokenSet, now: Date): boolean {
  if (expiresAt === null) return false;
  const lifeMs = expiresAt.getTime() - obtainedAt.getTime();
  return now.getTime() >= expiresAt.getTime() - Math.min(RENEW_BEFORE_END_MS, lifeMs * RENEW_AT_REST);
}

/** True once the access token has expired; false while its expiry is unknown. */
export const hasEnded = ({ expiresAt }: TokenSet, now: Date): boolean => expiresAt !== null && expiresAt <= now;
