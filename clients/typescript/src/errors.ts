import type { Kind, OperationId } from './types.ts';

/**
 * Why a request failed: a code of the service's document on errors, for a broken rule or a failed tool. Two codes are
 * the client's own: `no_answer` for a missing or unreadable response, and `tool_failed` if a service does not say how.
 */
export type ErrorCode =
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'already_exists'
  | 'invalid_input'
  | 'rate_limited'
  | 'too_large'
  | 'unsupported_media_type'
  | 'method_not_allowed'
  | 'unavailable'
  | 'internal'
  | 'tool_error'
  | 'missing_credentials'
  | 'upstream_refused'
  | 'upstream_rate_limited'
  | 'upstream_error'
  | 'timed_out'
  | 'unreachable'
  | 'outcome_unknown'
  | 'address_refused'
  | 'bad_answer'
  | 'denied'
  | 'approval_required'
  | 'held_for_review'
  | 'cancelled'
  | 'tool_failed'
  | 'no_answer';

/** The reason a call waits: a person's approval, or a sign-in at an address. */
export type Pause =
  | { readonly kind: 'approval'; readonly id: string }
  | { readonly kind: 'sign_in'; readonly url: string };

/** A problem with one value of an input; `path` is a JSON Pointer to it. */
export type Issue = { readonly path: string; readonly message: string };

/**
 * The known effect of a failed request. `not_done`: it changed nothing and can be sent again. `lost`: there was no
 * response. `unknown`: the service does not know. `refused`: the service refused it.
 */
export type Fate = 'not_done' | 'lost' | 'unknown' | 'refused';

/** One problem that the service behind a tool reports. */
export type UpstreamProblem = { readonly field?: string; readonly message: string; readonly code?: string };

/** The response of the service behind a tool to a failed call, without credentials. */
export type UpstreamError = {
  readonly status: number;
  readonly code?: string;
  readonly problems?: readonly UpstreamProblem[];
  readonly content_type?: string;
  /** JSON as received, other formats as text; 4 KiB at most. */
  readonly body?: unknown;
  /** True if `body` is only the beginning of the response, as text. */
  readonly is_truncated?: boolean;
};

/** The details of an error. */
export type ErrorDetails = {
  readonly operation: OperationId;
  readonly kind: Kind;
  readonly fate: Fate;
  readonly code: ErrorCode;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly issues: readonly Issue[];
  readonly pause: Pause | null;
  readonly isRepeatable: boolean;
  readonly upstream: UpstreamError | null;
};

/** The only error that this library throws for a failed request; wrong arguments throw a `TypeError`. */
export class ToolyardError extends Error {
  override readonly name = 'ToolyardError';
  readonly code: ErrorCode;
  /** The HTTP status; null without a response. */
  readonly status: number | null;
  /** The request's id in the service's log. */
  readonly requestId: string | null;
  /** How long the service asks you to wait before a retry. */
  readonly retryAfterSeconds: number | null;
  readonly operation: OperationId;
  /** Why an input was refused. */
  readonly issues: readonly Issue[];
  /** What the call waits for; null for any other error. */
  readonly pause: Pause | null;
  /** The response of the service behind the tool; null if it sent none. */
  readonly upstream: UpstreamError | null;
  /** Whether a call with an unknown outcome can be repeated without harm. */
  readonly isRepeatable: boolean;
  /** How often the request was sent. */
  attempts = 1;
  /** Whether the request may have had an effect anyway: check before you repeat it. */
  isOutcomeUnknown: boolean;
  readonly fate: Fate;

  constructor(message: string, details: ErrorDetails, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.operation = details.operation;
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.issues = details.issues;
    this.pause = details.pause;
    this.upstream = details.upstream;
    this.isRepeatable = details.isRepeatable;
    this.fate = details.fate;
    this.isOutcomeUnknown = details.kind !== 'read' && (details.fate === 'lost' || details.fate === 'unknown');
  }
}
