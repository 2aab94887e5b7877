import type { ClientEndpoint, Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { isStorable } from '../lib/text.ts';
import { accountWhere } from '../scope.ts';

/** An endpoint with the account that owns its stack. */
export type OwnedEndpoint = ClientEndpoint & { readonly stack: { readonly accountId: string } };

/**
 * The endpoint, if the caller owns it; else null. `id` is unknown because it comes from input that is not parsed yet.
 */
export async function findEndpoint(ctx: Ctx, id: unknown): Promise<OwnedEndpoint | null> {
  const scope = { stack: accountWhere(ctx.actor) };
  if (typeof id !== 'string' || !isStorable(id)) return null;
  return ctx.db.clientEndpoint.findFirst({
    where: { id, ...scope },
    include: { stack: { select: { accountId: true } } },
  });
}

/** The endpoint with this id or client id, if the caller owns it; else null. */
export async function findEndpointByName(
  ctx: Ctx,
  given: string,
  load: Pick<Prisma.ClientEndpointFindManyArgs, 'include' | 'select'> = {},
): Promise<ClientEndpoint | null> {
  const scope = { stack: accountWhere(ctx.actor) };
  if (!isStorable(given)) return null;
  return ctx.db.clientEndpoint.findFirst({ ...load, where: { OR: [{ id: given }, { clientId: given }], ...scope } });
}

/** The stack with its account, if the caller owns it; else null. */
export async function findOwnedStack(ctx: Ctx, id: unknown): Promise<{ id: string; accountId: string } | null> {
  const scope = accountWhere(ctx.actor);
  if (typeof id !== 'string' || !isStorable(id)) return null;
  return ctx.db.stack.findFirst({ where: { id, ...scope }, select: { id: true, accountId: true } });
}

/** One error for an endpoint that is not there and for another account's. */
export const endpointNotFound = (): AppError => new AppError('not_found', 'Client endpoint not found');

/** Those of the endpoints that the caller owns, by id. */
export async function listEndpointsById(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ClientEndpoint>> {
  const where = { id: { in: [...ids] }, stack: accountWhere(ctx.actor) };
  const endpoints = await ctx.db.clientEndpoint.findMany({ where });
  return new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
}
