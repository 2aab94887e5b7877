import type { AppError, ErrorCode, ErrorDetails } from '../../core/lib/errors.ts';

/** `extensions.code` of a top-level error. */
export const CODES = {
  unauthenticated: 'UNAUTHENTICATED',
  sign_in_failed: 'SIGN_IN_FAILED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  already_exists: 'ALREADY_EXISTS',
  invalid_input: 'INVALID_INPUT',
  rate_limited: 'RATE_LIMITED',
  too_large: 'TOO_LARGE',
  unsupported_media_type: 'UNSUPPORTED_MEDIA_TYPE',
  method_not_allowed: 'METHOD_NOT_ALLOWED',
  unavailable: 'UNAVAILABLE',
  internal: 'INTERNAL_ERROR',
} as const satisfies Record<ErrorCode, string>;

/** When to retry: at the window's end, or for other errors after the requested wait. */
export const resetAtOf = ({ reached, retryAfterSeconds = 1 }: ErrorDetails, now: Date): Date =>
  reached?.resetAt === undefined
    ? new Date(now.getTime() + retryAfterSeconds * 1_000)
    : new Date(reached.resetAt * 1_000);

function rateLimitOf(details: ErrorDetails, now: Date): object {
  const { reached, retryAfterSeconds = 1 } = details;
  return {
    limitName: reached?.name ?? null,
    limit: reached?.limit ?? null,
    remaining: reached?.remaining ?? null,
    resetAt: resetAtOf(details, now).toISOString(),
    retryAfterSeconds,
  };
}

/** The extensions of a top-level error. */
export const extensionsOf = ({ code, details }: AppError, now: Date): Record<string, unknown> => ({
  code: CODES[code],
  ...(details.issues && { issues: details.issues }),
  ...(details.retryAfterSeconds !== undefined && { retryAfter: details.retryAfterSeconds }),
  ...(code === 'rate_limited' && { rateLimit: rateLimitOf(details, now) }),
  ...(details.isOutcomeUnknown && { outcome: 'UNKNOWN' }),
});
