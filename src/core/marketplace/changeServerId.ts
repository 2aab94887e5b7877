import type { Ctx } from '../kernel/context.ts';
import type { ServerId } from '../kernel/ids.ts';
import { accountIdOf } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { hintsIn, labelsIn } from '../policies/hints.ts';
import { MARKETPLACE } from '../servers/server.ts';
import { toolIdFor } from '../servers/toolName.ts';
import { serverIdTaken } from './saveServer.ts';

/**
 * Gives a private server another id, with which its tools' ids begin, as long as no stack has it. The tools keep their
 * rows and hints. The caller saves the document again. Tested by `test/core/marketplace/changeServerId.test.ts`.
 * @throws not_found; invalid_input while a stack has the server; already_exists
 */
export async function changeServerId(ctx: Ctx, slug: ServerId, id: ServerId): Promise<void> {
  const owner = accountIdOf(ctx.actor);
  const where = { slug: id, owner: { in: [owner, MARKETPLACE] } };
  if (await ctx.db.server.findFirst({ where, select: { id: true } })) throw serverIdTaken(id);
  await write(ctx, async (tx) => {
    // Lock before counting: a stack that is adding the server is then either counted or no longer finds it.
    await tx.$queryRaw`SELECT id FROM server WHERE owner = ${owner} AND slug = ${slug} FOR UPDATE`;
    const server = await tx.server.findUnique({ where: { owner_slug: { owner, slug } } });
    if (!server) throw new AppError('not_found', `Server ${slug} not found`);
    if ((await tx.stackServer.count({ where: { serverId: server.id } })) > 0)
      throw new AppError('invalid_input', `Server ${slug} is in a stack: its id can no longer be changed`);
    const tools = await tx.tool.findMany({
      where: { serverId: server.id },
      select: { id: true, name: true, toolId: true },
    });
    const named = tools.map((tool) => ({ ...tool, next: toolIdFor(id, tool.name, { prefix: server.toolPrefix }) }));
    // Without a digest, the next save writes the document.
    await tx.server.update({ where: { id: server.id }, data: { slug: id, digest: '' } });
    await tx.$executeRaw`
      UPDATE tool SET tool_id = given.tool_id
      FROM unnest(${named.map((tool) => tool.id)}::text[], ${named.map(({ next }) => next)}::text[])
        AS given (id, tool_id)
      WHERE tool.id = given.id`;
    const key = { accountId_serverId: { accountId: owner, serverId: server.id } };
    const hints = await tx.hintSetting.findUnique({ where: key });
    if (hints) {
      const nextOf = new Map<string, string>(named.map(({ toolId, next }) => [toolId, next]));
      const renamed = <T>(settings: ReadonlyMap<string, T>) =>
        Object.fromEntries([...settings].map(([toolId, own]) => [nextOf.get(toolId) ?? toolId, own]));
      const data = { tools: JSON.stringify(renamed(hintsIn(hints.tools))), labels: renamed(labelsIn(hints.labels)) };
      await tx.hintSetting.update({ where: key, data });
    }
    return {
      value: undefined,
      audit: { action: 'server.import', target: { kind: 'server', id }, details: { owner, earlierId: slug } },
    };
  });
}
