import type { Actor } from '../actor.ts';
import type { Ctx, Tx } from '../context.ts';
import { AppError } from '../errors.ts';
import { lockAccount } from '../limits/room.ts';
import { roleOfKey, toRole } from '../roles.ts';
import { requireRight } from '../scope.ts';

/**
 * The actor with the right `admin` and the role that is stored for them, which nobody changes until the transaction
 * ends. A change may have waited for many seconds since its caller was authenticated: what gives rights away, or takes
 * them, asks once more. Locks the account first, as everything does that locks both.
 * @throws forbidden without the right, for a person who was removed, and for a key that was revoked or has expired
 */
export async function holdAdmin(ctx: Ctx, tx: Tx): Promise<Actor> {
  const actor = await storedActor(ctx, tx);
  requireRight(actor, 'admin');
  return actor;
}

async function storedActor({ actor, now }: Ctx, tx: Tx): Promise<Actor> {
  if (actor.kind !== 'user' && actor.kind !== 'apiKey') return actor;
  await lockAccount(tx, actor.accountId);
  if (actor.kind === 'user') {
    const [user] = await tx.$queryRaw<{ role: string }[]>`
      SELECT role FROM app_user WHERE id = ${actor.userId} FOR SHARE`;
    if (!user) throw new AppError('forbidden', 'You were removed from this account');
    return { ...actor, role: toRole(user.role) };
  }
  const [key] = await tx.$queryRaw<{ role: string | null; scopes: string[] }[]>`
    SELECT role, scopes FROM api_key
    WHERE id = ${actor.keyId} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now()}) FOR SHARE`;
  if (!key) throw new AppError('forbidden', 'This API key was revoked, or has expired');
  return { ...actor, role: roleOfKey(key) };
}
