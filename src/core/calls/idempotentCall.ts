import type { IdempotentCall } from '../../generated/prisma/client.ts';
import type { Ctx, Db } from '../kernel/context.ts';
import { newRowId } from '../kernel/ids.ts';
import { requireStored } from '../limits/countedBounds.ts';

/** An earlier call with the same key. */
export type EarlierCall = Pick<IdempotentCall, 'id' | 'digest' | 'startedAt'> & {
  readonly isAnswered: boolean;
  /** Whether an instance still holds the lease, which means that the call is running. */
  readonly isRunning: boolean;
};

type NewCall = Omit<IdempotentCall, 'sealed' | 'leaseUntil'>;

/**
 * How long a lease lasts unless its instance renews it. Measured by the database's clock, which all instances share.
 */
const LEASE_SECONDS = 10;

/**
 * Takes the key for a new call, or returns the call that has it. Null if that call was just removed: the caller must
 * try again.
 */
export async function claim(ctx: Ctx, call: NewCall): Promise<'claimed' | EarlierCall | null> {
  await requireStored(ctx, 'max_idempotency_bytes');
  const { id, stackId, caller, key, digest, startedAt, expiresAt } = call;
  // One statement, so that of many concurrent requests only one makes the call.
  const claimedRows = await ctx.db.$executeRaw`
    INSERT INTO idempotent_call (id, stack_id, caller, key, digest, started_at, expires_at, lease_until)
    VALUES (${id}, ${stackId}, ${caller}, ${key}, ${digest}, ${startedAt}, ${expiresAt},
            now() + make_interval(secs => ${LEASE_SECONDS}))
    ON CONFLICT (caller, key) DO UPDATE
      SET id = EXCLUDED.id, stack_id = EXCLUDED.stack_id, digest = EXCLUDED.digest, sealed = NULL,
          started_at = EXCLUDED.started_at, expires_at = EXCLUDED.expires_at, lease_until = EXCLUDED.lease_until
      WHERE idempotent_call.expires_at <= EXCLUDED.started_at`;
  if (claimedRows > 0) {
    const where = { expiresAt: { lte: ctx.now() } };
    ctx.background.run('remove old idempotent calls', () => ctx.db.idempotentCall.deleteMany({ where }));
    return 'claimed';
  }
  return findKeyed(ctx, caller, key);
}

/** Stores the time of a call, unless that of an identical call is stored and not expired. Returns the stored time. */
export async function firstCallAt(
  { db }: Ctx,
  { stackId, caller, key, startedAt, expiresAt }: Omit<NewCall, 'id' | 'digest'>,
): Promise<Date> {
  const [first] = await db.$queryRaw<readonly { at: Date }[]>`
    INSERT INTO idempotent_call AS earlier (id, stack_id, caller, key, digest, started_at, expires_at, lease_until)
    VALUES (${newRowId()}, ${stackId}, ${caller}, ${key}, '', ${startedAt}, ${expiresAt}, now())
    ON CONFLICT (caller, key) DO UPDATE
      SET started_at = CASE WHEN earlier.expires_at <= EXCLUDED.started_at THEN EXCLUDED.started_at ELSE earlier.started_at END,
          expires_at = CASE WHEN earlier.expires_at <= EXCLUDED.started_at THEN EXCLUDED.expires_at ELSE earlier.expires_at END
    RETURNING started_at AS at`;
  return first?.at ?? startedAt;
}

/** The call that has a key; null if it is free. */
export async function findKeyed({ db, now }: Ctx, caller: string, key: string): Promise<EarlierCall | null> {
  const [earlier] = await db.$queryRaw<readonly EarlierCall[]>`
    SELECT id, digest, started_at AS "startedAt", sealed IS NOT NULL AS "isAnswered", lease_until > now() AS "isRunning"
    FROM idempotent_call WHERE caller = ${caller} AND key = ${key} AND expires_at > ${now()}`;
  return earlier ?? null;
}

/** Removes the sealed value of a call and runs it on; false if another request was first. */
export async function reopen(ctx: Ctx, { id, startedAt }: Pick<EarlierCall, 'id' | 'startedAt'>): Promise<boolean> {
  // The next sealed value belongs to a later time, so that an earlier value that was read is never used.
  const claimedRows = await ctx.db.$executeRaw`
    UPDATE idempotent_call SET sealed = NULL, started_at = started_at + interval '1 millisecond',
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE id = ${id} AND started_at = ${startedAt} AND sealed IS NOT NULL`;
  return claimedRows > 0;
}

/** Takes over a call with an unknown outcome, to repeat it; false if another request was first. */
export async function reclaim(ctx: Ctx, id: string): Promise<boolean> {
  const claimedRows = await ctx.db.$executeRaw`
    UPDATE idempotent_call SET lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE id = ${id} AND sealed IS NULL AND lease_until <= now()`;
  return claimedRows > 0;
}

/** Renews the leases of calls that this instance still runs. */
export async function renewLeases(db: Db, ids: readonly string[]): Promise<void> {
  await db.$executeRaw`
    UPDATE idempotent_call SET lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE id = ANY(${[...ids]}) AND sealed IS NULL`;
}

/** Stores a call's outcome, sealed, for callers that repeat its key. */
export async function storeAnswer(ctx: Ctx, id: string, sealed: Uint8Array): Promise<void> {
  await ctx.sealedValues.write('idempotent_call', id, sealed);
}

/** The call of a key, once its outcome is stored; otherwise null. */
export function findAnswer({ db, actor: { accountId } }: Ctx, caller: string, key: string) {
  return db.idempotentCall.findFirst({
    where: { caller, key, sealed: { not: null }, ...(accountId !== null && { stack: { accountId } }) },
    select: { id: true },
  });
}

/** Which of these callers' keys have a stored outcome, in one statement. */
export async function answeredKeys(
  db: Db,
  pairs: readonly { readonly caller: string; readonly key: string }[],
): Promise<readonly string[]> {
  const callers = pairs.map(({ caller }) => caller);
  const keys = pairs.map(({ key }) => key);
  const rows = await db.$queryRaw<readonly { key: string }[]>`
    SELECT key FROM idempotent_call
    WHERE sealed IS NOT NULL AND (caller, key) IN (SELECT * FROM unnest(${callers}::text[], ${keys}::text[]))`;
  return rows.map(({ key }) => key);
}

/** Deletes an idempotency key, so that it can be used again. */
export async function forget(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.idempotentCall.deleteMany({ where: { id } });
}

/** Frees a key whose instance has died. The call was certainly not sent, or its task goes on. */
export async function forgetCutOff(db: Db, caller: string, key: string): Promise<void> {
  await db.$executeRaw`
    DELETE FROM idempotent_call WHERE caller = ${caller} AND key = ${key} AND sealed IS NULL AND lease_until <= now()`;
}

/** Marks the outcome as unknown, as if the process had died during the call. */
export async function markCutOff(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.idempotentCall.updateMany({ where: { id, sealed: null }, data: { leaseUntil: new Date(0) } });
}
