import type { Pause } from './errors.ts';
import { settled } from './settled.ts';
import { wait } from './wait.ts';

/** How long to wait for a person who must approve a call or sign in. */
export type Waiting = {
  /** In milliseconds. The service keeps a waiting call for a day. */
  readonly timeoutMs: number;
  /** Between two attempts, each of which counts as a call; 3,000 by default. */
  readonly intervalMs?: number;
  /** Called once for each approval or sign-in that the call waits for: show it to the person who can act. */
  readonly onPause?: (pause: Pause) => void;
};

const INTERVAL_MS = 3_000;

/**
 * Repeats the same call while it waits for a person; this is how the service continues it.
 * @throws ToolyardError for another failure, such as `denied`, or with its `pause` when the time is up
 */
export async function untilDecided<T>(
  { timeoutMs, intervalMs = INTERVAL_MS, onPause }: Waiting,
  signal: AbortSignal | undefined,
  call: () => Promise<T>,
): Promise<T> {
  const endsAt = Date.now() + timeoutMs;
  let reported = '';
  for (;;) {
    const tried = await settled(call);
    if ('value' in tried) return tried.value;
    const { pause } = tried.error;
    if (pause === null) throw tried.error;
    const now = JSON.stringify(pause);
    if (now !== reported) onPause?.(pause);
    reported = now;
    if (Date.now() + intervalMs >= endsAt) throw tried.error;
    await wait(intervalMs, signal);
  }
}
