import type { Session, User } from '../../generated/prisma/client.ts';
import { limitsOf } from '../accounts/account.ts';
import type { UserActor } from '../kernel/actor.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { newSessionId, type SessionId, type UserId } from '../kernel/ids.ts';
import { toRole } from '../kernel/roles.ts';
import { requireUser } from '../kernel/scope.ts';
import { hashSecret, newSecret } from '../kernel/secret.ts';
import { stackRolesIn } from '../kernel/stackRoles.ts';
import { type WriteResult, write, writeUnlessDone } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';

/** A session ends 30 days after its sign-in, or after 7 days without use. */
const SESSION_LIFE_MS = 30 * 24 * 60 * 60_000;
const SESSION_IDLE_MS = 7 * 24 * 60 * 60_000;

/** A new session. `secret` is the value of its cookie, of which only a hash is stored. */
export type NewSession = { readonly user: User; readonly session: Session; readonly secret: string };

/** The context of a person who is signing in, which makes them the actor of the sign-in's audit events. */
export const userCtxOf = (
  ctx: Ctx,
  user: Pick<User, 'id' | 'accountId' | 'role'> & Partial<Pick<User, 'stackRoles'>>,
): UserCtx => ({
  ...ctx,
  actor: toUserActor({ stackRoles: [], ...user, account: { rateLimits: null } }, newSessionId()),
});

/** The context of a person who is signed in. */
type UserCtx = Ctx & { readonly actor: UserActor };

/**
 * Creates a session with the id in the context's actor. Tested by `test/core/people/signIn.test.ts`.
 * @throws sign_in_failed for a user who was removed in the meantime
 */
export async function openSession(ctx: UserCtx, tx: Tx, userAgent: string): Promise<WriteResult<NewSession>> {
  const { sessionId: id, userId } = ctx.actor;
  const [secret, at] = [newSecret('tys_'), ctx.now()];
  const [user] = await tx.user.updateManyAndReturn({ where: { id: userId }, data: { lastSignInAt: at } });
  if (!user) throw signInFailed();
  // Each sign-in deletes the person's ended sessions, so that they do not accumulate.
  await tx.session.deleteMany({ where: { userId, NOT: isOpen(at) } });
  await endOldest(tx, userId);
  const expiresAt = new Date(at.getTime() + SESSION_LIFE_MS);
  const data = { id, userId, hash: hashSecret(secret), userAgent, createdAt: at, lastSeenAt: at, expiresAt };
  return {
    value: { user, session: await tx.session.create({ data }), secret },
    audit: { action: 'session.create', target: { kind: 'session', id } },
  };
}

/** Ends the least recently used sessions beyond the bound per person. */
async function endOldest(tx: Tx, userId: UserId): Promise<void> {
  const select = { id: true } as const;
  const beyond = await tx.session.findMany({
    where: { userId },
    orderBy: { lastSeenAt: 'desc' },
    skip: BOUNDS.max_sessions.max - 1,
    select,
  });
  await tx.session.deleteMany({ where: { id: { in: beyond.map(({ id }) => id) } } });
}

/** The same error for every reason, so that it does not reveal who has an account here. */
export const signInFailed = (): AppError => new AppError('sign_in_failed', 'Wrong e-mail or password');

type UserRow = Pick<User, 'id' | 'accountId' | 'role' | 'stackRoles'> & {
  readonly account: { readonly rateLimits: unknown };
};

/** The actor of a signed-in person. */
export const toUserActor = (
  { id, accountId, role, stackRoles, account }: UserRow,
  sessionId: SessionId,
): UserActor => ({
  kind: 'user',
  accountId,
  userId: id,
  sessionId,
  role: toRole(role),
  ...stackRolesIn(stackRoles),
  limits: limitsOf(account.rateLimits),
});

/** Selects open sessions, as a Prisma `where` fragment. */
export const isOpen = (at: Date) => ({
  expiresAt: { gt: at },
  lastSeenAt: { gt: new Date(at.getTime() - SESSION_IDLE_MS) },
});

/**
 * The caller's open sessions, latest first.
 * @throws forbidden
 */
export async function listSessions(ctx: Ctx): Promise<Session[]> {
  const { userId } = requireUser(ctx.actor);
  return ctx.db.session.findMany({ where: { userId, ...isOpen(ctx.now()) }, orderBy: { id: 'desc' } });
}

/** One of the caller's open sessions; null for another person's, and if the caller is not a person. */
export async function findOwnSession({ actor, db, now }: Ctx, id: SessionId): Promise<Session | null> {
  if (actor.kind !== 'user') return null;
  return db.session.findFirst({ where: { id, userId: actor.userId, ...isOpen(now()) } });
}

/**
 * Ends one of the caller's sessions, immediately and on every instance.
 * @throws forbidden
 * @throws not_found, also for another person's session
 */
export async function revokeSession(ctx: Ctx, id: SessionId): Promise<{ readonly id: SessionId }> {
  const { userId } = requireUser(ctx.actor);
  return write(ctx, async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { id: { equals: id }, userId } });
    if (count === 0) throw new AppError('not_found', 'Session not found');
    return {
      value: { id },
      audit: { action: 'session.revoke', target: { kind: 'session', id } },
      changes: [{ kind: 'session', id }],
    };
  });
}

/**
 * Ends the caller's session; does nothing for a visitor.
 * @throws forbidden for an API key
 */
export async function signOut(ctx: Ctx): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === 'visitor') return;
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only a user can sign out: revoke the API key instead');
  const { sessionId: id } = actor;
  await writeUnlessDone(ctx, async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { id } });
    const audit = { action: 'session.end', target: { kind: 'session', id } } as const;
    return count > 0 ? { value: undefined, audit, changes: [{ kind: 'session', id }] } : null;
  });
}
