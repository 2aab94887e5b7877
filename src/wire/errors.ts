import { AppError, type ErrorCode } from '../core/errors.ts';
import type { Edge } from './edge.ts';

/** The one place where an error gets its HTTP status. Duplicates are 400: the documented clients know no 409. */
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

const UNAVAILABLE_RETRY_SECONDS = 5;

/** When to try again after the database was unavailable. */
const unavailableDetails = { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS } as const;

/**
 * Converts whatever was thrown into an error that may be shown. A fault of the service keeps its cause for the log and
 * says only `failure`, the text that the operation documents; an unavailable database also says when to try again.
 */
export function toAppError(edge: Pick<Edge, 'isUnavailable'>, error: unknown, failure: string): AppError {
  if (error instanceof AppError) return error;
  return new AppError('internal', failure, edge.isUnavailable(error) ? unavailableDetails : {}, error);
}

/** As `toAppError`, for surfaces that document no text of their own: an unavailable database is 503. */
export function toSurfaceError(edge: Pick<Edge, 'isUnavailable'>, error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!edge.isUnavailable(error)) return new AppError('internal', 'Internal error', {}, error);
  return new AppError('unavailable', 'Service unavailable', unavailableDetails, error);
}

/** Headers that go with an error: how to authenticate, when to try again. */
export function errorHeaders(error: AppError): Record<string, string> {
  const { retryAfterSeconds } = error.details;
  return {
    ...(error.code === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  };
}
