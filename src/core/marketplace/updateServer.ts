import { z } from 'zod';
import type { Server } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import type { ServerId } from '../kernel/ids.ts';
import { requireRight } from '../kernel/scope.ts';
import { parseInput } from '../lib/parse.ts';
import { definedIn } from '../lib/patch.ts';
import { shownText } from '../lib/text.ts';
import { importSlots } from '../limits/concurrency.ts';
import { newServerId } from '../servers/document.ts';
import { getPrivateServer } from '../servers/server.ts';
import { changeServerId } from './changeServerId.ts';
import { exportServer, present } from './exportServer.ts';
import { saveServer } from './saveServer.ts';

/** Checks only the names of fields: the schema of documents checks their values. */
const updateInput = z.strictObject({
  slug: newServerId.optional(),
  name: z.string().optional(),
  description: shownText.optional(),
  category: z.string().nullish(),
  homepage: z.string().nullish(),
  instructions: z.string().nullish(),
});

/**
 * Changes a private server. The input is `{ slug?, name?, description?, category?, homepage?, instructions? }`. Absent
 * fields stay unchanged; null removes a text. The slug can change as long as no stack has the server.
 * @throws forbidden without the right `write`; not_found, also for a server of the marketplace; invalid_input;
 * already_exists for a slug that is taken
 */
export async function updateServer(ctx: Ctx, slug: ServerId, input: object): Promise<Server> {
  requireRight(ctx.actor, 'write');
  await getPrivateServer(ctx, slug);
  const { slug: id = slug, ...patch } = parseInput(updateInput, definedIn(input), 'Invalid request parameters');
  return importSlots.run(ctx, async () => {
    if (id !== slug) await changeServerId(ctx, slug, id);
    const document = present({ ...(await exportServer(ctx, id)), ...patch });
    return (await saveServer(ctx, document)).server;
  });
}
