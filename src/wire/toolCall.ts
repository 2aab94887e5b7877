import type { ErrorCode } from '../core/lib/errors.ts';
import type { JsonObject } from '../core/lib/json.ts';
import type { AnswerHeaders, ToolFailure } from '../core/results/outcome.ts';
import type { UpstreamError } from '../core/results/upstreamError.ts';

/** Text or bytes. Large bytes stay in parts, because joining them would copy megabytes. */
export type AnswerBody = string | Buffer | readonly (string | Uint8Array)[];

/** A response with prebuilt JSON, for which the framework would look up a serialiser. 304 has no body. */
export type Answer = {
  readonly status: number;
  readonly body: AnswerBody;
  readonly headers?: Readonly<Record<string, string>>;
  /** Set if it contains no secret, so that it may be compressed. */
  readonly isOpen?: true;
};

/** The media type of every JSON response. */
export const JSON_UTF8 = 'application/json; charset=utf-8';

export const isSinglePiece = (body: AnswerBody): body is string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body);

/** A body in one piece, for receivers that accept no parts. */
export const wholeBody = (body: AnswerBody): string | Buffer =>
  isSinglePiece(body) ? body : Buffer.concat(body.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

export const TOOL_FAILED = 'Tool execution failed';

/** A failed call in the words of the documented interface. A tool's own message gets the same prefix. */
export const failureText = ({ message }: ToolFailure): string =>
  message.startsWith(TOOL_FAILED) ? message : `${TOOL_FAILED}: ${message}`;

/** As `failureText`, but keeps the message of an MCP tool unchanged. */
export const failureMessage = (failure: ToolFailure): string =>
  failure.kind === 'tool_error' && failure.output?.type === 'mcp' ? failure.message : failureText(failure);

/**
 * A failed call's status on the account API. It is 400 if the caller can arrange a sign-in, or if a rule refuses,
 * because nothing failed then.
 */
export const failureStatus = (failure: ToolFailure): 400 | 500 =>
  'connectUrl' in failure || 'ruleId' in failure ? 400 : 500;

/**
 * A failure's documented name: an error code, or a tool's outcome. It is sent as a header, because the documented body
 * has no place for it and the text may change.
 */
export const codeHeader = (code: ErrorCode | ToolFailure['kind']): Readonly<Record<string, string>> => ({
  'x-error-code': code,
});

/** Headers of a failed call: its code, the upstream's requested wait, and whether its outcome is unknown. */
export const failureHeaders = (failure: ToolFailure): Readonly<Record<string, string>> => {
  const { retryAfterSeconds } = detailsOf(failure);
  return {
    ...codeHeader(failure.kind),
    ...(retryAfterSeconds !== null && { 'retry-after': String(retryAfterSeconds) }),
    ...(failure.kind === 'outcome_unknown' && { 'x-outcome': 'unknown' }),
  };
};

export type FailureDetails = {
  /** The upstream's HTTP status. */
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  readonly isRepeatable: boolean | null;
  readonly upstream: UpstreamError | null;
};

/** A failure's details, for surfaces that show them separately. */
export const detailsOf = (failure: ToolFailure): FailureDetails => ({
  status: ('status' in failure && failure.status) || null,
  retryAfterSeconds: 'retryAfterSeconds' in failure ? (failure.retryAfterSeconds ?? null) : null,
  isRepeatable: failure.kind === 'outcome_unknown' ? failure.isRepeatable === true : null,
  upstream: 'upstream' in failure ? (failure.upstream ?? null) : null,
});

/** A failure's details as members of a JSON body: of a REST response or a structured MCP result. */
export function failureMembers(failure: ToolFailure): JsonObject {
  const { retryAfterSeconds, isRepeatable, upstream } = detailsOf(failure);
  return {
    ...pauseOf(failure),
    ...(retryAfterSeconds !== null && { retry_after: retryAfterSeconds }),
    ...(isRepeatable !== null && { outcome: 'unknown', is_repeatable: isRepeatable }),
    ...(upstream && { upstream: upstreamMembers(upstream) }),
  };
}

const upstreamMembers = ({ status, code, problems, contentType, body, isTruncated }: UpstreamError): JsonObject => ({
  status,
  ...(code !== undefined && { code }),
  ...(problems && { problems: problems.map((problem) => ({ ...problem })) }),
  ...(contentType !== undefined && { content_type: contentType }),
  ...(body !== undefined && { body }),
  ...(isTruncated && { is_truncated: true }),
});

/** How to continue a call that waits for a person: the approval `pause_id`, or the sign-in at `connect_url`. */
function pauseOf(failure: ToolFailure): { readonly pause_id?: string; readonly connect_url?: string } {
  if ('connectUrl' in failure && failure.connectUrl !== undefined) return { connect_url: failure.connectUrl };
  return 'approvalId' in failure && failure.approvalId !== undefined ? { pause_id: failure.approvalId } : {};
}

/** The end of a result's JSON: the response headers for callers, if any. */
export const headersMember = (headers: AnswerHeaders | undefined): string =>
  headers === undefined ? '}' : `,"headers":${JSON.stringify(headers)}}`;
