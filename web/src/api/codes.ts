import type { FailureCode } from '../gql/graphql.ts';

/** `extensions.code` of an error that stands in place of an answer; the schema has no type for it. */
type RequestCode =
  | 'UNAUTHENTICATED'
  | 'RATE_LIMITED'
  | 'TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'METHOD_NOT_ALLOWED'
  | 'UNAVAILABLE'
  | 'INTERNAL_ERROR';

/** Every way in which a request of the dashboard fails; `NETWORK` when nothing answered. */
export type ErrorCode = FailureCode | RequestCode | 'NETWORK';

/**
 * What to do about a failure, where its own message leaves that open. Held to the service’s codes by
 * `test/web/codes.test.ts`.
 */
export const ERROR_ADVICE: Readonly<Record<ErrorCode, string | null>> = {
  ALREADY_EXISTS: null,
  FORBIDDEN: null,
  INVALID_INPUT: null,
  MODEL_FAILED: null,
  NOT_FOUND: null,
  SIGN_IN_FAILED: null,
  TOOL_FAILED: null,
  UNAUTHENTICATED: 'Sign in again.',
  RATE_LIMITED: null,
  TOO_LARGE: 'Send less at once, or ask the operator to raise TOOLYARD_BODY_BYTES_MAX.',
  UNSUPPORTED_MEDIA_TYPE: 'Load the page again: it is not of this version of the service.',
  METHOD_NOT_ALLOWED: 'Load the page again: it is not of this version of the service.',
  UNAVAILABLE: 'Toolyard cannot reach its database. Nothing is lost: try again in a moment.',
  INTERNAL_ERROR: 'This is a fault of Toolyard. Its log says more.',
  NETWORK: 'Check that it runs, then try again.',
};

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_ADVICE, code);

/** Reads a code that the service sent; one that this dashboard does not know counts as an internal error. */
export const toErrorCode = (code: string | undefined): ErrorCode =>
  code !== undefined && isErrorCode(code) ? code : 'INTERNAL_ERROR';
