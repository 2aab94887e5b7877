import { tokenAudit } from '../endpoints/stackToken.ts';
import { writeUnlessDone } from '../write.ts';
import {
  ACCESS_SECONDS,
  type AnonymousCtx,
  agentCtx,
  endpointInclude,
  endStolenToken,
  type IssuedTokens,
  newRefreshToken,
  signAccessToken,
} from './issue.ts';
import { OAuthError } from './oauthError.ts';
import { clientIdOf, type Params } from './request.ts';
import { hashSecret } from './secret.ts';

const invalidGrant = (): OAuthError =>
  new OAuthError('invalid_grant', 'The refresh token is not valid, or not any more');

/**
 * Renews a stack token (RFC 6749, section 6): the owner's list keeps one token, signed for another hour, with a new
 * refresh token. A refresh token that is used twice revokes the stack token for good. `test/oauth/signin.test.ts` tears
 * it down.
 * @throws OAuthError invalid_request, invalid_grant, invalid_target
 */
export async function renewToken(visit: AnonymousCtx, params: Params, address: string): Promise<IssuedTokens> {
  const { refresh_token: refreshToken, client_id: oauthClient, resource } = params;
  if (refreshToken === undefined || oauthClient === undefined) {
    throw new OAuthError('invalid_request', 'refresh_token and client_id are needed');
  }
  const stored = await findRefreshToken(visit, hashSecret(refreshToken));
  if (!stored || stored.oauthClient !== oauthClient || stored.token.revokedAt !== null) throw invalidGrant();
  if (stored.expiresAt <= visit.now()) throw invalidGrant();
  const { endpoint } = stored.token;
  if (resource !== undefined && clientIdOf(resource, address) !== endpoint.clientId) {
    throw new OAuthError('invalid_target', 'The refresh token is for another stack');
  }
  const issued = stored.usedAt === null ? await renew(visit, stored) : null;
  if (issued) return issued;
  const { tokenId } = stored;
  await endStolenToken(agentCtx(visit, endpoint, tokenId), endpoint, tokenId, 'a refresh token was used twice');
  throw invalidGrant();
}

const findRefreshToken = ({ db }: AnonymousCtx, hash: Uint8Array<ArrayBuffer>) =>
  db.refreshToken.findUnique({
    where: { hash },
    include: { token: { include: { endpoint: { include: endpointInclude } } } },
  });

type StoredRefreshToken = NonNullable<Awaited<ReturnType<typeof findRefreshToken>>>;

/** Null when another request used the refresh token meanwhile. */
async function renew(visit: AnonymousCtx, { hash, tokenId, oauthClient, token: { endpoint } }: StoredRefreshToken) {
  const ctx = agentCtx(visit, endpoint, tokenId);
  const { times, accessToken } = await signAccessToken(ctx, endpoint, tokenId);
  return writeUnlessDone(ctx, async (tx) => {
    const used = await tx.refreshToken.updateMany({ where: { hash, usedAt: null }, data: { usedAt: ctx.now() } });
    if (used.count === 0) return null;
    const renewed = await tx.stackToken.updateMany({ where: { id: tokenId, revokedAt: null }, data: times });
    if (renewed.count === 0) throw invalidGrant();
    const refreshToken = await newRefreshToken(ctx, tx, { tokenId, oauthClient });
    return {
      value: { accessToken, refreshToken, expiresInSeconds: ACCESS_SECONDS } satisfies IssuedTokens,
      audit: tokenAudit('token.renew', tokenId, endpoint),
    };
  });
}
