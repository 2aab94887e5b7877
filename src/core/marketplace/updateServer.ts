import { z } from 'zod';
import type { Server } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import type { ServerId } from '../ids.ts';
import { parseInput } from '../lib/parse.ts';
import { definedIn } from '../lib/patch.ts';
import { shownText } from '../lib/text.ts';
import { importSlots } from '../limits/concurrency.ts';
import { requireRight } from '../scope.ts';
import { exportServer, present } from './exportServer.ts';
import { saveServer } from './saveServer.ts';
import { getPrivateServer } from './server.ts';

/** Checks only the names of fields: the schema of documents checks their values. */
const updateInput = z.strictObject({
  name: z.string().optional(),
  description: shownText.optional(),
  category: z.string().nullish(),
  homepage: z.string().nullish(),
  instructions: z.string().nullish(),
});

/**
 * Changes the texts of a private server. The input is `{ name?, description?, category?, homepage?, instructions? }`.
 * Absent fields stay unchanged; null removes a text. The id, tools and credentials don't change.
 * @throws forbidden without the right `write`; not_found, also for a server of the marketplace; invalid_input
 */
export async function updateServer(ctx: Ctx, slug: ServerId, input: object): Promise<Server> {
  requireRight(ctx.actor, 'write');
  await getPrivateServer(ctx, slug);
  const patch = parseInput(updateInput, definedIn(input), 'Invalid request parameters');
  return importSlots.run(ctx, async () => {
    const document = present({ ...(await exportServer(ctx, slug)), ...patch });
    return (await saveServer(ctx, document)).server;
  });
}
