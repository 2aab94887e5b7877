import { z } from 'zod';
import type { StackServer } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import { bumpStack } from '../kernel/findStack.ts';
import { getStackServer } from '../kernel/findStackServer.ts';
import type { ServerId, StackId } from '../kernel/ids.ts';
import { requireRightIn } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';

/**
 * Whose credentials a server's calls use. `stack`: the stack's own. `user`: only those of the call's end user.
 * `user_then_stack`: the end user's once any are stored, otherwise the stack's; never a mixture.
 */
export const credentialModeSchema = z.enum(['stack', 'user', 'user_then_stack']);
export type CredentialMode = z.infer<typeof credentialModeSchema>;

const input = z.object({ credentialMode: credentialModeSchema.nullish() });

/**
 * Sets whose credentials a server in a stack uses. The input is `{ credentialMode? }`; null means `stack`.
 * @throws not_found, invalid_input
 */
export async function updateServerCredentialMode(
  ctx: Ctx,
  stackId: StackId,
  server: ServerId,
  value: unknown,
): Promise<StackServer> {
  requireRightIn(ctx.actor, 'write', stackId);
  const placed = await getStackServer(ctx, stackId, server);
  const { credentialMode: requestedMode } = parseInput(input, value, 'Invalid request parameters');
  if (requestedMode === undefined) return placed;
  const credentialMode = requestedMode ?? 'stack';
  return write(ctx, async (tx) => {
    await bumpStack(ctx, tx, stackId);
    const [stackServer] = await tx.stackServer.updateManyAndReturn({
      where: { id: placed.id },
      data: { credentialMode },
    });
    if (!stackServer) throw new AppError('not_found', `Server ${server} not found in stack ${stackId}`);
    return {
      value: stackServer,
      audit: {
        action: 'stack.update_credential_mode',
        target: { kind: 'stack', id: stackId },
        stackId,
        details: { serverId: placed.server.slug, credentialMode },
      },
      changes: [{ kind: 'stackSettings', id: stackId }],
    };
  });
}
