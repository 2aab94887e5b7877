import type { ClientEndpoint, Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { isStorable } from '../lib/text.ts';
import { accountWhere } from '../scope.ts';

/** An endpoint with the account that owns its stack. */
export type OwnedEndpoint = ClientEndpoint & { readonly stack: { readonly accountId: string } };

/** The endpoint, if it is the caller's. `id` is unknown because it comes out of an input that is not yet parsed. */
export async function findEndpoint(ctx: Ctx, id: unknown): Promise<OwnedEndpoint | null> {
  const scope = { stack: accountWhere(ctx.actor) };
  if (typeof id !== 'string' || !isStorable(id)) return null;
  return ctx.db.clientEndpoint.findFirst({
    where: { id, ...scope },
    include: { stack: { select: { accountId: true } } },
  });
}

/** The endpoint of an id or a client id, if it is the caller's. */
export async function findEndpointByName(
  ctx: Ctx,
  given: string,
  load: Pick<Prisma.ClientEndpointFindManyArgs, 'include' | 'select'> = {},
): Promise<ClientEndpoint | null> {
  const scope = { stack: accountWhere(ctx.actor) };
  if (!isStorable(given)) return null;
  return ctx.db.clientEndpoint.findFirst({ ...load, where: { OR: [{ id: given }, { clientId: given }], ...scope } });
}

/** The stack with its account, if it is the caller's. */
export async function findOwnedStack(ctx: Ctx, id: unknown): Promise<{ id: string; accountId: string } | null> {
  const scope = accountWhere(ctx.actor);
  if (typeof id !== 'string' || !isStorable(id)) return null;
  return ctx.db.stack.findFirst({ where: { id, ...scope }, select: { id: true, accountId: true } });
}

export const endpointNotFound = (): AppError => new AppError('not_found', 'Client endpoint not found');

/** Those of the endpoints that are the caller's, by id. */
export async function listEndpointsById(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ClientEndpoint>> {
  const where = { id: { in: [...ids] }, stack: accountWhere(ctx.actor) };
  const endpoints = await ctx.db.clientEndpoint.findMany({ where });
  return new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
}
