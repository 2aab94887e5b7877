import { Overloaded } from '../core/lib/admission.ts';
import { asDatabaseUnavailable, DatabaseUnavailable } from '../core/lib/databaseFault.ts';
import { AppError, type ErrorCode } from '../core/lib/errors.ts';
import type { HttpDeps } from './httpDeps.ts';

/**
 * The one place where an error gets its HTTP status. Duplicates are 400, because the documented clients don't expect
 * 409.
 */
export const STATUS = {
  unauthenticated: 401,
  sign_in_failed: 401,
  forbidden: 403,
  not_found: 404,
  already_exists: 400,
  invalid_input: 400,
  rate_limited: 429,
  too_large: 413,
  unsupported_media_type: 415,
  method_not_allowed: 405,
  unavailable: 503,
  internal: 500,
} satisfies Record<ErrorCode, number>;

/**
 * Converts any thrown value into a visible error. A service fault keeps its cause for the log and shows only
 * `failure`, the operation's documented text; an unavailable database also says when to retry.
 */
export function toAppError(edge: Pick<HttpDeps, 'noteFault'>, thrown: unknown, failure: string): AppError {
  const error = knownError(edge, thrown);
  if (error instanceof DatabaseUnavailable) {
    return new AppError('internal', failure, { ...error.details, shownCode: 'unavailable' }, error.cause);
  }
  return error ?? new AppError('internal', failure, {}, thrown);
}

/** Like `toAppError`, for surfaces without documented texts: an unavailable database is 503. */
export const toSurfaceError = (edge: Pick<HttpDeps, 'noteFault'>, thrown: unknown): AppError =>
  knownError(edge, thrown) ?? new AppError('internal', 'Internal error', {}, thrown);

function knownError(edge: Pick<HttpDeps, 'noteFault'>, thrown: unknown): AppError | null {
  const error = asDatabaseUnavailable(thrown);
  if (error instanceof DatabaseUnavailable) edge.noteFault(error.kind);
  return error instanceof AppError ? error : null;
}

/** Whether the log needs the error: a service fault. Refusals under overload are counted, since logging costs more. */
export const isLogged = (error: AppError): boolean => STATUS[error.code] >= 500 && !(error instanceof Overloaded);

/** Headers of an error: how to authenticate, when to try again, and whether the outcome is unknown. */
export function errorHeaders(error: AppError): Record<string, string> {
  const { retryAfterSeconds, isOutcomeUnknown } = error.details;
  return {
    // Each 401 names a way to authenticate (RFC 9110, section 15.5.2).
    ...(STATUS[error.code] === STATUS.unauthenticated && { 'www-authenticate': 'Bearer' }),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(isOutcomeUnknown && { 'x-outcome': 'unknown' }),
  };
}
