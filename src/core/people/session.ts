import type { Session, User } from '../../generated/prisma/client.ts';
import { limitsOf } from '../accounts/account.ts';
import type { UserActor } from '../actor.ts';
import { hashSecret, newSecret } from '../authorization/secret.ts';
import type { Ctx, Tx } from '../context.ts';
import { AppError } from '../errors.ts';
import { idOrNone, newSessionId } from '../ids.ts';
import { BOUNDS } from '../limits/bounds.ts';
import { requireUser } from '../scope.ts';
import { type Written, write } from '../write.ts';

/** How long a sign-in lasts at most, and how long it lasts unused. */
const SESSION_LIFE_MS = 30 * 24 * 60 * 60_000;
const SESSION_IDLE_MS = 7 * 24 * 60 * 60_000;

/** A sign-in: `secret` is the cookie's value, which exists nowhere else. */
export type SignedIn = { readonly user: User; readonly session: Session; readonly secret: string };

/** The context of somebody who is signing in: whatever lets them in is audited as their doing. */
export const signingIn = (ctx: Ctx, user: Pick<User, 'id' | 'accountId'>): UserCtx => ({
  ...ctx,
  actor: toUserActor({ ...user, account: { rateLimits: null } }, newSessionId()),
});

/** The context of a person who is signed in. */
export type UserCtx = Ctx & { readonly actor: UserActor };

/** Opens the session that the context names. @throws sign_in_failed for a user who is gone by now */
export async function openSession(ctx: UserCtx, tx: Tx, userAgent: string): Promise<Written<SignedIn>> {
  const { sessionId: id, userId } = ctx.actor;
  const [secret, at] = [newSecret('tys_'), ctx.now()];
  const [user] = await tx.user.updateManyAndReturn({ where: { id: userId }, data: { lastSignInAt: at } });
  if (!user) throw signInFailed();
  // Whoever signs in sweeps up: sessions that have ended are of no use to anybody.
  await tx.session.deleteMany({ where: { userId, NOT: isOpen(at) } });
  await endOldest(tx, userId);
  const expiresAt = new Date(at.getTime() + SESSION_LIFE_MS);
  const data = { id, userId, hash: hashSecret(secret), userAgent, createdAt: at, lastSeenAt: at, expiresAt };
  return {
    value: { user, session: await tx.session.create({ data }), secret },
    audit: { action: 'session.create', target: { kind: 'session', id } },
  };
}

/** A person signs in again and again; the browsers that were not used for longest have to, too. */
async function endOldest(tx: Tx, userId: string): Promise<void> {
  const select = { id: true } as const;
  const beyond = await tx.session.findMany({
    where: { userId },
    orderBy: { lastSeenAt: 'desc' },
    skip: BOUNDS.max_sessions.max - 1,
    select,
  });
  await tx.session.deleteMany({ where: { id: { in: beyond.map(({ id }) => id) } } });
}

/** One error for every reason, so that nobody learns who has a sign-in here. */
export const signInFailed = (): AppError => new AppError('sign_in_failed', 'Wrong e-mail or password');

type UserRow = Pick<User, 'id' | 'accountId'> & { readonly account: { readonly rateLimits: unknown } };

/** A person may do all that the account's own keys may. */
export const toUserActor = ({ id, accountId, account }: UserRow, sessionId: string): UserActor => ({
  kind: 'user',
  accountId,
  userId: id,
  sessionId,
  scopes: ['keys:write'],
  limits: limitsOf(account.rateLimits),
});

/** Which sessions still hold: a fragment of a Prisma `where`. */
export const isOpen = (at: Date) => ({
  expiresAt: { gt: at },
  lastSeenAt: { gt: new Date(at.getTime() - SESSION_IDLE_MS) },
});

/** The browsers in which the person who asks is signed in, the latest first. @throws forbidden */
export async function listSessions(ctx: Ctx): Promise<Session[]> {
  const { userId } = requireUser(ctx.actor);
  return ctx.db.session.findMany({ where: { userId, ...isOpen(ctx.now()) }, orderBy: { id: 'desc' } });
}

/**
 * Ends one sign-in of the person who asks, at once and on every instance. @throws forbidden
 * @throws not_found, for another person's session as for none
 */
export async function revokeSession(ctx: Ctx, id: string): Promise<{ readonly id: string }> {
  const { userId } = requireUser(ctx.actor);
  return write(ctx, async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { id: { equals: idOrNone(id) }, userId } });
    if (count === 0) throw new AppError('not_found', 'Session not found');
    return {
      value: { id },
      audit: { action: 'session.revoke', target: { kind: 'session', id } },
      changes: [{ kind: 'session', id }],
    };
  });
}

/** Ends the sign-in that asks; for a visitor there is nothing to end. @throws forbidden for an API key */
export async function signOut(ctx: Ctx): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === 'visitor') return;
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only a person can sign out: revoke the API key instead');
  const { sessionId: id } = actor;
  await write(ctx, async (tx) => {
    await tx.session.deleteMany({ where: { id } });
    return {
      value: undefined,
      audit: { action: 'session.end', target: { kind: 'session', id } },
      changes: [{ kind: 'session', id }],
    };
  });
}
