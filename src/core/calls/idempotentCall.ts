import type { IdempotentCall } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { requireBytes } from '../limits/room.ts';

/** What is known of a call that was made before. */
export type Claim = Pick<IdempotentCall, 'id' | 'digest' | 'sealed' | 'startedAt'>;

type NewCall = Omit<IdempotentCall, 'sealed'>;

/** Takes the key for a new call; or gives the call that has it, or null when that one has gone this moment: try again. */
export async function claim(ctx: Ctx, call: NewCall): Promise<'claimed' | Claim | null> {
  await requireBytes(ctx, 'max_idempotency_bytes');
  const { id, stackId, caller, key, digest, startedAt, expiresAt } = call;
  // One statement, so that of many who ask at once one alone makes the call.
  const taken = await ctx.db.$executeRaw`
    INSERT INTO idempotent_call (id, stack_id, caller, key, digest, started_at, expires_at)
    VALUES (${id}, ${stackId}, ${caller}, ${key}, ${digest}, ${startedAt}, ${expiresAt})
    ON CONFLICT (caller, key) DO UPDATE
      SET id = EXCLUDED.id, stack_id = EXCLUDED.stack_id, digest = EXCLUDED.digest, sealed = NULL,
          started_at = EXCLUDED.started_at, expires_at = EXCLUDED.expires_at
      WHERE idempotent_call.expires_at <= EXCLUDED.started_at`;
  if (taken > 0) {
    sweep(ctx);
    return 'claimed';
  }
  const select = { id: true, digest: true, sealed: true, startedAt: true };
  return ctx.db.idempotentCall.findUnique({ where: { caller_key: { caller, key } }, select });
}

export async function keepAnswer(ctx: Ctx, id: string, sealed: Uint8Array<ArrayBuffer>): Promise<void> {
  await ctx.db.idempotentCall.updateMany({ where: { id }, data: { sealed } });
}

/** The key is free again. */
export async function forget(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.idempotentCall.deleteMany({ where: { id } });
}

/** As if its process had died long ago: whoever asks is told that the outcome is unknown. */
export async function markCutOff(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.idempotentCall.updateMany({ where: { id, sealed: null }, data: { startedAt: new Date(0) } });
}

function sweep(ctx: Ctx): void {
  const where = { expiresAt: { lte: ctx.now() } };
  ctx.background.run('remove old idempotent calls', () => ctx.db.idempotentCall.deleteMany({ where }));
}
