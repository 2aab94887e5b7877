import type { UserActor } from '../kernel/actor.ts';
import {
  type AuthenticatorOptions,
  type CheckedLookup,
  createCheckedCache,
  createLastUse,
} from '../kernel/checkedCache.ts';
import type { Ctx, Db } from '../kernel/context.ts';
import type { SessionId } from '../kernel/ids.ts';
import { hashSecret } from '../kernel/secret.ts';
import { isOpen, toUserActor } from './session.ts';

/** Finds the person behind a session cookie. Attack tests: `test/core/people/gate.test.ts`. */
type SessionAuthenticator = {
  /**
   * The person whose session cookie this is; null if it is malformed, unknown, ended, expired or idle for too long.
   * @throws AppError unavailable when the database does not respond and the cached session is not allowed
   */
  authenticate(secret: string): Promise<UserActor | null>;
};

type KnownSession = { readonly actor: UserActor; readonly expiresAt: Date };

const WELL_FORMED = /^tys_[A-Za-z0-9_-]{43}$/;

/** Creates the authenticator, once per process. Known sessions stay in memory until a change invalidates them. */
export function createSessionAuthenticator(options: AuthenticatorOptions): SessionAuthenticator {
  const { db, now } = options;
  const cache = createCheckedCache<KnownSession>({
    ...options,
    name: 'sessions',
    kinds: ['session', 'user', 'account'],
  });
  const noteUse = createLastUse({
    ...options,
    task: 'note the last use of a session',
    write: (id: SessionId, lastSeenAt) => db.session.updateMany({ where: { id }, data: { lastSeenAt } }),
  });
  return {
    async authenticate(secret) {
      if (!WELL_FORMED.test(secret)) return null;
      const hash = hashSecret(secret);
      const known = await cache.get(Buffer.from(hash).toString('hex'), () => readSession(db, { hash }, now()));
      if (!known || known.expiresAt <= now()) return null;
      noteUse(known.actor.sessionId);
      return known.actor;
    },
  };
}

/** The person in a session by its id, with their current rights; null once it has ended. */
export async function findSessionActor({ db, now }: Pick<Ctx, 'db' | 'now'>, id: SessionId): Promise<UserActor | null> {
  return (await readSession(db, { id }, now()))?.value.actor ?? null;
}

async function readSession(
  db: Db,
  key: { readonly hash: Uint8Array<ArrayBuffer> } | { readonly id: SessionId },
  at: Date,
): Promise<CheckedLookup<KnownSession> | null> {
  const include = { user: { include: { account: { select: { rateLimits: true } } } } };
  const row = await db.session.findFirst({ where: { ...key, ...isOpen(at) }, include });
  if (!row) return null;
  const { id, user, expiresAt } = row;
  return { value: { actor: toUserActor(user, id), expiresAt }, ids: [id, user.id, user.accountId] };
}
