import type { Actor } from '../actor.ts';
import type { Ctx, Tx } from '../context.ts';
import { lockAccount } from '../limits/countedBounds.ts';
import { requireRight } from '../scope.ts';
import { storedActor } from './storedRole.ts';

/**
 * Requires the right `admin` by the role that is stored now, and locks the actor's row, so that the role stays the same
 * until the transaction ends. For verbs that give or take rights. Locks the account first, as every verb does that
 * locks both.
 * @throws forbidden without the right, for a person who was removed, and for a key that was revoked or has expired
 */
export async function lockAdmin(ctx: Ctx, tx: Tx): Promise<Actor> {
  await lockActor(ctx.actor, tx);
  const actor = await storedActor(ctx, tx);
  requireRight(actor, 'admin');
  return actor;
}

async function lockActor(actor: Actor, tx: Tx): Promise<void> {
  if (actor.kind !== 'user' && actor.kind !== 'apiKey') return;
  await lockAccount(tx, actor.accountId);
  if (actor.kind === 'user') await tx.$queryRaw`SELECT id FROM app_user WHERE id = ${actor.userId} FOR SHARE`;
  else await tx.$queryRaw`SELECT id FROM api_key WHERE id = ${actor.keyId} FOR SHARE`;
}
