import { tokenAudit } from '../endpoints/stackToken.ts';
import { newTokenId } from '../kernel/ids.ts';
import { hashSecret, isVerified } from '../kernel/secret.ts';
import { writeUnlessDone } from '../kernel/write.ts';
import { lockAccount, requireCapacity } from '../limits/countedBounds.ts';
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

const invalidGrant = (): OAuthError => new OAuthError('invalid_grant', 'The code is invalid or expired');

/**
 * Exchanges an authorization code for a stack token, once (RFC 6749, section 4.1.3). A second use of the code revokes
 * the token of the first. Tested by `test/oauth/signin.test.ts`.
 * @throws OAuthError invalid_request, invalid_grant, invalid_target
 */
export async function redeemCode(visit: AnonymousCtx, params: Params, address: string): Promise<IssuedTokens> {
  const { code, code_verifier: verifier, client_id: oauthClient } = params;
  if (code === undefined || verifier === undefined || oauthClient === undefined) {
    throw new OAuthError('invalid_request', 'code, code_verifier and client_id are required');
  }
  const hash = hashSecret(code);
  const stored = await findCode(visit, hash);
  if (!stored || stored.oauthClient !== oauthClient || !isVerified(verifier, stored.codeChallenge))
    throw invalidGrant();
  const { redirectUri, endpoint } = stored;
  const { redirect_uri: repeated = redirectUri, resource } = params;
  if (repeated !== redirectUri) throw invalidGrant();
  if (resource !== undefined && clientIdOf(resource, address) !== endpoint.clientId)
    throw new OAuthError('invalid_target', 'The code is for another stack');
  const issued = stored.usedAt === null && stored.expiresAt > visit.now() ? await issueFor(visit, stored) : null;
  if (issued) return issued;
  const first = await findCode(visit, hash);
  if (first?.tokenId) {
    const caller = agentCtx(visit, first.endpoint, first.tokenId);
    await endStolenToken(caller, first.endpoint, first.tokenId, 'its authorization code was used twice');
  }
  throw invalidGrant();
}

const findCode = ({ db }: AnonymousCtx, hash: Uint8Array<ArrayBuffer>) =>
  db.authorizationCode.findUnique({ where: { hash }, include: { endpoint: { include: endpointInclude } } });

type StoredCode = NonNullable<Awaited<ReturnType<typeof findCode>>>;

/** Issues the tokens for a code; null if another request has used the code in the meantime. */
async function issueFor(visit: AnonymousCtx, { hash, endpoint, oauthClient, clientName, makerId }: StoredCode) {
  const tokenId = newTokenId();
  const ctx = agentCtx(visit, endpoint, tokenId);
  const { times, accessToken } = await signAccessToken(ctx, endpoint, tokenId);
  return writeUnlessDone(ctx, async (tx) => {
    // To avoid deadlocks, lock the account before the code, as the removal of a person does.
    await lockAccount(tx, endpoint.stack.accountId);
    const use = { usedAt: ctx.now(), tokenId };
    const { count } = await tx.authorizationCode.updateMany({ where: { hash, usedAt: null }, data: use });
    if (count === 0) return null;
    await requireCapacity(ctx, tx, 'max_tokens');
    await tx.stackToken.create({ data: { id: tokenId, endpointId: endpoint.id, name: clientName, makerId, ...times } });
    const refreshToken = await newRefreshToken(ctx, tx, { tokenId, oauthClient });
    return {
      value: { accessToken, refreshToken, expiresInSeconds: ACCESS_SECONDS } satisfies IssuedTokens,
      audit: tokenAudit('token.create', tokenId, endpoint),
    };
  });
}
