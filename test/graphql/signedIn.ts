import type { Ctx } from '../../src/core/kernel/context.ts';
import { createInvitation } from '../../src/core/people/invitation.ts';
import { revokeSession } from '../../src/core/people/session.ts';
import { acceptInvitation } from '../../src/core/people/signIn.ts';

/** A signed-in person of an account. */
export type SignedIn = {
  /** `name=value`, as their browser sends it. */
  readonly cookie: string;
  /** Signs them out, like their page. */
  signOut(): Promise<void>;
};

/** Invites a person to the account of `ctx`, who accepts. */
export async function signIn(ctx: Ctx, email: string): Promise<SignedIn> {
  const { secret: invitation } = await createInvitation(ctx);
  const input = { secret: invitation, email, password: 'a long enough password' };
  const { secret, session, user } = await acceptInvitation(ctx, input, { userAgent: '' });
  const { accountId, id: userId } = user;
  const actor = { kind: 'user', accountId, userId, sessionId: session.id, role: 'developer', limits: {} } as const;
  return {
    cookie: `__Host-toolyard=${secret}`,
    signOut: async () => void (await revokeSession({ ...ctx, actor }, session.id)),
  };
}
