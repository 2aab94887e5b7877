import { type Ctx, requesterOf } from '../kernel/context.ts';
import { newRowId, type StackId } from '../kernel/ids.ts';
import { openInChunks, sealInChunks } from '../kernel/vault/sealText.ts';
import { VaultError } from '../kernel/vault/vault.ts';
import { canonicalDigest } from '../lib/canonicalDigest.ts';
import { asDatabaseUnavailable } from '../lib/databaseFault.ts';
import { AppError } from '../lib/errors.ts';
import { eventLoop } from '../lib/eventLoopScheduler.ts';
import { callerOf } from '../limits/caller.ts';
import { outcomePieces, readOutcome } from '../results/largeOutput.ts';
import type { ToolOutcome } from '../results/outcome.ts';
import { claim, type EarlierCall, findAnswer, forget, markCutOff, reclaim, storeAnswer } from './idempotentCall.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;
const PURPOSE = 'idempotent-call';
const KEPT_MS = 24 * 60 * 60_000;
const CLAIM_ATTEMPTS = 3;

export const isIdempotencyKey = (text: string): boolean => KEY.test(text);

const refused = (message: string): AppError => new AppError('invalid_input', message);
/** Seconds until a retry for a call that is still running. */
const RUNNING_RETRY_SECONDS = 2;
const UNKNOWN =
  'The outcome of the call with this Idempotency-Key is unknown: it was cut off and may have taken effect. Check before you make it again, with another Idempotency-Key';

/** After these outcomes the tool has certainly not run, so the key is free again. */
const NOT_RUN: ReadonlySet<ToolOutcome['kind']> = new Set([
  'denied',
  'approval_required',
  'held_for_review',
  'missing_credentials',
  'timed_out',
  'unreachable',
  'upstream_refused',
  'upstream_rate_limited',
]);

/** After these outcomes the tool may have run. */
const UNKNOWN_KINDS: ReadonlySet<ToolOutcome['kind']> = new Set(['outcome_unknown', 'cancelled']);

/**
 * Runs `work` once per caller and key within 24 hours; a repeat returns the stored outcome. The work continues after
 * the caller disconnects, so that a retry finds the outcome. `asked` must cover everything the outcome depends on.
 * @throws invalid_input for a malformed key, one used for another call, one whose call is running (with a retry time),
 * or one whose outcome is unknown
 * @throws unavailable when the database does not answer
 */
export async function runOnce(
  ctx: Ctx,
  stackId: StackId,
  { key, request, isRepeatable = false, search }: KeyedWork,
  work: (ctx: Ctx) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  if (!isIdempotencyKey(key)) throw refused('Invalid Idempotency-Key');
  const {
    actor: { accountId },
    signal,
  } = ctx;
  const digest = await canonicalDigest([stackId, request], { accountId, signal });
  const claimed = await claimOrRead(ctx, stackId, { key, digest, isRepeatable, search });
  return 'outcome' in claimed ? claimed.outcome : runDetached(ctx, () => runClaimed(ctx, claimed.id, work));
}

/** The caller's key, and everything that the outcome depends on. */
type KeyedWork = {
  readonly key: string;
  readonly request: unknown;
  /** True if work with an unknown outcome may be repeated under the same key. */
  readonly isRepeatable?: boolean;
  /** Searches for the effect of earlier work with an unknown outcome; null if it finds none. */
  readonly search?: (() => Promise<ToolOutcome | null>) | undefined;
};

type KeyedDigest = {
  readonly key: string;
  readonly digest: Uint8Array<ArrayBuffer>;
  readonly isRepeatable: boolean;
  readonly search: KeyedWork['search'];
};

type Claimed = { readonly id: string } | { readonly outcome: ToolOutcome };

async function claimOrRead(ctx: Ctx, stackId: StackId, { key, digest, ...more }: KeyedDigest): Promise<Claimed> {
  const now = ctx.now();
  const row = { id: newRowId(), stackId, caller: callerOf(ctx), key, digest };
  const times = { startedAt: now, expiresAt: new Date(now.getTime() + KEPT_MS) };
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
    const claimed = await failClosed(() => claim(ctx, { ...row, ...times }));
    if (claimed === 'claimed') return { id: row.id };
    const earlier = claimed && (await settledBy(ctx, claimed, { digest, ...more }));
    if (earlier) return earlier;
  }
  throw new AppError('unavailable', 'Service unavailable', { retryAfterSeconds: 1 });
}

// If the database fails, the call may already have been made, so it isn't made again.
async function failClosed<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const known = asDatabaseUnavailable(error);
    if (known instanceof AppError) throw known;
    throw new AppError('unavailable', 'Service unavailable', { retryAfterSeconds: 5 }, error);
  }
}

/** Outcome of an earlier call with the key; null if the key is free and the claim should be retried. */
async function settledBy(
  ctx: Ctx,
  earlier: EarlierCall,
  { digest, isRepeatable, search }: Omit<KeyedDigest, 'key'>,
): Promise<Claimed | null> {
  if (!Buffer.from(earlier.digest).equals(digest)) throw refused('The Idempotency-Key was used for another call');
  if (earlier.isAnswered) {
    const outcome = await readAnswer(ctx, earlier.id);
    return outcome && { outcome };
  }
  if (earlier.isRunning) {
    const again = { retryAfterSeconds: RUNNING_RETRY_SECONDS };
    throw new AppError('invalid_input', 'The call with this Idempotency-Key is still running', again);
  }
  if (!isRepeatable) {
    const outcome = await search?.();
    if (!outcome) throw unknownOutcome();
    await settle(ctx, () => settleOutcome(ctx, earlier.id, outcome));
    return { outcome };
  }
  return (await failClosed(() => reclaim(ctx, earlier.id))) ? { id: earlier.id } : null;
}

/** Returns the stored outcome of the caller's call with a key, and frees the key. Null if no outcome is stored yet. */
export async function consumeOutcome(ctx: Ctx, key: string): Promise<ToolOutcome | null> {
  const answer = await findAnswer(ctx, callerOf(ctx), key);
  if (!answer) return null;
  const outcome = await readAnswer(ctx, answer.id);
  // Return the outcome even if its row can't be deleted. The row is deleted later, when it expires.
  await forget(ctx, answer.id).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'a stored response was not removed'),
  );
  return outcome;
}

async function readAnswer(ctx: Ctx, id: string): Promise<ToolOutcome | null> {
  const sealed = await failClosed(() => ctx.sealedValues.read('idempotent_call', id));
  if (!sealed) return null;
  try {
    return await readOutcome(await openInChunks(ctx.vault, PURPOSE, id, sealed), requesterOf(ctx));
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    throw unknownOutcome();
  }
}

/** The key stays taken: freeing it would let a caller that only repeats its request run the tool twice. */
const unknownOutcome = (): AppError => new AppError('invalid_input', UNKNOWN, { isOutcomeUnknown: true });

async function runClaimed(ctx: Ctx, id: string, work: (ctx: Ctx) => Promise<ToolOutcome>): Promise<ToolOutcome> {
  const release = ctx.leases.hold(id);
  try {
    const outcome = await work({ ...ctx, signal: untilCancelled(ctx.signal) });
    await settle(ctx, () => settleOutcome(ctx, id, outcome));
    return outcome;
  } catch (error) {
    // A validation error occurs before anything is sent; after any other error the outcome is unknown.
    await settle(ctx, () => (error instanceof AppError ? forget(ctx, id) : markCutOff(ctx, id)));
    throw error;
  } finally {
    release();
  }
}

/** Work with a key outlives its caller, but ends when the caller cancels its job. */
function untilCancelled(signal: AbortSignal): AbortSignal {
  const own = new AbortController();
  const onAbort = (): void => {
    if (signal.reason === 'cancelled') own.abort(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return own.signal;
}

async function settleOutcome(ctx: Ctx, id: string, outcome: ToolOutcome): Promise<void> {
  const isRefusedHere = outcome.kind === 'address_refused' && outcome.isSent !== true;
  if (NOT_RUN.has(outcome.kind) || isRefusedHere) return forget(ctx, id);
  if (UNKNOWN_KINDS.has(outcome.kind)) return markCutOff(ctx, id);
  const sealed = await sealInChunks(ctx.vault, PURPOSE, id, outcomePieces(outcome));
  await eventLoop.yieldIfBusy(ctx.actor.accountId ?? '');
  return storeAnswer(ctx, id, sealed);
}

// The call has ended: its caller gets the outcome, even if it cannot be stored.
async function settle(ctx: Ctx, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    ctx.log.error({ err: error }, 'the outcome of an idempotent call could not be stored');
  }
}

/** Registers the work with the shutdown, which waits for it even after the caller disconnected. */
function runDetached<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  ctx.background.run('idempotent call', async () => {
    const running = work();
    resolve(running);
    await running.catch(() => undefined);
  });
  return promise;
}
