import type { ToolFailure } from '../../core/calls/connector.ts';
import type { EgressError, EgressErrorKind } from '../egress/error.ts';
import type { AnswerHeaders } from '../egress/types.ts';

const KIND = {
  address_refused: 'address_refused',
  redirect_refused: 'address_refused',
  unreachable: 'unreachable',
  timed_out: 'timed_out',
  cancelled: 'cancelled',
  too_large: 'bad_answer',
  bad_answer: 'bad_answer',
  bad_request: 'bad_answer',
} as const satisfies Record<EgressErrorKind, ToolFailure['kind']>;

/** The failure of an upstream that gave no answer. */
export const egressFailure = ({ kind, message, isUnsent }: EgressError): ToolFailure => {
  const failure = { kind: KIND[kind], message };
  return isUnsent && (failure.kind === 'unreachable' || failure.kind === 'timed_out')
    ? { kind: failure.kind, message, isUnsent }
    : failure;
};

/** The failure of an upstream that answered with an error status. */
export function statusFailure(status: number, headers: AnswerHeaders): ToolFailure {
  const answered = `the upstream answered ${status}`;
  if (status === 401 || status === 403) {
    return {
      kind: 'upstream_refused',
      status,
      message: `the upstream refused the call (${status})`,
    };
  }
  if (status === 429) {
    const retryAfterSeconds = secondsOf(headers['retry-after']);
    const message = 'the upstream limits the rate of calls (429)';
    return { kind: 'upstream_rate_limited', message, ...(retryAfterSeconds !== null && { retryAfterSeconds }) };
  }
  return { kind: 'upstream_error', status, message: answered };
}

// RFC 9110, section 10.2.3: `Retry-After` is a number of seconds or a date.
function secondsOf(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null;
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}
