import type { Ctx } from '../kernel/context.ts';
import { FAILURE_KINDS, type FailureKind, isFailureKind, type RehearsalSettings } from '../kernel/rehearsalSettings.ts';
import { AppError } from '../lib/errors.ts';
import { sha256Text } from '../lib/sha256.ts';
import type { ToolFailure } from '../results/outcome.ts';
import { isMcp } from '../servers/document.ts';
import type { SnapshotTool } from '../snapshots/snapshot.ts';
import { explainUnknown } from '../snapshots/unknownOutcome.ts';

/** The wait that a rehearsed rate limit requests. */
const RETRY_AFTER_SECONDS = 30;

/**
 * The failure that a caller requests for its call.
 * @throws invalid_input for an unknown one, and for a call that isn't rehearsed: it would reach the service
 */
export function requestedFailure(settings: RehearsalSettings | null, requested: unknown): FailureKind {
  if (settings === null)
    throw new AppError(
      'invalid_input',
      'Only calls of a rehearsal endpoint can fail on demand: this call would be real',
    );
  if (isFailureKind(requested)) return requested;
  throw new AppError('invalid_input', `Unknown failure: use one of ${FAILURE_KINDS.join(', ')}`);
}

/** The failure that the endpoint's settings choose for a call: always the same for the same request, tool and input. */
export function chosenFailure(
  { requestId }: Pick<Ctx, 'requestId'>,
  { failurePercent, failureKinds }: RehearsalSettings,
  { tool, input }: { readonly tool: Pick<SnapshotTool, 'toolId'>; readonly input: unknown },
): FailureKind | null {
  if (failurePercent === 0) return null;
  const digest = sha256Text(JSON.stringify([requestId, tool.toolId, input]), 'hex');
  if (Number.parseInt(digest.slice(0, 8), 16) % 100 >= failurePercent) return null;
  const kinds = failureKinds.length > 0 ? failureKinds : FAILURE_KINDS;
  return kinds[Number.parseInt(digest.slice(8, 16), 16) % kinds.length] ?? null;
}

/** The outcome that a call of the real service has if it fails in this way, without a text of the service. */
export function failedRehearsal(
  { callTimeoutMs }: Pick<Ctx, 'callTimeoutMs'>,
  tool: SnapshotTool,
  kind: FailureKind,
): ToolFailure {
  const answered = (status: number) => ({ status, ...(!isMcp(tool.server.connector) && { upstream: { status } }) });
  switch (kind) {
    case 'unavailable':
      return { kind: 'upstream_error', message: 'the upstream answered 503', ...answered(503) };
    case 'rate_limited':
      return {
        kind: 'upstream_rate_limited',
        message: 'the upstream rate-limited the call (429)',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        ...answered(429),
      };
    case 'unauthorized':
      return { kind: 'upstream_refused', message: 'the upstream refused the call (401)', ...answered(401) };
    case 'timeout': {
      const message = `the upstream did not answer within ${callTimeoutMs / 1_000} seconds`;
      return explainUnknown(tool, { kind: 'outcome_unknown', message }, null);
    }
  }
}
