import { compareNumbers, isJsonNumber } from '../../core/lib/decimal.ts';
import { isJsonObject, type JsonValue, parseJson } from '../../core/lib/json.ts';
import { pathOf, valueAtPath } from '../../core/lib/jsonPointer.ts';
import { FORM_TYPE, isJsonType, isTextType, mediaTypeOf } from '../../core/lib/mediaType.ts';
import type { AnswerHeaders, ToolFailure, ToolOutcome, ToolOutput } from '../../core/results/outcome.ts';
import type { EgressAnswer } from '../egress/types.ts';
import { type ExposedHeaders, pickHeaders } from './answerHeaders.ts';
import { decodeJson, decodeText } from './bodyText.ts';
import { lineOf, readError } from './errorBody.ts';
import { statusFailure, WAIT_SECONDS_MAX } from './statusFailure.ts';

/** How an API reports a failure in the body of a successful response. Pointers follow RFC 6901. */
export type AnswerRules = {
  /** The response headers that callers get; absent: the defaults of all tools. */
  readonly headers?: ExposedHeaders | undefined;
  /** Removes the call's secrets from a text. */
  readonly scrub: (text: string) => string;
  readonly failure?:
    | { readonly at: string; readonly equals?: unknown; readonly message?: string | undefined }
    | 'graphql'
    | undefined;
};

/** A failure that the tool itself reports. Without `output`, the tool rejected the input. */
export const failedTool = (message: string, output?: ToolOutput): ToolFailure => ({
  kind: 'tool_error',
  message,
  ...(output && { output }),
});

/** Warning for the caller about a response that does not match its media type. */
const NOT_JSON = 'The service declares JSON, but the response is not valid JSON. The call succeeded.';

const readJson = (text: string): ToolOutput | null => {
  try {
    return { type: 'json', value: parseJson(text) };
  } catch {
    return null;
  }
};

const undeclared = (body: Buffer): ToolOutput => {
  const text = body.toString('utf8');
  if (text.includes('\uFFFD')) {
    return { type: 'binary', base64: body.toString('base64'), contentType: 'application/octet-stream' };
  }
  return readJson(text) ?? { type: 'text', text };
};

/** The result of a response without content: its headers, if it has any for the caller. */
const emptyOutput = (headers: AnswerHeaders | undefined): ToolOutput => ({
  type: 'json',
  value: headers ? { headers } : {},
});

const parseBody = (answer: EgressAnswer, headers: AnswerHeaders | undefined): ToolOutput => {
  const contentType = answer.headers['content-type'] ?? '';
  const media = mediaTypeOf(contentType);
  if (answer.body.length === 0) return emptyOutput(headers);
  if (isJsonType(media)) {
    const text = decodeJson(answer.body, contentType);
    if (text.trim() === '') return emptyOutput(headers);
    return readJson(text) ?? { type: 'text', text, remark: NOT_JSON };
  }
  if (media === '') return undeclared(answer.body);
  return isTextType(media) || media === FORM_TYPE
    ? { type: 'text', text: decodeText(answer.body, contentType) }
    : { type: 'binary', base64: answer.body.toString('base64'), contentType: media };
};

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

function isFailureAt(value: unknown, { equals }: { readonly equals?: unknown }): boolean {
  if (equals === undefined) return isSet(value);
  // JSON numbers are compared by value, because the same number can be written in several ways.
  return isJsonNumber(value) && isJsonNumber(equals) ? compareNumbers(value, equals) === 0 : value === equals;
}

/** Errors without any data. With data, they only say which fields could not be read, and stay in the result. */
const isGraphqlFailure = (value: JsonValue): boolean =>
  isJsonObject(value) &&
  isSet(value['errors']) &&
  !(isJsonObject(value['data']) && Object.values(value['data']).some((field) => field !== null));

const declaredFailure = (
  answer: EgressAnswer,
  output: ToolOutput,
  { failure, scrub }: AnswerRules,
): ToolOutcome | null => {
  if (failure === undefined || output.type !== 'json') return null;
  const { value } = output;
  const isFailure =
    failure === 'graphql' ? isGraphqlFailure(value) : isFailureAt(valueAtPath(value, pathOf(failure.at)), failure);
  if (!isFailure) return null;
  const message = failure === 'graphql' ? undefined : failure.message;
  const reported = message === undefined ? undefined : valueAtPath(value, pathOf(message));
  const { sentence, upstream } = readError(answer, scrub);
  const excerpt = typeof reported === 'string' ? lineOf(reported, scrub) : sentence;
  const cause = excerpt === '' ? 'the upstream reports a failure' : `the upstream says: ${excerpt}`;
  return { kind: 'tool_error', message: cause, output, upstream };
};

/** The wait that a rate limit names in its body, such as those of Discord and Telegram. */
const secondsInBody = (body: JsonValue | undefined): number | undefined => {
  const wait = ['/retry_after', '/retryAfter', '/parameters/retry_after', '/error/retry_after']
    .map((pointer) => Number(valueAtPath(body, pathOf(pointer)) ?? Number.NaN))
    .find((seconds) => seconds >= 0 && seconds <= WAIT_SECONDS_MAX);
  return wait === undefined ? undefined : Math.ceil(wait);
};

const failedAnswer = (answer: EgressAnswer, { scrub }: AnswerRules): ToolFailure => {
  const { sentence, upstream } = readError(answer, scrub);
  const { status, headers } = answer;
  // GitHub and others signal rate limits with 403 and these headers.
  const isForbiddenForNow =
    status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined);
  const failure = statusFailure(isForbiddenForNow ? 429 : status, headers);
  const isLimit = failure.kind === 'upstream_rate_limited';
  const message = isLimit ? `the upstream rate-limited the call (${status})` : failure.message;
  const because = sentence === '' ? '' : `: ${sentence}`;
  const seconds = isLimit ? (failure.retryAfterSeconds ?? secondsInBody(upstream.body)) : undefined;
  const wait = seconds !== undefined && { retryAfterSeconds: seconds };
  return { ...failure, ...wait, status, message: `${message}${because}`, upstream };
};

/** Converts an HTTP response to the outcome for the tool's caller. */
export const answerOutcome = (answer: EgressAnswer, rules: AnswerRules): ToolOutcome => {
  const { status, body } = answer;
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  // Zoom reports invalid input with 300.
  if (status >= 400 || (isRedirect && body.length > 0)) return failedAnswer(answer, rules);
  if (status < 200 || isRedirect)
    return { kind: 'bad_answer', message: `the upstream answered ${status} without a redirect address` };
  const headers = pickHeaders(answer.headers, rules.headers);
  const output = parseBody(answer, headers);
  return declaredFailure(answer, output, rules) ?? { kind: 'ok', output, ...(headers && { headers }) };
};
