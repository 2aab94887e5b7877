import type { Ctx } from '../../../src/core/context.ts';
import { newSessionId, newUserId, type SessionId, type UserId } from '../../../src/core/ids.ts';
import { createLimiter } from '../../../src/store/limiter.ts';
import type { TestAccount, World } from '../world.ts';
import { PASSWORD } from './kit.ts';

/** A person, as they ask. */
export type SignedIn = Ctx & { readonly userId: UserId; readonly sessionId: SessionId };

const limiter = createLimiter({ limits: 'off', shared: null });

/** Makes owners of accounts, each with two sessions, in the first of which they ask; without a password for null. */
export const peopleOf =
  (world: World) =>
  async ({ accountId }: TestAccount, password: string | null = PASSWORD): Promise<SignedIn> => {
    const { db } = world.database;
    const [userId, sessionId] = [newUserId(), newSessionId()];
    const passwordHash = password === null ? null : await world.deps.passwords.hash(password);
    await db.user.create({
      data: { id: userId, accountId, email: `${userId}@example.com`, passwordHash, createdAt: world.clock.now },
    });
    for (const [at, id] of [sessionId, newSessionId()].entries()) {
      const hash = new Uint8Array(Buffer.from(`${userId}${at}`));
      const times = { createdAt: world.clock.now, lastSeenAt: world.clock.now, expiresAt: new Date('2030-01-01') };
      await db.session.create({ data: { id, userId, hash, userAgent: '', ...times } });
    }
    const actor = { kind: 'user', accountId, userId, sessionId, role: 'owner', limits: {} } as const;
    return { ...world.as(actor), limiter, userId, sessionId };
  };
