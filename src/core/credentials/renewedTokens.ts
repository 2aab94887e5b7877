import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '../kernel/context.ts';
import type { CredentialId } from '../kernel/ids.ts';
import { write } from '../kernel/write.ts';
import type { ConnectorDocument } from '../servers/document.ts';
import type { OAuth2Settings } from '../servers/oauth2.ts';
import { type CredentialPlace, lockStack, sealedColumns, signInRecord } from './store.ts';
import { type TokenSet, toCredentialContent } from './tokenSet.ts';

/** A stored sign-in to renew: its row as read by the call, and its field's sign-in settings. */
export type RenewalJob = {
  readonly id: CredentialId;
  readonly revision: number;
  readonly place: CredentialPlace;
  readonly settings: OAuth2Settings;
  readonly connector: ConnectorDocument;
  /** True if the service rejected the access token, which is then useless even before it expires. */
  readonly isRefused: boolean;
};

const STORE_ATTEMPTS_MAX = 3;
const STORE_PAUSE_MS = 200;

/** The row changed after it was read, and must not be overwritten. */
class SupersededError extends Error {}

/**
 * Replaces the whole token set; false if the row has changed since it was read. Tested by
 * `test/core/credentials/renew.test.ts`.
 */
export async function storeRenewed(ctx: Ctx, job: RenewalJob, tokens: TokenSet): Promise<boolean> {
  const data = {
    ...sealedColumns(ctx, job.place, job.revision + 1, toCredentialContent(tokens)),
    updatedAt: ctx.now(),
  };
  // Retry a failed write: the old refresh token no longer works, so the sign-in is lost if the new one is not stored.
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change(ctx, job, data, 'credentials.renew');
    } catch (error) {
      if (attempt === STORE_ATTEMPTS_MAX) throw error;
      await delay(STORE_PAUSE_MS * attempt);
    }
  }
}

/** Marks a sign-in as ended, so that a person has to sign in again; false if the row has changed in the meantime. */
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
      return { value: true, hasHappened: true, ...signInRecord(action, place) };
    });
  } catch (error) {
    if (error instanceof SupersededError) return false;
    throw error;
  }
}
