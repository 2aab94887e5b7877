import { limitsOf } from '../accounts/account.ts';
import { tokenAudit } from '../endpoints/stackToken.ts';
import { signStackToken, wholeSecond } from '../endpoints/tokenFormat.ts';
import type { AgentActor } from '../kernel/actor.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import type { AccountId, ClientId, EndpointId, StackId, TokenId } from '../kernel/ids.ts';
import { hashSecret, newSecret } from '../kernel/secret.ts';
import { writeUnlessDone } from '../kernel/write.ts';

/** The context of a request whose actor is not known yet. */
export type AnonymousCtx = Omit<Ctx, 'actor'>;

/** The token endpoint's response: a stack token, and a refresh token that renews it once. */
export type IssuedTokens = {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly refreshToken: string;
};

/** How long a stack token from the token endpoint is valid. */
export const ACCESS_SECONDS = 3_600;
// Lifetime of a refresh token. Each renewal issues a new one, so an active client stays signed in.
const REFRESH_LIFETIME_MS = 30 * 24 * 60 * 60_000;

/** The relations of an endpoint that are needed to issue a token for it. */
export const endpointInclude = {
  stack: { include: { account: { select: { rateLimits: true } } } },
} as const;

/** An endpoint as `endpointInclude` loads it. */
export type AuthorizedEndpoint = {
  readonly id: EndpointId;
  readonly clientId: ClientId;
  readonly stackId: StackId;
  readonly stack: { readonly accountId: AccountId; readonly account: { readonly rateLimits: unknown } };
};

/**
 * Context of the agent that the token represents, so that audit events name it when tokens are issued and renewed.
 * Tested by `test/oauth/signin.test.ts`.
 */
export function agentCtx(visit: AnonymousCtx, endpoint: AuthorizedEndpoint, tokenId: TokenId): Ctx {
  const actor: AgentActor = {
    kind: 'agent',
    accountId: endpoint.stack.accountId,
    stackId: endpoint.stackId,
    endpointId: endpoint.id,
    clientId: endpoint.clientId,
    tokenId,
    // Unused: the mode is read when the token is used.
    listMode: 'full',
    endUser: null,
    limits: limitsOf(endpoint.stack.account.rateLimits),
  };
  return { ...visit, actor };
}

/** A signed stack token with its record's times, in whole seconds as JWT claims require. */
export async function signAccessToken(ctx: Ctx, endpoint: AuthorizedEndpoint, tokenId: TokenId) {
  const createdAt = wholeSecond(ctx.now());
  const times = { createdAt, expiresAt: new Date(createdAt.getTime() + ACCESS_SECONDS * 1_000) };
  const { clientId, stackId } = endpoint;
  return { times, accessToken: await signStackToken(ctx, { ...times, tokenId, clientId, stackId }) };
}

/** Stores the next refresh token and deletes the expired ones. */
export async function newRefreshToken(
  { now }: Pick<Ctx, 'now'>,
  tx: Tx,
  owner: { readonly tokenId: TokenId; readonly oauthClient: string },
): Promise<string> {
  const refreshToken = newSecret('tyr_');
  const createdAt = now();
  await tx.refreshToken.deleteMany({ where: { tokenId: owner.tokenId, expiresAt: { lt: createdAt } } });
  // A client may renew every second, so the oldest used refresh tokens are deleted.
  const beyond = await tx.refreshToken.findMany({
    where: { tokenId: owner.tokenId, usedAt: { not: null } },
    orderBy: { createdAt: 'desc' },
    skip: BOUNDS.max_refresh_tokens.max - 1,
    select: { hash: true },
  });
  await tx.refreshToken.deleteMany({ where: { hash: { in: beyond.map(({ hash }) => hash) } } });
  await tx.refreshToken.create({
    data: {
      ...owner,
      hash: hashSecret(refreshToken),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + REFRESH_LIFETIME_MS),
    },
  });
  return refreshToken;
}

/**
 * Revokes a token whose code or refresh token was used twice, since the first user may have been a thief (RFC 9700,
 * section 4.14.2). Idempotent.
 */
export async function endStolenToken(
  ctx: Ctx,
  endpoint: AuthorizedEndpoint,
  tokenId: TokenId,
  reason: string,
): Promise<void> {
  const { details, ...entry } = tokenAudit('token.revoke', tokenId, endpoint);
  const ended = await writeUnlessDone(ctx, async (tx) => {
    const where = { id: tokenId, revokedAt: null };
    const value = await tx.stackToken.updateMany({ where, data: { revokedAt: ctx.now() } });
    const audit = { ...entry, details: { ...details, reason } };
    return value.count > 0 ? { value, audit, changes: [{ kind: 'token', id: tokenId }] } : null;
  });
  if (ended) ctx.log.warn({ tokenId, reason }, 'a stack token was revoked');
}
