import { LRUCache } from 'lru-cache';
import type { Ctx } from '../kernel/context.ts';
import { requesterOf } from '../kernel/context.ts';
import { lruOptions } from '../lib/lru.ts';
import { sha256Text } from '../lib/sha256.ts';
import type { ConnectorDocument } from '../servers/document.ts';
import type { OAuth2Settings } from '../servers/oauth2.ts';
import { directAddresses, type OwnOAuthClient, type SubjectToken } from './oauthPort.ts';

const TOKENS_MAX = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;
const RENEW_BEFORE_END_MS = 60_000;
/** Share of its lifetime for which a short-lived token is used. */
const USED_SHARE = 3 / 4;
/** How long a token is used if its provider doesn't state its lifetime. */
const LIFE_UNKNOWN_MS = 10 * 60_000;

/** An access token or the pending request for one, and when its use ends, in milliseconds since 1970. */
type CachedToken = {
  readonly token: Promise<string>;
  /** The token, once it exists. */
  value: string | null;
  usedUntilMs: number;
};
/** Cached tokens of OAuth clients; keys hold only digests. */
export type ClientTokens = LRUCache<string, CachedToken>;

/** The token cache of one process: up to 5,000 clients, evicting the least recently used first. */
export const createClientTokens = (): ClientTokens => new LRUCache(lruOptions(TOKENS_MAX));

/** An OAuth client that signs in for itself or for an end user, and the grant's parameters. */
export type ClientSignIn = {
  /** Credential rows and revisions of the client; tokens are shared only if these match. */
  readonly of: readonly (string | number)[];
  readonly settings: OAuth2Settings & { readonly tokenUrl: string };
  readonly connector: ConnectorDocument;
  readonly client: OwnOAuthClient;
  /** The token to exchange; null if the client signs in for itself. */
  readonly subject: SubjectToken | null;
};

const keyOf = ({ of, settings: { tokenUrl, scopes }, client, subject }: ClientSignIn): string =>
  sha256Text(JSON.stringify([of, tokenUrl, scopes, client.clientId, client.clientSecret, subject]), 'hex');

/**
 * Access token of a client, or of an end user by token exchange. Requested once for all concurrent calls and cached
 * until shortly before expiry. Never stored, since it can be reissued at any time. Tested by
 * `test/core/credentials/clientTokens.test.ts`.
 * @throws OAuthFailure
 */
export function getClientToken(ctx: Ctx, signIn: ClientSignIn): Promise<string> {
  const key = keyOf(signIn);
  const known = ctx.clientTokens.get(key);
  if (known && ctx.now().getTime() < known.usedUntilMs) return known.token;
  const cached: CachedToken = {
    token: ask(ctx, signIn, (value, usedUntilMs) => Object.assign(cached, { value, usedUntilMs })),
    value: null,
    usedUntilMs: Infinity,
  };
  ctx.clientTokens.set(key, cached);
  cached.token.catch(() => forget(ctx, key, cached));
  return cached.token;
}

/**
 * Drops a token that a service has rejected, so that the next call requests another. A newer token is kept, since many
 * calls may report the same rejected token one after another.
 */
export function forgetClientToken(ctx: Ctx, signIn: ClientSignIn, refused: string): void {
  const key = keyOf(signIn);
  const cached = ctx.clientTokens.peek(key);
  if (cached?.value === refused) forget(ctx, key, cached);
}

function forget(ctx: Ctx, key: string, cached: CachedToken): void {
  if (ctx.clientTokens.get(key) === cached) ctx.clientTokens.delete(key);
}

async function ask(
  ctx: Ctx,
  { settings, connector, client, subject }: ClientSignIn,
  keep: (token: string, untilMs: number) => void,
): Promise<string> {
  const { tokenUrl, scopes } = settings;
  const direct = directAddresses(settings, connector);
  const startedAt = ctx.now().getTime();
  // Not the caller's signal, since other calls wait for the same token.
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const issued = await ctx.oauth.issue({ tokenUrl, scopes, client, subject, direct }, requesterOf({ ...ctx, signal }));
  const lifeMs = issued.expiresInSeconds === null ? null : issued.expiresInSeconds * 1_000;
  const usedMs = lifeMs === null ? LIFE_UNKNOWN_MS : Math.max(lifeMs - RENEW_BEFORE_END_MS, lifeMs * USED_SHARE);
  keep(issued.accessToken, startedAt + usedMs);
  return issued.accessToken;
}
