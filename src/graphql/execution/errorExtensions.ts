import type { AppError, ErrorCode } from '../../core/errors.ts';

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

/** The extensions of a top-level error. */
export const extensionsOf = ({ code, details }: AppError): Record<string, unknown> => ({
  code: CODES[code],
  ...(details.issues && { issues: details.issues }),
  ...(details.retryAfterSeconds !== undefined && { retryAfter: details.retryAfterSeconds }),
  ...(details.isOutcomeUnknown && { outcome: 'UNKNOWN' }),
});
