import type { Actor } from '../kernel/actor.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { requireRight } from '../kernel/scope.ts';
import { storedActor } from '../kernel/storedRole.ts';
import { lockAccount } from '../limits/countedBounds.ts';

/**
 * Requires that the actor's stored role has the right `admin`, and locks the actor's row, so that the role cannot
 * change before commit. Used to grant or revoke rights. Locks the account first, as all code that locks both does.
 * @throws forbidden without the right, for a removed person, and for a revoked or expired key
 */
export async function lockAdmin(ctx: Ctx, tx: Tx): Promise<Actor> {
  const { actor: caller } = ctx;
  if (caller.kind === 'user' || caller.kind === 'apiKey') {
    await lockAccount(tx, caller.accountId);
    if (caller.kind === 'user') await tx.$queryRaw`SELECT id FROM app_user WHERE id = ${caller.userId} FOR SHARE`;
    else await tx.$queryRaw`SELECT id FROM api_key WHERE id = ${caller.keyId} FOR SHARE`;
  }
  const actor = await storedActor(ctx, tx);
  requireRight(actor, 'admin');
  return actor;
}
