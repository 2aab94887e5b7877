/** Every kind of broken rule. `wire/errors.ts` gives each its HTTP status. */
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

/** One reason why an input was refused. `path` is a JSON Pointer (RFC 6901) into the input, `""` for the whole. */
export type Issue = { readonly path: string; readonly message: string };

/**
 * What a request was over. `name` is a limit class or a bound, as `docs/limits.md` has it; `resetAt`, in Unix time in
 * whole seconds, is when a window ends, and a bound has none.
 */
export type ReachedLimit = {
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt?: number;
};

/** What an error carries besides its message; all of it may be shown to the caller. */
export type ErrorDetails = {
  readonly issues?: readonly Issue[];
  readonly retryAfterSeconds?: number;
  readonly reached?: ReachedLimit;
  /** What an interface whose texts are fixed says in place of the message. */
  readonly documentedText?: string;
  /** What `X-Error-Code` says in place of the code, where the status and text of the code are documented. */
  readonly shownCode?: ErrorCode;
  /** Set where nobody knows whether what was asked for has happened. */
  readonly isOutcomeUnknown?: true;
};

/** A request that breaks a rule. `message` is for the caller; `cause` only for the log. */
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
