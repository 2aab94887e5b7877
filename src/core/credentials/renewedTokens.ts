import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '../context.ts';
import type { OAuth2Settings } from '../marketplace/oauth2.ts';
import { write } from '../write.ts';
import { type CredentialPlace, lockStack, sealedColumns, signInRecord } from './store.ts';
import { type TokenSet, toContent } from './tokenSet.ts';

/** A stored sign-in that a call wants to use: its row as the call saw it, and how its field signs in. */
export type RenewalJob = {
  readonly id: string;
  readonly revision: number;
  readonly place: CredentialPlace;
  readonly settings: OAuth2Settings;
  /** The service has refused the access token: it is of no use even while it lasts. */
  readonly isRefused: boolean;
};

const STORE_ATTEMPTS_MAX = 3;
const STORE_PAUSE_MS = 200;

/** The row was changed by somebody else since it was read, so that this change must not overwrite it. */
class SupersededError extends Error {}

/** Swaps the whole token set at once; false when the row is not the one that was renewed any more. */
export async function storeRenewed(ctx: Ctx, job: RenewalJob, tokens: TokenSet): Promise<boolean> {
  const data = { ...sealedColumns(ctx, job.place, job.revision + 1, toContent(tokens)), updatedAt: ctx.now() };
  // The old refresh token is spent: what is not stored now is lost.
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change(ctx, job, data, 'credentials.renew');
    } catch (error) {
      if (attempt === STORE_ATTEMPTS_MAX) throw error;
      await delay(STORE_PAUSE_MS * attempt);
    }
  }
}

/** Notes that only a new sign-in helps; false when the row has changed meanwhile. */
export const markEnded = (ctx: Ctx, job: RenewalJob): Promise<boolean> =>
  change(ctx, job, { state: 'reconnect_required', leasedUntil: null }, 'credentials.reconnect_required');

type Columns = Partial<ReturnType<typeof sealedColumns>> & { readonly state: string; readonly updatedAt?: Date };

async function change(
  ctx: Ctx,
  { id, revision, place }: RenewalJob,
  data: Columns,
  action: 'credentials.renew' | 'credentials.reconnect_required',
): Promise<boolean> {
  try {
    return await write(ctx, async (tx) => {
      await lockStack(tx, place.stackServer.stackId);
      const { count } = await tx.credential.updateMany({ where: { id, revision }, data });
      if (count === 0) throw new SupersededError();
      return { value: true, ...signInRecord(action, place) };
    });
  } catch (error) {
    if (error instanceof SupersededError) return false;
    throw error;
  }
}
