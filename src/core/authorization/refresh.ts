import { z } from 'zod';
import { tokenAudit } from '../endpoints/stackToken.ts';
import { hashSecret } from '../kernel/secret.ts';
import { openText, sealText } from '../kernel/vault/sealText.ts';
import { VaultError } from '../kernel/vault/vault.ts';
import { writeUnlessDone } from '../kernel/write.ts';
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

const invalidGrant = (): OAuthError => new OAuthError('invalid_grant', 'The refresh token is invalid or expired');

/**
 * How long a reused refresh token returns the same response, since several processes or tabs of a client may renew at
 * the same time.
 */
const GRACE_MS = 30_000;
const PURPOSE = 'refresh-answer';

/**
 * Refreshes a stack token (RFC 6749, section 6): the same token record, signed for another hour, with a new refresh
 * token. Reuse within the grace period returns the same response; later reuse revokes the stack token permanently (RFC
 * 9700, section 4.14.2). Tested by `test/oauth/refreshGrace.test.ts`.
 * @throws OAuthError invalid_request, invalid_grant, invalid_target
 */
export async function renewToken(visit: AnonymousCtx, params: Params, address: string): Promise<IssuedTokens> {
  const { refresh_token: refreshToken, client_id: oauthClient, resource } = params;
  if (refreshToken === undefined || oauthClient === undefined) {
    throw new OAuthError('invalid_request', 'refresh_token and client_id are required');
  }
  const hash = hashSecret(refreshToken);
  const stored = await findRefreshToken(visit, hash);
  if (!stored || stored.oauthClient !== oauthClient || stored.token.revokedAt !== null) throw invalidGrant();
  if (stored.expiresAt <= visit.now()) throw invalidGrant();
  const { endpoint } = stored.token;
  if (resource !== undefined && clientIdOf(resource, address) !== endpoint.clientId) {
    throw new OAuthError('invalid_target', 'The refresh token is for another stack');
  }
  const issued = stored.usedAt === null ? await renew(visit, stored) : null;
  if (issued) return issued;
  // A concurrent request may have used the refresh token in the meantime.
  const used = stored.usedAt === null ? await findRefreshToken(visit, hash) : stored;
  if (used?.usedAt && visit.now().getTime() - used.usedAt.getTime() < GRACE_MS) return answerAgain(visit, used);
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

/** Renews the stack token; null if another request has used the refresh token in the meantime. */
async function renew(visit: AnonymousCtx, { hash, tokenId, oauthClient, token: { endpoint } }: StoredRefreshToken) {
  const ctx = agentCtx(visit, endpoint, tokenId);
  const { times, accessToken } = await signAccessToken(ctx, endpoint, tokenId);
  return writeUnlessDone(ctx, async (tx) => {
    const used = await tx.refreshToken.updateMany({ where: { hash, usedAt: null }, data: { usedAt: ctx.now() } });
    if (used.count === 0) return null;
    const earlier = { tokenId, answer: { not: null }, usedAt: { lt: new Date(ctx.now().getTime() - GRACE_MS) } };
    await tx.refreshToken.updateMany({ where: earlier, data: { answer: null } });
    const renewed = await tx.stackToken.updateMany({ where: { id: tokenId, revokedAt: null }, data: times });
    if (renewed.count === 0) throw invalidGrant();
    const refreshToken = await newRefreshToken(ctx, tx, { tokenId, oauthClient });
    const value = { accessToken, refreshToken, expiresInSeconds: ACCESS_SECONDS } satisfies IssuedTokens;
    const answer = sealText(ctx.vault, PURPOSE, rowOf(hash), JSON.stringify(value));
    await tx.refreshToken.update({ where: { hash }, data: { answer } });
    return {
      value,
      audit: tokenAudit('token.renew', tokenId, endpoint),
    };
  });
}

const rowOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

const issuedSchema = z.object({ accessToken: z.string(), refreshToken: z.string(), expiresInSeconds: z.number() });

/**
 * The response to the first use of a refresh token.
 * @throws OAuthError invalid_grant for a token revoked in the meantime, or a response encrypted with another master key
 */
function answerAgain({ vault }: AnonymousCtx, { hash, answer, token }: StoredRefreshToken): IssuedTokens {
  if (answer === null || token.revokedAt !== null) throw invalidGrant();
  try {
    return issuedSchema.parse(JSON.parse(openText(vault, PURPOSE, rowOf(hash), answer)));
  } catch (error) {
    if (error instanceof VaultError) throw invalidGrant();
    throw error;
  }
}
