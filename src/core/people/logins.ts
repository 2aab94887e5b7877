import type { Tx } from '../kernel/context.ts';
import type { ApiKeyId, UserId } from '../kernel/ids.ts';
import { type Role, roleOfKey } from '../kernel/roles.ts';
import { hasFewerRights } from '../kernel/storedRole.ts';

/**
 * Revokes the keys of a person's command-line logins; returns their ids. Tested by `test/core/people/signOut.test.ts`.
 */
export async function endLogins(tx: Tx, userId: UserId, at: Date): Promise<readonly ApiKeyId[]> {
  const ended = await tx.apiKey.updateManyAndReturn({
    where: { userId, revokedAt: null },
    data: { revokedAt: at },
    select: { id: true },
  });
  return ended.map(({ id }) => id);
}

/**
 * Revokes a person's logins that have more rights than a role. They stay revoked even if the person later gets more
 * rights.
 */
export async function endGreaterLogins(tx: Tx, userId: UserId, role: Role, at: Date): Promise<readonly ApiKeyId[]> {
  const open = await tx.apiKey.findMany({ where: { userId, revokedAt: null } });
  const ids = open.filter((key) => hasFewerRights(role, roleOfKey(key))).map(({ id }) => id);
  await tx.apiKey.updateMany({ where: { id: { in: ids } }, data: { revokedAt: at } });
  return ids;
}
