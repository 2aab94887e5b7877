import type { Ctx } from '../core/kernel/context.ts';
import type { AccountId } from '../core/kernel/ids.ts';
import { createInvitation, listInvitations } from '../core/people/invitation.ts';
import { hasUsers } from '../core/people/user.ts';

/** The first person's invitation: its secret, or its expiry if an earlier start has already shown the secret. */
export type Welcome = { readonly secret: string } | { readonly accountId: AccountId; readonly shownUntil: Date };

/**
 * Invites the installation's first person to its oldest account; null once a person can sign in. Does not show the
 * secret of an open invitation again, since only its hash is stored.
 */
export async function welcomeFirstPerson(operator: Ctx): Promise<Welcome | null> {
  if (await hasUsers(operator)) return null;
  const account = await operator.db.account.findFirst({ orderBy: { id: 'asc' }, select: { id: true } });
  if (!account) return null;
  const ctx: Ctx = { ...operator, actor: { kind: 'operator', accountId: account.id } };
  const [open] = await listInvitations(ctx);
  if (open) return { accountId: account.id, shownUntil: open.expiresAt };
  return { secret: (await createInvitation(ctx)).secret };
}
