import type { Prisma, StackServer } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import type { StackServerId, ToolId } from '../ids.ts';
import { stackWhere } from '../scope.ts';
import { getSnapshot } from '../snapshots/readSnapshot.ts';
import type { SnapshotTool } from '../snapshots/snapshot.ts';

/** A server's place in one of the caller's stacks, by its row id, or null. */
export const findPlace = (
  { db, actor }: Ctx,
  id: StackServerId,
  load: Pick<Prisma.StackServerFindManyArgs, 'include' | 'select'> = {},
): Promise<StackServer | null> => db.stackServer.findFirst({ ...load, where: { id, stack: stackWhere(actor) } });

/** An enabled tool of a server in one of the caller's stacks, as its agents see it, or null. */
export async function findEnabledTool(ctx: Ctx, place: StackServerId, toolId: ToolId): Promise<SnapshotTool | null> {
  const found = await findPlace(ctx, place, { select: { stackId: true } });
  if (!found) return null;
  const { tools } = await getSnapshot(ctx, found.stackId);
  return [...tools.values()].find((tool) => tool.toolId === toolId && tool.server.stackServerId === place) ?? null;
}
