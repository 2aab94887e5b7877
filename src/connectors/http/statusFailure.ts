import type { AnswerHeaders, ToolFailure } from '../../core/results/outcome.ts';
import type { EgressError, EgressErrorKind } from '../egress/error.ts';

const KIND = {
  address_refused: 'address_refused',
  redirect_refused: 'bad_answer',
  unreachable: 'unreachable',
  timed_out: 'timed_out',
  cancelled: 'cancelled',
  too_large: 'bad_answer',
  bad_answer: 'outcome_unknown',
  bad_request: 'bad_answer',
} as const satisfies Record<EgressErrorKind, ToolFailure['kind']>;

/** The failure of an upstream that gave no response. If the request was sent, its effect is unknown. */
export const egressFailure = ({ kind, message, isUnsent }: EgressError): ToolFailure => {
  const failed = KIND[kind];
  if (failed === 'address_refused') return { kind: failed, message, ...(!isUnsent && { isSent: true }) };
  const isLost = failed === 'unreachable' || failed === 'timed_out' || failed === 'outcome_unknown';
  if (!isLost) return { kind: failed, message };
  if (isUnsent) return { kind: failed === 'outcome_unknown' ? 'unreachable' : failed, message };
  return { kind: 'outcome_unknown', message };
};

/** The failure of an upstream that responded with an error status. */
export function statusFailure(status: number, headers: AnswerHeaders): AnsweredStatus {
  const seconds = secondsToWait(status, headers);
  const wait = { status, ...(seconds !== null && { retryAfterSeconds: seconds }) };
  if (status === 429)
    return { kind: 'upstream_rate_limited', ...wait, message: 'the upstream rate-limited the call (429)' };
  return status === 401 || status === 403
    ? { kind: 'upstream_refused', ...wait, message: `the upstream refused the call (${status})` }
    : { kind: 'upstream_error', ...wait, message: `the upstream answered ${status}` };
}

type AnsweredStatus = Extract<ToolFailure, { kind: 'upstream_refused' | 'upstream_rate_limited' | 'upstream_error' }>;

/** Waits of more than a day are ignored. */
export const WAIT_SECONDS_MAX = 86_400;

/** Converts a number or a date (RFC 9110, section 10.2.3) to seconds. Some services write fractions. */
function secondsIn(text: string | undefined, unitsPerSecond = 1): number | null {
  if (text === undefined) return null;
  const isNumber = /^\s*\d{1,12}(?:\.\d{1,9})?\s*$/.test(text);
  const seconds = isNumber ? Number(text) / unitsPerSecond : (Date.parse(text) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

const RESETS = ['x-ratelimit-reset', 'x-rate-limit-reset', 'ratelimit-reset'];

/** The delay that the upstream requests in one of the usual headers; null without such a header. */
function secondsToWait(status: number, headers: AnswerHeaders): number | null {
  const stated =
    secondsIn(headers['retry-after']) ??
    secondsIn(headers['retry-after-ms'], 1_000) ??
    secondsIn(headers['x-retry-after']) ??
    secondsIn(headers['x-ratelimit-reset-after']);
  if (stated !== null || (status !== 429 && headers['x-ratelimit-remaining'] !== '0')) return stated;
  // `RateLimit: "default";r=0;t=30` (draft-ietf-httpapi-ratelimit-headers).
  const [, inSeconds] = /;\s*t=(\d{1,6})\b/.exec(headers['ratelimit'] ?? '') ?? [];
  const named = RESETS.map((name) => headers[name]).find((value) => value !== undefined);
  const reset = Number(inSeconds ?? named ?? Number.NaN);
  // GitHub and others send a Unix time here; other services send seconds.
  const seconds = reset > 1e9 ? reset - Date.now() / 1_000 : reset;
  return seconds >= 0 && seconds <= WAIT_SECONDS_MAX ? Math.ceil(seconds) : null;
}
