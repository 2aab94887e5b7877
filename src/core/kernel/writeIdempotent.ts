import { deserialize, serialize } from 'node:v8';
import { canonicalDigest } from '../lib/canonicalDigest.ts';
import { AppError } from '../lib/errors.ts';
import { sha256Text } from '../lib/sha256.ts';
import { actorIdOf } from './actor.ts';
import { boundOf } from './bounds.ts';
import type { Ctx, Tx } from './context.ts';
import { type AccountId, newRowId } from './ids.ts';
import { openBytes, sealBytes } from './vault/sealText.ts';
import { VaultError } from './vault/vault.ts';
import { type WriteResult, write, writeUnlessDone } from './write.ts';

/** `Idempotency-Key` of a request, and the requested operation. */
export type IdempotentRequest = {
  readonly key: string;
  /** Distinguishes several operations with one key; empty for a single operation. */
  readonly part: string;
  /** Everything that the result depends on, as JSON. */
  readonly request: unknown;
};

const KEY = /^[\x21-\x7e]{1,255}$/;
const PURPOSE = 'kept-creation';
const KEPT_MS = 24 * 60 * 60_000;

const refused = (message: string): AppError => new AppError('invalid_input', message);
const UNREADABLE = 'The request with this Idempotency-Key succeeded, but its response cannot be read';

/**
 * Like `write`, but only once per caller and `Idempotency-Key` within 24 hours. A repeated request gets the first
 * result, even if its response was lost. The result is stored in the same transaction, until the created object is
 * removed (`idempotencyRecord.ts`). It is encrypted, since it may contain a secret that is shown only once. Concurrent
 * requests wait for the first. At the bound, the oldest results are deleted. Without a key, this is the same as
 * `write`. Tested by `test/core/kernel/writeIdempotent.test.ts`.
 */
export async function writeIdempotent<T>(ctx: Ctx, work: (tx: Tx) => Promise<WriteResult<T>>): Promise<T> {
  const { idempotency } = ctx;
  const { accountId } = ctx.actor;
  if (!idempotency || accountId === null) return write(ctx, work);
  if (!KEY.test(idempotency.key)) throw refused('Invalid Idempotency-Key');
  const digest = await canonicalDigest(idempotency.request, { accountId, signal: ctx.signal });
  const earlier: T[] = [];
  const made = await writeUnlessDone(ctx, async (tx) => {
    const claimed = await claim(ctx, tx, { ...idempotency, accountId, digest });
    if (!claimed.isNew) {
      earlier.push(openStored<T>(ctx, claimed));
      return null;
    }
    const result = await work(tx);
    const sealed = sealBytes(ctx.vault, PURPOSE, claimed.id, serialize(result.value));
    const { target, stackId, details } = result.audit;
    const endpointId = details?.['endpointId'];
    await tx.keptCreation.updateMany({
      where: { id: claimed.id, accountId },
      data: {
        sealed,
        made: [
          ...[target.id, stackId, endpointId, actorIdOf(ctx.actor)].flatMap((id) =>
            typeof id === 'string' ? [id] : [],
          ),
        ],
      },
    });
    await tx.$executeRaw`
    DELETE FROM kept_creation WHERE id IN (
      SELECT id FROM kept_creation WHERE id IN (
        SELECT id FROM kept_creation WHERE account_id = ${accountId} ORDER BY expires_at DESC, id OFFSET ${boundOf(ctx.actor, 'max_kept_creations')})
      FOR UPDATE SKIP LOCKED)`;
    return { ...result, value: { made: result.value } };
  });
  if (made) return made.made;
  const [value] = earlier;
  if (value === undefined) throw new Error('A repeated creation has no result');
  return value;
}

type Claim = Omit<IdempotentRequest, 'request'> & {
  readonly accountId: AccountId;
  readonly digest: Uint8Array<ArrayBuffer>;
};
type Claimed = { readonly id: string; readonly sealed: Uint8Array; readonly isNew: boolean };

/** Claims the key or finds its earlier use. Waits for a concurrent transaction that has just claimed the key. */
async function claim(ctx: Ctx, tx: Tx, { accountId, key, part, digest }: Claim): Promise<Claimed> {
  const id = newRowId();
  // Store a digest, because a GraphQL alias may be too long for PostgreSQL's index.
  const caller = `${actorIdOf(ctx.actor)} ${sha256Text(part, 'base64url')}`;
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + KEPT_MS);
  const claimedRows = await tx.$executeRaw`
    INSERT INTO kept_creation (id, account_id, caller, key, digest, sealed, expires_at)
    VALUES (${id}, ${accountId}, ${caller}, ${key}, ${digest}, '', ${expiresAt})
    ON CONFLICT (caller, key) DO UPDATE
      SET id = EXCLUDED.id, digest = EXCLUDED.digest, sealed = '', expires_at = EXCLUDED.expires_at
      WHERE kept_creation.expires_at <= ${now}`;
  if (claimedRows > 0) return { id, sealed: new Uint8Array(), isNew: true };
  const row = await tx.keptCreation.findFirst({ where: { accountId, caller, key } });
  if (!row) throw new AppError('unavailable', 'Service unavailable', { retryAfterSeconds: 1 });
  if (!Buffer.from(row.digest).equals(digest)) throw refused('The Idempotency-Key was used for something else');
  return { ...row, isNew: false };
}

function openStored<T>(ctx: Ctx, { id, sealed }: Claimed): T {
  try {
    return asResult<T>(deserialize(openBytes(ctx.vault, PURPOSE, id, sealed)));
  } catch (error) {
    if (error instanceof VaultError) throw refused(UNREADABLE);
    throw error;
  }
}

/** Safe cast: only this module encrypts under its purpose, and the request digest matches. */
const asResult = <T>(value: unknown): T => value as T;
