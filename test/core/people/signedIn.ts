import type { Ctx } from '../../../src/core/kernel/context.ts';
import { newSessionId, newUserId, type SessionId, type UserId } from '../../../src/core/kernel/ids.ts';
import { createLimiter } from '../../../src/store/limiter.ts';
import type { TestAccount, World } from '../world.ts';
import { PASSWORD } from './kit.ts';

/** The request context of a person. */
export type SignedIn = Ctx & { readonly userId: UserId; readonly sessionId: SessionId };

const limiter = createLimiter({ limits: 'off', shared: null });

/**
 * Creates owners of accounts, each with two sessions; requests use the first. A null creates one without a password.
 */
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
