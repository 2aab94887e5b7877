import type { ToolyardError } from './errors.ts';
import { settled } from './settled.ts';
import type { Kind } from './types.ts';
import { wait } from './wait.ts';

/** How often and how long a request may be tried. */
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
 * Tries until there is an answer, as long as another try can do no harm. `attempt` is given how many milliseconds are
 * left for everything.
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
    // An earlier attempt may have done what this one was told to try again later.
    error.isOutcomeUnknown ||= lost > 0 && error.fate === 'not_done' && plan.kind !== 'read';
    const waitMs = waitMsOf(error, attempts);
    const isLast = attempts > plan.retries || !mayRepeat(plan, error, lost) || Date.now() + waitMs >= endsAt;
    if (isLast) throw error;
    await wait(waitMs, plan.signal);
  }
}

/**
 * A request that was not carried out can always be sent again. One that may have been is repeated where that changes
 * nothing more: reads, and what is made once under its key. A tool call under a key is repeated after one lost answer,
 * not after two: services before 0.2 say once that an outcome is unknown and then free the key.
 */
function mayRepeat({ kind, hasKey }: Plan, { fate }: ToolyardError, lost: number): boolean {
  if (fate === 'refused') return false;
  if (fate === 'not_done' || kind === 'read') return true;
  if (kind === 'creation') return hasKey;
  return kind === 'call' && hasKey && fate === 'lost' && lost === 1;
}

/** As long as the service asks; else twice as long each time, and not as long as everybody else waits. */
function waitMsOf({ retryAfterSeconds }: ToolyardError, attempts: number): number {
  if (retryAfterSeconds !== null) return retryAfterSeconds * 1_000 + Math.random() * FIRST_WAIT_MS;
  return Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** (attempts - 1)) * (0.5 + Math.random() / 2);
}
