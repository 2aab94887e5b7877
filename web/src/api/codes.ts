import type { FailureCode } from '../gql/graphql.ts';

/** `extensions.code` of top-level errors, which the schema has no type for. */
type RequestCode =
  | 'UNAUTHENTICATED'
  | 'RATE_LIMITED'
  | 'TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'METHOD_NOT_ALLOWED'
  | 'UNAVAILABLE'
  | 'INTERNAL_ERROR';

/** All error codes; `NETWORK` means that there was no response. */
export type ErrorCode = FailureCode | RequestCode | 'NETWORK';

const INTERNAL_ADVICE = 'Something went wrong in Toolyard. The operator can find details in its log.';

/**
 * How to resolve errors whose message doesn't explain it. `test/web/codes.test.ts` checks it against the server's
 * codes.
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
  TOO_LARGE: 'Send a smaller request, or ask the operator to raise TOOLYARD_BODY_BYTES_MAX.',
  UNSUPPORTED_MEDIA_TYPE: 'Reload the page. It belongs to another version of Toolyard.',
  METHOD_NOT_ALLOWED: 'Reload the page. It belongs to another version of Toolyard.',
  UNAVAILABLE: 'Toolyard can’t reach its database. No data is lost. Try again in a moment.',
  INTERNAL: INTERNAL_ADVICE,
  INTERNAL_ERROR: INTERNAL_ADVICE,
  NETWORK: 'Check that it’s running, then try again.',
};

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_ADVICE, code);

/** Parses a code; unknown ones count as internal errors. */
export const toErrorCode = (code: string | undefined): ErrorCode =>
  code !== undefined && isErrorCode(code) ? code : 'INTERNAL_ERROR';
