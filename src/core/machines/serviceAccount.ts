import { z } from 'zod';
import type { Prisma, ServiceAccount } from '../../generated/prisma/client.ts';
import { defaultEnd, requireEndWith, requireFuture } from '../accounts/keyEnd.ts';
import { makerOf } from '../accounts/maker.ts';
import { endpointNotFound, type OwnedEndpoint, requireEndpoint } from '../endpoints/findEndpoint.ts';
import { reachFields } from '../kernel/attenuation.ts';
import type { NewAuditEvent } from '../kernel/audit/audit.ts';
import type { Ctx } from '../kernel/context.ts';
import { endUserSchema } from '../kernel/endUser.ts';
import { type EndpointId, newServiceAccountId, type ServiceAccountId } from '../kernel/ids.ts';
import { requireMayLetAgentsIn, requireRightIn, requireRightSomewhere, stackWhere } from '../kernel/scope.ts';
import { hashSecret, newSecret } from '../kernel/secret.ts';
import { write } from '../kernel/write.ts';
import { writeIdempotent } from '../kernel/writeIdempotent.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { nameSchema } from '../lib/text.ts';
import { mapForeignKeyError } from '../lib/unique.ts';
import { lockAccount, requireCapacity } from '../limits/countedBounds.ts';
import { endTokensOf } from './grantedToken.ts';
import { readPublicKeys } from './publicKeys.ts';

/** The relations and columns that `findServiceAccount` loads. */
export type ServiceAccountLoad = Pick<Prisma.ServiceAccountFindManyArgs, 'include' | 'select'>;

/** A service account. `secret` is the credential itself, returned only once; null if the client has its own keys. */
export type IssuedServiceAccount = { readonly client: ServiceAccount; readonly secret: string | null };

const INVALID = 'Invalid request parameters';

const createInput = z.object({
  name: nameSchema,
  endUser: endUserSchema.nullish(),
  tools: reachFields.tools,
  networks: reachFields.networks,
  publicKeys: z.unknown().optional(),
  expiresAt: z.date().nullish(),
});

/**
 * Creates a service account of an endpoint from `{ endpointId, name, endUser?, tools?, networks?, publicKeys?,
 * expiresAt?: Date }`. Its keys are a JWK or JWK Set; without keys the client gets a secret. Its tokens have the given
 * restrictions and end with the client. The client expires no later than the API key that creates it. Tested by
 * `test/core/machines/serviceAccount.test.ts`.
 * @throws forbidden without the right `write`, as for stack tokens; not_found, invalid_input
 */
export async function createServiceAccount(
  ctx: Ctx,
  input: { readonly endpointId: EndpointId; readonly [name: string]: unknown },
): Promise<IssuedServiceAccount> {
  requireRightSomewhere(ctx.actor, 'write');
  requireMayLetAgentsIn(ctx.actor);
  const endpoint = await requireEndpoint(ctx, input.endpointId, 'write');
  const { name, endUser, tools, networks, publicKeys, ...rest } = parseInput(createInput, input, INVALID);
  const expiresAt = rest.expiresAt ?? defaultEnd(ctx.actor, null);
  requireFuture(ctx, expiresAt);
  requireEndWith(ctx.actor, expiresAt);
  const { secret, columns } = await newCredential(publicKeys);
  const data = {
    id: newServiceAccountId(),
    endpointId: endpoint.id,
    name,
    endUser: endUser ?? null,
    tools: tools ?? [],
    networks: networks ?? [],
    ...columns,
    expiresAt,
    createdAt: ctx.now(),
    makerId: await makerOf(ctx.db, ctx.actor),
  };
  const writing = writeIdempotent(ctx, async (tx) => {
    await requireCapacity(ctx, tx, 'max_service_accounts');
    const client = await tx.serviceAccount.create({ data });
    return { value: { client, secret }, audit: auditOf('service_account.create', client, endpoint) };
  });
  return mapForeignKeyError(writing, endpointNotFound);
}

/** One service account of the caller's endpoints; null if unknown or another account's. */
export function findServiceAccount(
  ctx: Ctx,
  id: ServiceAccountId,
  load: ServiceAccountLoad = {},
): Promise<ServiceAccount | null> {
  const scope = { endpoint: { stack: stackWhere(ctx.actor) } };
  return ctx.db.serviceAccount.findFirst({ ...load, where: { id, ...scope } });
}

const updateInput = z.object({
  name: nameSchema.optional(),
  endUser: endUserSchema.nullish(),
  tools: reachFields.tools,
  networks: reachFields.networks,
  expiresAt: z.date().nullish(),
});

/**
 * Changes a service account. The input is `{ name?, endUser?, tools?, networks?, expiresAt? }`. Absent fields stay
 * unchanged; null clears a field. The secret and keys don't change. Unless only the name changes, the client's tokens
 * are revoked, and it has to request new ones.
 * @throws forbidden without the right `write`; not_found, invalid_input
 */
export async function updateServiceAccount(ctx: Ctx, id: ServiceAccountId, input: unknown): Promise<ServiceAccount> {
  requireRightSomewhere(ctx.actor, 'write');
  const { endpoint, expiresAt: before } = await findOwned(ctx, id);
  const { name, endUser, tools, networks, expiresAt } = parseInput(updateInput, input, INVALID);
  const reach = {
    ...(endUser !== undefined && { endUser }),
    ...(tools !== undefined && { tools: tools ?? [] }),
    ...(networks !== undefined && { networks: networks ?? [] }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
  const isNameAlone = Object.keys(reach).length === 0;
  if (!isNameAlone) requireMayLetAgentsIn(ctx.actor);
  requireFuture(ctx, expiresAt);
  if (!isNameAlone) requireEndWith(ctx.actor, expiresAt === undefined ? before : expiresAt);
  const data = { ...(name !== undefined && { name }), ...reach };
  return write(ctx, async (tx) => {
    await lockAccount(tx, endpoint.stack.accountId);
    const [client] = await tx.serviceAccount.updateManyAndReturn({ where: { id }, data });
    if (!client) throw serviceAccountNotFound();
    const { details, ...entry } = auditOf('service_account.update', client, endpoint);
    return {
      value: client,
      audit: { ...entry, details: { ...details, changed: Object.keys(data) } },
      changes: isNameAlone ? [] : await endTokensOf(ctx, tx, id),
    };
  });
}

const rotateInput = z.object({ publicKeys: z.unknown().optional(), expiresAt: z.date().nullish() });

/**
 * Replaces the secret of a service account with a new one, or with the keys of `{ publicKeys?, expiresAt? }`. The old
 * secret or keys, and all tokens issued for them, become invalid immediately. The expiry is unchanged if omitted; null
 * removes it.
 * @throws forbidden without the right `write`; not_found, invalid_input
 */
export async function rotateServiceAccount(
  ctx: Ctx,
  id: ServiceAccountId,
  input: unknown,
): Promise<IssuedServiceAccount> {
  requireRightSomewhere(ctx.actor, 'write');
  requireMayLetAgentsIn(ctx.actor);
  const { endpoint, expiresAt: before } = await findOwned(ctx, id);
  const { publicKeys, expiresAt } = parseInput(rotateInput, input, INVALID);
  requireFuture(ctx, expiresAt);
  requireEndWith(ctx.actor, expiresAt === undefined ? before : expiresAt);
  const { secret, columns } = await newCredential(publicKeys);
  // The actor that rotates the secret knows it, so it counts as the client's maker from now on.
  const makerId = await makerOf(ctx.db, ctx.actor);
  return write(ctx, async (tx) => {
    await lockAccount(tx, endpoint.stack.accountId);
    const data = { ...columns, ...(expiresAt !== undefined && { expiresAt }), rotatedAt: ctx.now(), makerId };
    const [client] = await tx.serviceAccount.updateManyAndReturn({ where: { id }, data });
    if (!client) throw serviceAccountNotFound();
    return {
      value: { client, secret },
      audit: auditOf('service_account.rotate', client, endpoint),
      changes: await endTokensOf(ctx, tx, id),
    };
  });
}

/**
 * Deletes a service account permanently; its tokens become invalid immediately.
 * @throws forbidden without the right `write`; not_found
 */
export async function revokeServiceAccount(ctx: Ctx, id: ServiceAccountId): Promise<ServiceAccount> {
  requireRightSomewhere(ctx.actor, 'write');
  const { endpoint, ...client } = await findOwned(ctx, id);
  return write(ctx, async (tx) => {
    await lockAccount(tx, endpoint.stack.accountId);
    // If two deletions run concurrently, the second removes nothing.
    const { count } = await tx.serviceAccount.deleteMany({ where: { id } });
    if (count === 0) throw serviceAccountNotFound();
    return {
      value: client,
      audit: auditOf('service_account.revoke', client, endpoint),
      changes: await endTokensOf(ctx, tx, id),
    };
  });
}

async function newCredential(publicKeys: unknown) {
  if (publicKeys !== undefined && publicKeys !== null) {
    const columns = { secretHash: null, publicKeys: [...(await readPublicKeys(publicKeys))] };
    return { secret: null, columns } as const;
  }
  const secret = newSecret('tym_');
  return { secret, columns: { secretHash: hashSecret(secret), publicKeys: [] } } as const;
}

async function findOwned(ctx: Ctx, id: ServiceAccountId) {
  const where = { id, endpoint: { stack: stackWhere(ctx.actor) } };
  const include = { endpoint: { include: { stack: { select: { accountId: true } } } } };
  const row = await ctx.db.serviceAccount.findFirst({ where, include });
  if (!row) throw serviceAccountNotFound();
  requireRightIn(ctx.actor, 'write', row.endpoint.stackId);
  return row;
}

const serviceAccountNotFound = (): AppError => new AppError('not_found', 'Service account not found');

const auditOf = (
  action: 'service_account.create' | 'service_account.update' | 'service_account.rotate' | 'service_account.revoke',
  { id, name, secretHash }: Pick<ServiceAccount, 'id' | 'name' | 'secretHash'>,
  { id: endpointId, stackId, stack }: Pick<OwnedEndpoint, 'id' | 'stackId' | 'stack'>,
): NewAuditEvent => ({
  action,
  target: { kind: 'service_account', id },
  stackId,
  chain: stack.accountId,
  details: { name, endpointId, has: secretHash ? 'secret' : 'keys' },
});
