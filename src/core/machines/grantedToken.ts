import { type AnonymousCtx, type AuthorizedEndpoint, agentCtx } from '../authorization/issue.ts';
import { GRANTED_MS_MAX, RESIGNED_MS_MAX } from '../endpoints/signingKey.ts';
import { tokenAudit } from '../endpoints/stackToken.ts';
import { signStackToken, wholeSecond } from '../endpoints/tokenFormat.ts';
import type { Change } from '../kernel/changes.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { type GrantId, isTrustedIssuerId, newTokenId, type TokenId } from '../kernel/ids.ts';
import { inForce } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { lockAccount, requireCapacity, requireRoomBy } from '../limits/countedBounds.ts';

/** Lifetime of a token issued to a program without a browser. */
export const GRANTED_SECONDS = GRANTED_MS_MAX / 1_000;

/** The token response for a program. It has no refresh token, since the program can request another token. */
export type GrantedToken = {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly scope: string;
  /** The token type (RFC 8693), if the request could have asked for another type. */
  readonly issuedTokenType?: string;
};

/** A program's or person's entitlement to tokens, with the restrictions of those tokens. */
export type Grant = {
  readonly id: GrantId;
  readonly endpoint: AuthorizedEndpoint;
  readonly token: {
    readonly name: string;
    readonly endUser: string | null;
    /** The client that authenticated itself, or that the issuer names; null for none. */
    readonly oauthClient: string | null;
    readonly tools: readonly string[];
    readonly networks: readonly string[];
  };
  /**
   * Requires that the grant is still valid, after finding the record or in the transaction that creates it.
   * @throws if the grant has ended
   */
  requireStill(tx: Tx): Promise<void>;
};

/**
 * Issues a stack token for a grant, valid for `seconds`. All tokens of a grant for one end user share one record. The
 * owner sees it in lists, and revoking it ends them all. The record is renewed about once an hour, however many tokens
 * are issued. Tested by `test/oauth/machines.test.ts`.
 * @throws the error of `requireStill`; invalid_input at the bound `max_tokens`, or `max_issuer_tokens` for an issuer
 */
export async function issueGranted(
  visit: AnonymousCtx,
  grant: Grant,
  seconds: number = GRANTED_SECONDS,
): Promise<string> {
  const known = await findRecord(visit.db, grant);
  const id = known?.id ?? newTokenId();
  const ctx = agentCtx(visit, grant.endpoint, id);
  const isLasting = known !== null && Number(known.expiresAt) >= visit.now().getTime() + GRANTED_SECONDS * 1_000;
  // Check after finding the record: a record created for a newer credential must not serve an older credential.
  if (isLasting) await grant.requireStill(visit.db);
  const tokenId = isLasting ? id : await writeRecord(ctx, grant, id);
  const createdAt = wholeSecond(visit.now());
  const expiresAt = new Date(createdAt.getTime() + seconds * 1_000);
  const { clientId, stackId } = grant.endpoint;
  return signStackToken(ctx, { tokenId, clientId, stackId, createdAt, expiresAt });
}

/** The newest record of the grant that isn't revoked; it may have expired. */
const findRecord = (db: Tx, { id, endpoint, token }: Grant) =>
  db.stackToken.findFirst({
    where: {
      grantId: id,
      endpointId: endpoint.id,
      endUser: token.endUser,
      oauthClient: token.oauthClient,
      revokedAt: null,
    },
    orderBy: { id: 'desc' },
    select: { id: true, expiresAt: true },
  });

function writeRecord(ctx: Ctx, grant: Grant, freshId: TokenId): Promise<TokenId> {
  const createdAt = wholeSecond(ctx.now());
  const times = { createdAt, expiresAt: new Date(createdAt.getTime() + RESIGNED_MS_MAX) };
  return write(ctx, async (tx) => {
    // Revoking a grant takes the same lock: either the revocation sees this record, or this transaction sees the
    // revocation.
    await lockAccount(tx, grant.endpoint.stack.accountId);
    await grant.requireStill(tx);
    const known = await findRecord(tx, grant);
    if (!known || Number(known.expiresAt) <= createdAt.getTime()) await requireRoomOf(ctx, tx, grant);
    const id = known ? known.id : freshId;
    if (known) await tx.stackToken.updateMany({ where: { id, revokedAt: null }, data: times });
    else {
      const { tools, networks, ...columns } = grant.token;
      const reach = { tools: [...tools], networks: [...networks] };
      const data = { id, ...times, ...columns, ...reach, endpointId: grant.endpoint.id, grantId: grant.id };
      await tx.stackToken.create({ data });
    }
    const { details, ...entry } = tokenAudit(known ? 'token.renew' : 'token.create', id, grant.endpoint);
    return { value: id, audit: { ...entry, details: { ...details, grantedBy: grant.id } } };
  });
}

/**
 * Checks the bound on tokens. Each trusted issuer has its own, so it cannot use up the account's.
 * @throws invalid_input
 */
async function requireRoomOf(ctx: Ctx, tx: Tx, { id: grantId }: Grant): Promise<void> {
  if (!isTrustedIssuerId(grantId)) return requireCapacity(ctx, tx, 'max_tokens');
  await requireRoomBy(ctx, tx, {
    name: 'max_issuer_tokens',
    count: (db, accountId, now) =>
      db.stackToken.count({ where: { grantId, endpoint: { stack: { accountId } }, ...inForce(now) } }),
  });
}

/**
 * Revokes all tokens of a grant, including those that a service account got with a third party's JWT.
 * @returns the cache entries that every instance must drop
 */
export async function endTokensOf({ now }: Pick<Ctx, 'now'>, tx: Tx, grantId: GrantId): Promise<Change[]> {
  const ended = await tx.stackToken.updateManyAndReturn({
    where: { OR: [{ grantId }, { grantId: { not: null }, oauthClient: grantId }], revokedAt: null },
    data: { revokedAt: now() },
    select: { id: true },
  });
  return ended.map(({ id }) => ({ kind: 'token', id }));
}
