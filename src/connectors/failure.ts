import type { Discovery } from '../core/calls/connector.ts';
import { AppError } from '../core/lib/errors.ts';
import type { ToolFailure } from '../core/results/outcome.ts';
import { CANCELLED } from '../core/results/outcome.ts';
import { createScrubber } from '../core/results/scrub.ts';
import { egressHint } from './egress/error.ts';

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

/** The error of a failed discovery, scrubbed of the credentials that were used. */
export function discoveryError(discovery: Discovery, failure: ToolFailure, cause?: unknown): AppError {
  const { serverId, credentials, isIndirect } = discovery;
  const { text } = createScrubber(credentials.map(({ value }) => value));
  const hint = egressHint(failure, isIndirect);
  const message = `The tools of server ${serverId} cannot be listed: ${text(failure.message)}${hint}`;
  return new AppError('invalid_input', message, {}, cause);
}
