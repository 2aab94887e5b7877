import { z } from 'zod';
import type { Ctx } from '../kernel/context.ts';
import type { ServerId } from '../kernel/ids.ts';
import { requireRight } from '../kernel/scope.ts';
import { parseInput } from '../lib/parse.ts';
import { shownName } from '../lib/text.ts';
import { importSlots } from '../limits/concurrency.ts';
import { newServerId } from '../servers/document.ts';
import { MARKETPLACE } from '../servers/server.ts';
import { exportServer } from './exportServer.ts';
import { type SavedServer, saveServer, serverIdTaken } from './saveServer.ts';

const duplicateInput = z.object({
  id: newServerId,
  name: shownName.min(1).max(200).nullish(),
});

/**
 * Copies a visible server to the account's private servers, from `{ id, name? }`. The copy's tools are named after the
 * new id, and its credentials are separate, so one stack can use two accounts of one service. The copy does not get
 * later versions of the original. Repeating the request without changes in between returns the existing copy. Tested by
 * `test/core/marketplace/duplicateServer.test.ts`.
 * @throws forbidden without the right `write` in the whole account, and for a stdio server; not_found, invalid_input;
 * already_exists for an id that is taken; rate_limited at a bound
 */
export async function duplicateServer(ctx: Ctx, slug: ServerId, input: unknown): Promise<SavedServer> {
  requireRight(ctx.actor, 'write');
  const { id, name } = parseInput(duplicateInput, input, 'Invalid request parameters');
  return importSlots.run(ctx, async () => {
    const document = await exportServer(ctx, slug);
    // Without the id as a prefix, its tools would have the same names as the original's.
    const own = { id, name: name ?? document.name, toolPrefix: true, verified: false };
    if (ctx.actor.accountId !== null) {
      // A private server would hide a marketplace server with the same id.
      const owner_slug = { owner: MARKETPLACE, slug: id };
      if (await ctx.db.server.findUnique({ where: { owner_slug }, select: { id: true } })) throw serverIdTaken(id);
    }
    return saveServer(ctx, { ...document, ...own }, { isNew: true });
  });
}
