/** Kinds of errors. `wire/errors.ts` maps each to its HTTP status. */
export type ErrorCode =
  | 'unauthenticated'
  | 'sign_in_failed'
  | 'forbidden'
  | 'not_found'
  | 'already_exists'
  | 'invalid_input'
  | 'rate_limited'
  | 'too_large'
  | 'unsupported_media_type'
  | 'method_not_allowed'
  | 'unavailable'
  | 'internal';

/**
 * One reason why an input was refused. `path` is a JSON Pointer (RFC 6901) into the input, `""` for the whole input.
 */
export type Issue = { readonly path: string; readonly message: string };

/**
 * Limit that a request exceeded. `name` is a limit class or bound from `docs/limits.md`. `resetAt`, in Unix seconds, is
 * the end of the window; absent for bounds.
 */
type ReachedLimit = {
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt?: number;
};

/** Additional error details, all of which may be shown to the caller. */
export type ErrorDetails = {
  readonly issues?: readonly Issue[];
  readonly retryAfterSeconds?: number;
  readonly reached?: ReachedLimit;
  /** Replaces the message on interfaces whose texts are fixed. */
  readonly documentedText?: string;
  /** Replaces the code in `X-Error-Code`, but not the code that determines the status and text. */
  readonly shownCode?: ErrorCode;
  /** Set if the outcome of the request is unknown. */
  readonly isOutcomeUnknown?: true;
};

/** An error caused by the request. `message` is for the caller; `cause` only for the log. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }
}
