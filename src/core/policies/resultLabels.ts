import { z } from 'zod';
import type { Server } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import { touchStacks } from '../kernel/findStack.ts';
import type { ServerId, ToolId, ToolKey } from '../kernel/ids.ts';
import { accountIdOf } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { labelSchema } from '../results/source.ts';
import { hintedServer, hintedTool, labelsIn, lockSetting } from './hints.ts';

/** Maximum tools of one server that can have labels. */
const LABELLED_MAX = 2_000;

const labelInput = z.object({ label: labelSchema.nullish() });

/** The server whose results were labelled, and the tool if only its results were. */
export type LabelledResults = { readonly server: Server; readonly tool: ToolKey | null };

/**
 * Labels the future results of a server, or of one of its tools: `{ label? }`. Null removes the label: a tool
 * then has that of its server. Tested by `test/core/policies/flowRules.test.ts`.
 * @throws not_found; forbidden without the right `admin`, as for rules, which read labels; invalid_input
 */
export async function updateResultLabel(
  ctx: Ctx,
  slug: ServerId,
  toolId: ToolId | null,
  input: unknown,
): Promise<LabelledResults> {
  const { label } = parseInput(labelInput, input, 'Invalid request parameters');
  const server = await hintedServer(ctx, slug);
  const tool = toolId === null ? null : await hintedTool(ctx, server, toolId);
  if (label === undefined) return { server, tool };
  const accountId = accountIdOf(ctx.actor);
  return write(ctx, async (tx) => {
    const key = { accountId, serverId: server.id };
    const row = await lockSetting(tx, server, accountId);
    const stored = new Map(labelsIn(row?.labels ?? {}));
    if (label === null) stored.delete(toolId ?? '');
    else stored.set(toolId ?? '', label);
    if (stored.size > LABELLED_MAX)
      throw new AppError('invalid_input', `At most ${LABELLED_MAX} tools of a server can be labelled`);
    const labels = Object.fromEntries(stored);
    await tx.hintSetting.upsert({
      where: { accountId_serverId: key },
      update: { labels },
      create: { ...key, tools: '{}', labels },
    });
    return {
      value: { server, tool },
      audit: {
        action: 'server.label_results',
        target: { kind: 'server', id: slug },
        details: { ...(toolId !== null && { toolId }), label: label ?? 'none' },
      },
      changes: await touchStacks(ctx, tx, server.id, accountId),
    };
  });
}
