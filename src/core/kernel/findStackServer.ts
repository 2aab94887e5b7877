import type { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../lib/errors.ts';
import { isStorable } from '../lib/text.ts';
import type { Ctx } from './context.ts';
import { getStack } from './findStack.ts';
import type { ServerId, StackId } from './ids.ts';
import { stackWhere } from './scope.ts';

/** A server's place in a stack, with the server. */
export type PlacedServer = Prisma.StackServerGetPayload<{
  include: { server: { include: { fields: true } } };
}>;

/**
 * A server in one of the caller's stacks, by its id or exact name; the id takes precedence. Null if the stack does not
 * contain it.
 * @throws not_found if the stack is not the caller's
 */
export async function findStackServer(ctx: Ctx, stackId: StackId, server: ServerId): Promise<PlacedServer | null> {
  await getStack(ctx, stackId, { select: { id: true } });
  if (!isStorable(server)) return null;
  const rows = await ctx.db.stackServer.findMany({
    where: {
      stackId,
      stack: stackWhere(ctx.actor),
      server: { OR: [{ slug: server }, { name: server }] },
    },
    include: { server: { include: { fields: { orderBy: { position: 'asc' } } } } },
    orderBy: { id: 'asc' },
  });
  return rows.find((placed) => placed.server.slug === server) ?? rows[0] ?? null;
}

/** As `findStackServer`. @throws not_found */
export async function getStackServer(ctx: Ctx, stackId: StackId, server: ServerId): Promise<PlacedServer> {
  const placed = await findStackServer(ctx, stackId, server);
  if (!placed) throw notInStack(server, stackId);
  return placed;
}

export const notInStack = (server: ServerId, stackId: StackId): AppError =>
  new AppError('not_found', `Server ${server} not found in stack ${stackId}`);
