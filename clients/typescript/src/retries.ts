import type { ToolyardError } from './errors.ts';
import { settled } from './settled.ts';
import type { Kind } from './types.ts';
import { wait } from './wait.ts';

/** Limits on the number and duration of attempts. */
export type Plan = {
  readonly kind: Kind;
  /** Whether the request carries an `Idempotency-Key`. */
  readonly hasKey: boolean;
  readonly retries: number;
  readonly totalTimeoutMs: number;
  readonly signal: AbortSignal | undefined;
};

const FIRST_WAIT_MS = 250;
const WAIT_MS_MAX = 8_000;

/**
 * Retries until there is a response, as long as a retry is harmless. `attempt` receives the remaining milliseconds.
 * @throws ToolyardError of the last attempt, or the signal's reason
 */
export async function withRetries<T>(plan: Plan, attempt: (leftMs: number) => Promise<T>): Promise<T> {
  const endsAt = Date.now() + plan.totalTimeoutMs;
  let lost = 0;
  for (let attempts = 1; ; attempts += 1) {
    const tried = await settled(() => attempt(endsAt - Date.now()));
    if ('value' in tried) return tried.value;
    const { error } = tried;
    error.attempts = attempts;
    if (error.fate === 'lost') lost += 1;
    // An earlier attempt may have had an effect, even if this one must be retried later.
    error.isOutcomeUnknown ||= lost > 0 && error.fate === 'not_done' && plan.kind !== 'read';
    const waitMs = waitMsOf(error, attempts);
    const isLast = attempts > plan.retries || !mayRepeat(plan, error, lost) || Date.now() + waitMs >= endsAt;
    if (isLast) throw error;
    await wait(waitMs, plan.signal);
  }
}

/**
 * A request that was not carried out can always be sent again. One that may have been carried out is repeated if that
 * is harmless: reads, and creations with a key. A tool call with a key is repeated after one lost response, not after
 * two. Services before 0.2 report an unknown outcome once, and then free the key.
 */
function mayRepeat({ kind, hasKey }: Plan, { fate }: ToolyardError, lost: number): boolean {
  if (fate === 'refused') return false;
  if (fate === 'not_done' || kind === 'read') return true;
  if (kind === 'creation') return hasKey;
  return kind === 'call' && hasKey && fate === 'lost' && lost === 1;
}

/**
 * As long as the service asks. Otherwise, the wait doubles each time and is random, so that clients don't retry
 * together.
 */
function waitMsOf({ retryAfterSeconds }: ToolyardError, attempts: number): number {
  if (retryAfterSeconds !== null) return retryAfterSeconds * 1_000 + Math.random() * FIRST_WAIT_MS;
  return Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** (attempts - 1)) * (0.5 + Math.random() / 2);
}
