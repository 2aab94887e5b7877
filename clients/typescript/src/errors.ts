import type { Kind, OperationId } from './types.ts';

/**
 * Why a request failed, in the words of the service's document on errors: a broken rule, or how a tool failed. Two are
 * the client's own: `no_answer`, where none came or none that could be read, and `tool_failed`, where a service does
 * not say how.
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

/** What a call waits for: somebody who approves it, or somebody who signs in at an address. */
export type Pause =
  | { readonly kind: 'approval'; readonly id: string }
  | { readonly kind: 'sign_in'; readonly url: string };

/** What is wrong with a value of an input; `path` is a JSON Pointer into it. */
export type Issue = { readonly path: string; readonly message: string };

/**
 * What is known of a request that failed: `not_done` is certain to have changed nothing and can be sent again, of
 * `lost` there was no answer, of `unknown` the service does not know itself, and `refused` has its answer.
 */
export type Fate = 'not_done' | 'lost' | 'unknown' | 'refused';

/** One thing that the service behind a tool found wrong with a call. */
export type UpstreamProblem = { readonly field?: string; readonly message: string; readonly code?: string };

/** The response of the service behind a tool to a failed call, without credentials. */
export type UpstreamError = {
  readonly status: number;
  readonly code?: string;
  readonly problems?: readonly UpstreamProblem[];
  readonly content_type?: string;
  /** JSON as it came, other formats as text; 4 KiB at most. */
  readonly body?: unknown;
  /** True where `body` is only the beginning of the answer, as text. */
  readonly is_truncated?: boolean;
};

/** All that an error says. */
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

/** The one error that this library throws for a request that failed; wrong arguments are a `TypeError`. */
export class ToolyardError extends Error {
  override readonly name = 'ToolyardError';
  readonly code: ErrorCode;
  /** Of the HTTP answer; null where there was none. */
  readonly status: number | null;
  /** Names the request in the service's log. */
  readonly requestId: string | null;
  /** How long the service asks to wait before the request is sent again. */
  readonly retryAfterSeconds: number | null;
  readonly operation: OperationId;
  /** Why an input was refused. */
  readonly issues: readonly Issue[];
  /** What the call waits for; null for any other error. */
  readonly pause: Pause | null;
  /** The response of the service behind the tool; null if it sent none. */
  readonly upstream: UpstreamError | null;
  /** Whether a call of an unknown outcome can be made again without harm. */
  readonly isRepeatable: boolean;
  /** How often the request was sent. */
  attempts = 1;
  /** Whether something may have been done all the same: look before you repeat it. */
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
