import { z } from 'zod';
import type { Prisma, StackToken } from '../../generated/prisma/client.ts';
import { defaultEnd, requireEndWith, requireFuture } from '../accounts/keyEnd.ts';
import { makerOf } from '../accounts/maker.ts';
import { isAttenuationId, reachFields } from '../kernel/attenuation.ts';
import type { NewAuditEvent } from '../kernel/audit/audit.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { endUserSchema } from '../kernel/endUser.ts';
import {
  type AccountId,
  type AttenuationId,
  type ClientId,
  type EndpointId,
  newTokenId,
  type StackId,
  type TokenId,
} from '../kernel/ids.ts';
import { pageAmong, pageById, type Window } from '../kernel/page.ts';
import { requireMayLetAgentsIn, requireRightIn, requireRightSomewhere, stackWhere } from '../kernel/scope.ts';
import { write, writeUnlessDone } from '../kernel/write.ts';
import { writeIdempotent } from '../kernel/writeIdempotent.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { nameSchema } from '../lib/text.ts';
import { mapForeignKeyError } from '../lib/unique.ts';
import { deletableBefore, requireCapacity } from '../limits/countedBounds.ts';
import { endpointNotFound, requireEndpoint } from './findEndpoint.ts';
import {
  expiryFields,
  isOneExpiry,
  ONE_EXPIRY,
  signStackToken,
  type TokenLife,
  tokenTimes,
  wholeSecond,
} from './tokenFormat.ts';

/** The relations and columns that `listStackTokens` loads, and the page that it returns. */
export type StackTokenLoad = Pick<Prisma.StackTokenFindManyArgs, 'include' | 'select'> & Window;

/** A new token: `token` is the credential itself. It isn't stored and is shown once. */
export type IssuedToken = { readonly token: string; readonly tokenRecord: StackToken };

const createInput = z
  .object({ name: nameSchema.nullish(), endUser: endUserSchema.nullish(), ...reachFields, ...expiryFields })
  .refine(isOneExpiry, ONE_EXPIRY);

type NewToken = {
  endpoint: { id: EndpointId; clientId: ClientId; stackId: StackId };
  name: string;
  endUser: string | null | undefined;
};

/** Creates the token and the row to store for it. */
export async function newToken(
  ctx: Ctx,
  { endpoint, name, endUser = null }: NewToken,
  expiry: TokenLife,
): Promise<{ data: Prisma.StackTokenUncheckedCreateInput & { id: TokenId }; token: string }> {
  const id = newTokenId();
  const { actor, now } = ctx;
  requireFuture({ now }, expiry.expiresAt);
  const { createdAt, expiresAt } = tokenTimes(now(), expiry);
  const hasExpiry =
    expiry.expiresAt !== undefined || expiry.neverExpires === true || typeof expiry.expiresInDays === 'number';
  const end = hasExpiry ? expiresAt : defaultEnd(actor, expiresAt);
  requireEndWith(actor, end);
  const times = { createdAt, expiresAt: end && wholeSecond(end) };
  const token = await signStackToken(ctx, { ...times, tokenId: id, ...endpoint });
  const makerId = await makerOf(ctx.db, ctx.actor);
  return { data: { id, endpointId: endpoint.id, name, endUser, makerId, ...times }, token };
}

/**
 * Creates a token for an endpoint from `{ endpointId, name?, endUser?, tools?, networks?, callsMax?, expiresAt? |
 * expiresInDays? | neverExpires? }`. It is valid for 90 days by default, or as long as the API key that creates it. A
 * token with an end user only makes calls for that user. Tested by `test/core/endpoints/endpoints.test.ts`.
 * @throws not_found, invalid_input
 */
export async function createStackToken(
  ctx: Ctx,
  input: { readonly endpointId: EndpointId; readonly [name: string]: unknown },
): Promise<IssuedToken> {
  requireRightSomewhere(ctx.actor, 'write');
  requireMayLetAgentsIn(ctx.actor);
  const endpoint = await requireEndpoint(ctx, input.endpointId, 'write');
  const { name, endUser, tools, networks, callsMax, ...expiry } = parseInput(
    createInput,
    input,
    'Invalid request parameters',
  );
  const { data, token } = await newToken(ctx, { endpoint, name: name ?? endpoint.name, endUser }, expiry);
  const reach = { tools: tools ?? [], networks: networks ?? [], callsMax: callsMax ?? null };
  const writing = writeIdempotent(ctx, async (tx) => {
    await requireCapacity(ctx, tx, 'max_tokens');
    const revokedAt = { lt: deletableBefore(ctx.now()) };
    await tx.stackToken.deleteMany({
      where: { revokedAt, endpoint: { stack: { accountId: endpoint.stack.accountId } } },
    });
    return {
      value: { token, tokenRecord: await tx.stackToken.create({ data: { ...data, ...reach } }) },
      audit: tokenAudit('token.create', data.id, endpoint),
    };
  });
  return mapForeignKeyError(writing, endpointNotFound);
}

/** The tokens of an endpoint, newest first, revoked ones included. @throws not_found */
export async function listStackTokens(
  ctx: Ctx,
  endpointId: EndpointId,
  load: StackTokenLoad = {},
): Promise<StackToken[]> {
  await requireEndpoint(ctx, endpointId);
  const page = pageById('desc', pageAmong('token', load));
  const scope = { endpoint: { stack: stackWhere(ctx.actor) } };
  return ctx.db.stackToken.findMany({ ...page, where: { ...page.where, endpointId, ...scope } });
}

/** One token of the caller's endpoints, revoked or not; null if unknown or another account's. */
export async function findStackToken(
  ctx: Ctx,
  id: TokenId,
  load: Pick<StackTokenLoad, 'include' | 'select'> = {},
): Promise<StackToken | null> {
  const scope = { endpoint: { stack: stackWhere(ctx.actor) } };
  return ctx.db.stackToken.findFirst({ ...load, where: { id, ...scope } });
}

const tokenNotFound = (): AppError => new AppError('not_found', 'Stack token not found');

/** As `findStackToken`. @throws not_found */
export async function getStackToken(ctx: Ctx, id: TokenId): Promise<StackToken> {
  const token = await findStackToken(ctx, id);
  if (!token) throw tokenNotFound();
  return token;
}

/** The token with its endpoint and account, for changing it. @throws not_found; forbidden without the right `write` */
async function findOwnedToken(ctx: Ctx, id: TokenId) {
  const where = { id, endpoint: { stack: stackWhere(ctx.actor) } };
  const include = { endpoint: { include: { stack: { select: { accountId: true } } } } };
  const row = await ctx.db.stackToken.findFirst({ where, include });
  if (!row) throw tokenNotFound();
  requireRightIn(ctx.actor, 'write', row.endpoint.stackId);
  return row;
}

const updateInput = z.object({ name: nameSchema.optional(), ...reachFields });

/**
 * Changes a token. The input is `{ name?, tools?, networks?, callsMax? }`. Absent fields stay unchanged; null removes a
 * restriction. The token's end user and expiry are fixed.
 * @throws not_found, invalid_input, also for a revoked token; forbidden, as `createStackToken`
 */
export async function updateStackToken(ctx: Ctx, id: TokenId, input: unknown): Promise<StackToken> {
  requireRightSomewhere(ctx.actor, 'write');
  const { endpoint, ...token } = await findOwnedToken(ctx, id);
  const { name, tools, networks, callsMax } = parseInput(updateInput, input, 'Invalid request parameters');
  const reach = {
    ...(tools !== undefined && { tools: tools ?? [] }),
    ...(networks !== undefined && { networks: networks ?? [] }),
    ...(callsMax !== undefined && { callsMax }),
  };
  if (Object.keys(reach).length > 0) {
    requireMayLetAgentsIn(ctx.actor);
    requireEndWith(ctx.actor, token.expiresAt);
  }
  const data = { ...(name !== undefined && { name }), ...reach };
  return write(ctx, async (tx) => {
    const [value] = await tx.stackToken.updateManyAndReturn({ where: { id, revokedAt: null }, data });
    if (!value) throw new AppError('invalid_input', 'A revoked stack token can’t be changed');
    const { details, ...entry } = tokenAudit('token.update', id, endpoint);
    const audit = { ...entry, details: { ...details, changed: Object.keys(data) } };
    return { value, audit, changes: [{ kind: 'token', id }] };
  });
}

/** Revokes a token immediately and permanently; idempotent. @throws not_found */
export async function revokeStackToken(ctx: Ctx, id: TokenId): Promise<StackToken> {
  requireRightSomewhere(ctx.actor, 'write');
  const { endpoint, ...token } = await findOwnedToken(ctx, id);
  if (token.revokedAt) return token;
  const revoked = await writeUnlessDone(ctx, async (tx) => {
    const where = { id, revokedAt: null };
    const [value] = await tx.stackToken.updateManyAndReturn({ where, data: { revokedAt: ctx.now() } });
    const audit = tokenAudit('token.revoke', id, endpoint);
    return value ? { value, audit, changes: [{ kind: 'token', id }] } : null;
  });
  return revoked ?? findOwnedToken(ctx, id);
}

/**
 * Maximum attenuations of one token that can be revoked individually; beyond that, the token itself must be revoked.
 */
const REVOKED_ATTENUATIONS_MAX = 200;

/**
 * Revokes an attenuation immediately and permanently, along with all tokens derived from it; idempotent. The service
 * does not track attenuations, so any well-formed id is accepted.
 * @throws not_found; invalid_input for a malformed id, or when 200 are revoked
 */
export async function revokeAttenuation(ctx: Ctx, id: TokenId, attenuationId: AttenuationId): Promise<StackToken> {
  requireRightSomewhere(ctx.actor, 'write');
  const { endpoint, ...token } = await findOwnedToken(ctx, id);
  if (!isAttenuationId(attenuationId)) throw invalidAttenuation('must be the id of an attenuation');
  if (token.revokedAttenuations.includes(attenuationId)) return token;
  const { details, ...entry } = tokenAudit('token.revoke_attenuation', id, endpoint);
  const revoked = await writeUnlessDone(ctx, async (tx) => {
    const value = await addRevoked(tx, id, attenuationId);
    const audit = { ...entry, details: { ...details, attenuationId } };
    return value ? { value, audit, changes: [{ kind: 'token', id }] } : null;
  });
  return revoked ?? findOwnedToken(ctx, id);
}

/**
 * Marks an attenuation of a token as revoked; null if another request already did. Locks the row, so that the bound is
 * exact.
 * @throws as `revokeAttenuation`
 */
async function addRevoked(tx: Tx, id: TokenId, attenuationId: AttenuationId): Promise<StackToken | null> {
  const [token] = await tx.stackToken.updateManyAndReturn({
    where: { id, NOT: { revokedAttenuations: { has: attenuationId } } },
    data: { revokedAttenuations: { push: attenuationId } },
  });
  if (!token) return null;
  if (token.revokedAttenuations.length > REVOKED_ATTENUATIONS_MAX)
    throw invalidAttenuation(
      `cannot be revoked: the limit of ${REVOKED_ATTENUATIONS_MAX} revoked attenuations is reached. Revoke the token itself`,
    );
  // Delete the call counters that are no longer needed, to make room for others.
  await tx.attenuatedCalls.deleteMany({
    where: { tokenId: id, OR: [{ id: attenuationId }, { outermostId: attenuationId }] },
  });
  return token;
}

const invalidAttenuation = (message: string): AppError =>
  new AppError('invalid_input', 'Invalid request parameters', { issues: [{ path: '/attenuationId', message }] });

type TokenOwner = { id: EndpointId; stackId: StackId; stack: { accountId: AccountId } };

/** The audit event of a token, in the chain of the account that owns its stack. */
export const tokenAudit = (
  action: 'token.create' | 'token.update' | 'token.renew' | 'token.revoke' | 'token.revoke_attenuation',
  id: TokenId,
  owner: TokenOwner,
): NewAuditEvent => ({
  action,
  target: { kind: 'token', id },
  stackId: owner.stackId,
  chain: owner.stack.accountId,
  details: { endpointId: owner.id },
});
