import { z } from 'zod';
import type { Server } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import type { ServerId } from '../ids.ts';
import { parseInput } from '../lib/parse.ts';
import { definedIn } from '../lib/patch.ts';
import { isStorable, shownText } from '../lib/text.ts';
import { importSlots } from '../limits/concurrency.ts';
import { accountIdOf, requireRight } from '../scope.ts';
import { exportServer } from './exportServer.ts';
import { saveServer } from './saveServer.ts';

/** The document's own schema checks the values. */
const updateInput = z.strictObject({
  name: z.string().optional(),
  description: shownText.optional(),
  category: z.string().nullish(),
  homepage: z.string().nullish(),
  instructions: z.string().nullish(),
});

/**
 * Changes the texts of a private server: `{ name?, description?, category?, homepage?, instructions? }`. Absent ones
 * stay; null removes one. Its id, tools and credentials stay.
 * @throws forbidden without the right `write`; not_found, also for a server of the marketplace; invalid_input
 */
export async function updateServer(ctx: Ctx, slug: ServerId, input: object): Promise<Server> {
  requireRight(ctx.actor, 'write');
  const owner_slug = { owner: accountIdOf(ctx.actor), slug };
  const found = isStorable(slug) ? await ctx.db.server.findUnique({ where: { owner_slug } }) : null;
  if (!found) throw new AppError('not_found', `Server ${slug} is not a private server of the account`);
  const patch = parseInput(updateInput, definedIn(input), 'Invalid request parameters');
  return importSlots.run(ctx, async () => {
    const merged = { ...(await exportServer(ctx, slug)), ...patch };
    const document = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
    return (await saveServer(ctx, document)).server;
  });
}
