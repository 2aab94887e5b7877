import type { ToolOutcome } from '../results/outcome.ts';

/**
 * Recorded outcome of a call: the tool's outcome, or a refusal before sending. `forbidden`: outside the token's reach.
 * `rate_limited`: a limit of the account or the installation.
 */
export type CallOutcome = ToolOutcome['kind'] | 'invalid_input' | 'forbidden' | 'rate_limited' | 'internal_error';

const OUTCOMES = {
  ok: true,
  tool_error: true,
  missing_credentials: true,
  upstream_refused: true,
  upstream_rate_limited: true,
  upstream_error: true,
  timed_out: true,
  unreachable: true,
  outcome_unknown: true,
  address_refused: true,
  bad_answer: true,
  denied: true,
  approval_required: true,
  held_for_review: true,
  cancelled: true,
  invalid_input: true,
  forbidden: true,
  rate_limited: true,
  internal_error: true,
} as const satisfies Record<CallOutcome, true>;

const isOutcome = (text: string): text is CallOutcome => Object.hasOwn(OUTCOMES, text);

/** Parses a stored outcome. One written by a newer version counts as `internal_error`. */
export const toCallOutcome = (text: string): CallOutcome => (isOutcome(text) ? text : 'internal_error');

/** The only outcome that is not a failure. */
export const SUCCESS = 'ok' satisfies CallOutcome;
