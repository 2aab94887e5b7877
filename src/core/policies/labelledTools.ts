import { Prisma, type Tool } from '../../generated/prisma/client.ts';
import { countChildren, type InOrder } from '../kernel/childPages.ts';
import type { Ctx } from '../kernel/context.ts';
import type { ServerKey } from '../kernel/ids.ts';
import { accountIdOf, requireManagement } from '../kernel/scope.ts';
import { listToolsOfServers, type OrderOfTools, type ToolLoad } from '../servers/toolsOfServers.ts';

/** The tools of `parent.id` whose results have their own label in the caller's account. */
function ownLabel({ actor }: Ctx): Prisma.Sql {
  requireManagement(actor);
  return Prisma.sql`AND tool_id IN (
    SELECT labelled.tool_id FROM hint_setting, json_object_keys(labels) AS labelled (tool_id)
    WHERE account_id = ${accountIdOf(actor)} AND hint_setting.server_id = parent.id)`;
}

/**
 * For each server that the caller may see, a page of the tools whose results have their own label. Tested by
 * `test/graphql/listFilters.test.ts`.
 */
export const listLabelledTools = async (
  ctx: Ctx,
  servers: readonly ServerKey[],
  load: InOrder<ToolLoad, OrderOfTools>,
): Promise<ReadonlyMap<ServerKey, readonly Tool[]>> => listToolsOfServers(ctx, servers, load, ownLabel(ctx));

/** The number of those tools, by server. Servers without any are absent. */
export const countLabelledTools = async (
  ctx: Ctx,
  servers: readonly ServerKey[],
): Promise<ReadonlyMap<ServerKey, number>> => {
  const rows = Prisma.sql`(SELECT tool_id FROM tool WHERE server_id = parent.id AND removed_at IS NULL)`;
  return countChildren(ctx.db, { rows, filter: ownLabel(ctx) }, servers);
};
