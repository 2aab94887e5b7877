import { CANCELLED, type ToolFailure } from '../core/calls/connector.ts';

/** A failed outcome as an exception. It stays inside `connectors/`: connectors return the outcome. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  readonly outcome: ToolFailure;

  constructor(outcome: ToolFailure, cause?: unknown) {
    super(outcome.message, cause === undefined ? undefined : { cause });
    this.outcome = outcome;
  }
}

/** Waits for shared work without owning it: a caller that disconnects does not cancel it for others. */
export async function waitFor<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    // This caller no longer waits for the work, which may still fail because of the same signal.
    work.catch(() => undefined);
    throw new UpstreamFailure(CANCELLED);
  }
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(new UpstreamFailure(CANCELLED));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The failure of a server that could not be reached or started, so nothing was sent. */
export const unreachable = (message: string, cause?: unknown): UpstreamFailure =>
  new UpstreamFailure({ kind: 'unreachable', message }, cause);
