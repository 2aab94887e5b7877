import type { ClientEndpoint, Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import { type AccountId, type EndpointId, type EndpointRef, isClientId, type StackId } from '../kernel/ids.ts';
import type { Right } from '../kernel/roles.ts';
import { requireRightIn, stackWhere } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import { isStorable } from '../lib/text.ts';

/** An endpoint with the account that owns its stack. */
export type OwnedEndpoint = ClientEndpoint & { readonly stack: { readonly accountId: AccountId } };

/** The endpoint, or null if it is not the caller's. Tested by `test/core/endpoints/endpoints.test.ts`. */
export async function findEndpoint(ctx: Ctx, id: EndpointId): Promise<OwnedEndpoint | null> {
  const scope = { stack: stackWhere(ctx.actor) };
  return ctx.db.clientEndpoint.findFirst({
    where: { id, ...scope },
    include: { stack: { select: { accountId: true } } },
  });
}

/** As `findEndpoint`, for a stack in which the caller has a right. @throws not_found; forbidden without the right */
export async function requireEndpoint(ctx: Ctx, id: EndpointId, right: Right = 'read'): Promise<OwnedEndpoint> {
  const endpoint = await findEndpoint(ctx, id);
  if (!endpoint) throw endpointNotFound();
  requireRightIn(ctx.actor, right, endpoint.stackId);
  return endpoint;
}

type EndpointNaming = EndpointRef | { readonly name: string };

function whereNamed(ref: EndpointNaming): Prisma.ClientEndpointWhereInput {
  if (typeof ref !== 'string') return isStorable(ref.name) ? { name: ref.name } : { id: { in: [] } };
  return isClientId(ref) ? { clientId: ref } : { id: ref };
}

/**
 * The endpoint with this id, client id or name, optionally within a stack; null if it is not the caller's. If several
 * have the same name, the newest.
 */
export async function findEndpointByName(
  ctx: Ctx,
  ref: EndpointNaming,
  load: Pick<Prisma.ClientEndpointFindManyArgs, 'include' | 'select'> = {},
  stackId: StackId | null = null,
): Promise<ClientEndpoint | null> {
  const where = { AND: [whereNamed(ref), stackId === null ? {} : { stackId }], stack: stackWhere(ctx.actor) };
  return ctx.db.clientEndpoint.findFirst({ ...load, where, orderBy: { id: 'desc' } });
}

/** As `findEndpoint`. @throws not_found */
export async function getEndpoint(ctx: Ctx, id: EndpointId): Promise<ClientEndpoint> {
  const endpoint = await findEndpoint(ctx, id);
  if (!endpoint) throw endpointNotFound();
  return endpoint;
}

/** The stack with its account, or null if it is not the caller's. */
export async function findOwnedStack(ctx: Ctx, id: StackId): Promise<{ id: StackId; accountId: AccountId } | null> {
  const scope = stackWhere(ctx.actor);
  return ctx.db.stack.findFirst({ where: { id, ...scope }, select: { id: true, accountId: true } });
}

/** The same error for an unknown endpoint and for another account's. */
export const endpointNotFound = (): AppError => new AppError('not_found', 'Client endpoint not found');

/** The caller's endpoints with these ids, keyed by id. */
export async function listEndpointsById(
  ctx: Ctx,
  ids: readonly EndpointId[],
): Promise<ReadonlyMap<EndpointId, ClientEndpoint>> {
  const where = { id: { in: [...ids] }, stack: stackWhere(ctx.actor) };
  const endpoints = await ctx.db.clientEndpoint.findMany({ where });
  return new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
}
