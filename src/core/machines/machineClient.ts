import { z } from 'zod';
import type { MachineClient, Prisma } from '../../generated/prisma/client.ts';
import { defaultEnd, requireEndWith, requireFuture } from '../accounts/keyEnd.ts';
import { makerOf } from '../accounts/maker.ts';
import type { NewAuditEvent } from '../audit/audit.ts';
import { hashSecret, newSecret } from '../authorization/secret.ts';
import type { Ctx } from '../context.ts';
import { endUserSchema } from '../credentials/endUser.ts';
import { endpointNotFound, type OwnedEndpoint, requireEndpoint } from '../endpoints/findEndpoint.ts';
import { reachFields } from '../endpoints/tokenReach.ts';
import { AppError } from '../errors.ts';
import { type EndpointId, type MachineClientId, newMachineClientId } from '../ids.ts';
import { parseInput } from '../lib/parse.ts';
import { nameSchema } from '../lib/text.ts';
import { mapForeignKeyError } from '../lib/unique.ts';
import { lockAccount, requireCapacity } from '../limits/countedBounds.ts';
import { requireMayLetAgentsIn, requireRightIn, requireRightSomewhere, stackWhere } from '../scope.ts';
import { write } from '../write.ts';
import { writeIdempotent } from '../writeIdempotent.ts';
import { endTokensOf } from './grantedToken.ts';
import { readPublicKeys } from './publicKeys.ts';

/** The relations and columns that `findMachineClient` loads. */
export type MachineClientLoad = Pick<Prisma.MachineClientFindManyArgs, 'include' | 'select'>;

/** A machine client. `secret` is the credential itself, returned only once; null if the client has its own keys. */
export type IssuedMachineClient = { readonly client: MachineClient; readonly secret: string | null };

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
 * Creates a machine client of an endpoint from `{ endpointId, name, endUser?, tools?, networks?, publicKeys?,
 * expiresAt?: Date }`. Its keys are a JWK or JWK Set; without keys the client gets a secret. Its tokens have the given
 * restrictions and end with the client. The client expires no later than the API key that creates it. Tested by
 * `test/core/machines/machineClient.test.ts`.
 * @throws forbidden without the right `write`, as for stack tokens; not_found, invalid_input
 */
export async function createMachineClient(
  ctx: Ctx,
  input: { readonly endpointId: EndpointId; readonly [name: string]: unknown },
): Promise<IssuedMachineClient> {
  requireRightSomewhere(ctx.actor, 'write');
  requireMayLetAgentsIn(ctx.actor);
  const endpoint = await requireEndpoint(ctx, input.endpointId, 'write');
  const { name, endUser, tools, networks, publicKeys, ...given } = parseInput(createInput, input, INVALID);
  const expiresAt = given.expiresAt ?? defaultEnd(ctx.actor, null);
  requireFuture(ctx, expiresAt);
  requireEndWith(ctx.actor, expiresAt);
  const { secret, columns } = await newCredential(publicKeys);
  const data = {
    id: newMachineClientId(),
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
    await requireCapacity(ctx, tx, 'max_machine_clients');
    const client = await tx.machineClient.create({ data });
    return { value: { client, secret }, audit: auditOf('machine_client.create', client, endpoint) };
  });
  return mapForeignKeyError(writing, endpointNotFound);
}

/** One machine client of the caller's endpoints; null if unknown or another account's. */
export function findMachineClient(
  ctx: Ctx,
  id: MachineClientId,
  load: MachineClientLoad = {},
): Promise<MachineClient | null> {
  const scope = { endpoint: { stack: stackWhere(ctx.actor) } };
  return ctx.db.machineClient.findFirst({ ...load, where: { id, ...scope } });
}

const updateInput = z.object({
  name: nameSchema.optional(),
  endUser: endUserSchema.nullish(),
  tools: reachFields.tools,
  networks: reachFields.networks,
  expiresAt: z.date().nullish(),
});

/**
 * Changes a machine client. The input is `{ name?, endUser?, tools?, networks?, expiresAt? }`. Absent fields stay
 * unchanged; null clears a field. The secret and keys don't change. Unless only the name changes, the client's tokens
 * are revoked, and it has to request new ones.
 * @throws forbidden without the right `write`; not_found, invalid_input
 */
export async function updateMachineClient(ctx: Ctx, id: MachineClientId, input: unknown): Promise<MachineClient> {
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
    const [client] = await tx.machineClient.updateManyAndReturn({ where: { id }, data });
    if (!client) throw machineClientNotFound();
    const { details, ...entry } = auditOf('machine_client.update', client, endpoint);
    return {
      value: client,
      audit: { ...entry, details: { ...details, changed: Object.keys(data) } },
      changes: isNameAlone ? [] : await endTokensOf(ctx, tx, id),
    };
  });
}

const rotateInput = z.object({ publicKeys: z.unknown().optional(), expiresAt: z.date().nullish() });

/**
 * Replaces the secret of a machine client with a new one, or with the keys of `{ publicKeys?, expiresAt? }`. The old
 * secret or keys, and all tokens issued for them, become invalid immediately. The expiry is unchanged if omitted; null
 * removes it.
 * @throws forbidden without the right `write`; not_found, invalid_input
 */
export async function rotateMachineClient(ctx: Ctx, id: MachineClientId, input: unknown): Promise<IssuedMachineClient> {
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
    const [client] = await tx.machineClient.updateManyAndReturn({ where: { id }, data });
    if (!client) throw machineClientNotFound();
    return {
      value: { client, secret },
      audit: auditOf('machine_client.rotate', client, endpoint),
      changes: await endTokensOf(ctx, tx, id),
    };
  });
}

/**
 * Deletes a machine client permanently; its tokens become invalid immediately.
 * @throws forbidden without the right `write`; not_found
 */
export async function revokeMachineClient(ctx: Ctx, id: MachineClientId): Promise<MachineClient> {
  requireRightSomewhere(ctx.actor, 'write');
  const { endpoint, ...client } = await findOwned(ctx, id);
  return write(ctx, async (tx) => {
    await lockAccount(tx, endpoint.stack.accountId);
    // If two deletions run concurrently, the second removes nothing.
    const { count } = await tx.machineClient.deleteMany({ where: { id } });
    if (count === 0) throw machineClientNotFound();
    return {
      value: client,
      audit: auditOf('machine_client.revoke', client, endpoint),
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

async function findOwned(ctx: Ctx, id: MachineClientId) {
  const where = { id, endpoint: { stack: stackWhere(ctx.actor) } };
  const include = { endpoint: { include: { stack: { select: { accountId: true } } } } };
  const found = await ctx.db.machineClient.findFirst({ where, include });
  if (!found) throw machineClientNotFound();
  requireRightIn(ctx.actor, 'write', found.endpoint.stackId);
  return found;
}

const machineClientNotFound = (): AppError => new AppError('not_found', 'Machine client not found');

const auditOf = (
  action: 'machine_client.create' | 'machine_client.update' | 'machine_client.rotate' | 'machine_client.revoke',
  { id, name, secretHash }: Pick<MachineClient, 'id' | 'name' | 'secretHash'>,
  { id: endpointId, stackId, stack }: Pick<OwnedEndpoint, 'id' | 'stackId' | 'stack'>,
): NewAuditEvent => ({
  action,
  target: { kind: 'machine_client', id },
  stackId,
  chain: stack.accountId,
  details: { name, endpointId, has: secretHash ? 'secret' : 'keys' },
});
