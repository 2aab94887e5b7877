import type { ToolFailure, ToolOutcome, ToolOutput } from '../../core/calls/connector.ts';
import { compareNumbers, isJsonNumber } from '../../core/lib/decimal.ts';
import { isRecord, parseJson } from '../../core/lib/json.ts';
import { pathOf, valueAtPath } from '../../core/lib/jsonPointer.ts';
import { isJsonType, isTextType, mediaTypeOf } from '../../core/lib/mediaType.ts';
import type { EgressAnswer } from '../egress/types.ts';
import { statusFailure } from './statusFailure.ts';

/** How an API says "failed" in the body of a successful answer. Pointers follow RFC 6901. */
export type AnswerRules = {
  /** Takes the call's secrets out of a text. */
  readonly scrub: (text: string) => string;
  readonly failure?:
    | { readonly at: string; readonly equals?: unknown; readonly message?: string | undefined }
    | undefined;
};

/** The tool itself reports a failure; without an output, it cannot take this input. */
export const failedTool = (message: string, output?: ToolOutput): ToolFailure => ({
  kind: 'tool_error',
  message,
  ...(output && { output }),
});

type Parsed = { readonly ok: true; readonly output: ToolOutput } | { readonly ok: false };

const FORM_TYPE = 'application/x-www-form-urlencoded';

const charsetOf = (contentType: string): string => /charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8';

const decodeText = (body: Buffer, contentType: string): string => {
  try {
    return new TextDecoder(charsetOf(contentType)).decode(body);
  } catch {
    // For an unknown encoding UTF-8 shows at least the ASCII part.
    return body.toString('utf8');
  }
};

const readJson = (text: string): Parsed => {
  try {
    return { ok: true, output: { type: 'json', value: parseJson(text) } };
  } catch {
    return { ok: false };
  }
};

const undeclared = (body: Buffer): ToolOutput => {
  const text = body.toString('utf8');
  if (text.includes('\uFFFD')) {
    return { type: 'binary', base64: body.toString('base64'), contentType: 'application/octet-stream' };
  }
  const parsed = readJson(text);
  return parsed.ok ? parsed.output : { type: 'text', text };
};

const parseBody = (answer: EgressAnswer): Parsed => {
  const contentType = answer.headers['content-type'] ?? '';
  const media = mediaTypeOf(contentType);
  if (answer.body.length === 0) return { ok: true, output: { type: 'json', value: {} } };
  if (isJsonType(media)) return readJson(decodeText(answer.body, 'charset=utf-8'));
  if (media === '') return { ok: true, output: undeclared(answer.body) };
  return isTextType(media) || media === FORM_TYPE
    ? { ok: true, output: { type: 'text', text: decodeText(answer.body, contentType) } }
    : { ok: true, output: { type: 'binary', base64: answer.body.toString('base64'), contentType: media } };
};

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** Equal numbers may be written in several ways. */
const isSame = (found: unknown, equals: unknown): boolean =>
  isJsonNumber(found) && isJsonNumber(equals) ? compareNumbers(found, equals) === 0 : found === equals;

const declaredFailure = (output: ToolOutput, { failure, scrub }: AnswerRules): ToolOutcome | null => {
  if (failure === undefined || output.type !== 'json') return null;
  const found = valueAtPath(output.value, pathOf(failure.at));
  const isFailure = failure.equals === undefined ? isSet(found) : isSame(found, failure.equals);
  if (!isFailure) return null;
  const said = failure.message === undefined ? undefined : valueAtPath(output.value, pathOf(failure.message));
  const excerpt = excerptOf(said, scrub);
  return failedTool(excerpt === '' ? 'the upstream says so' : `the upstream says: ${excerpt}`, output);
};

const isRateLimit = ({ status, headers }: EgressAnswer): boolean =>
  status === 429 ||
  // GitHub and others signal rate limits with 403 and these headers.
  (status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined));

const failedAnswer = (answer: EgressAnswer, { scrub }: AnswerRules): ToolFailure => {
  const parsed = parseBody(answer);
  const excerpt = parsed.ok ? excerptOf(valueIn(parsed.output), scrub) : '';
  const failure = statusFailure(isRateLimit(answer) ? 429 : answer.status, answer.headers);
  const because = excerpt === '' ? '' : `: ${excerpt}`;
  if (failure.kind !== 'upstream_rate_limited') return { ...failure, message: `${failure.message}${because}` };
  return { ...failure, message: `the upstream limits the rate of calls (${answer.status})${because}` };
};

const valueIn = (output: ToolOutput): unknown => {
  if (output.type === 'json') return output.value;
  return output.type === 'text' ? output.text : '';
};

/** What an HTTP answer means for the tool's caller. */
export const answerOutcome = (answer: EgressAnswer, rules: AnswerRules): ToolOutcome => {
  if (answer.status >= 400) return failedAnswer(answer, rules);
  if (answer.status < 200 || (answer.status >= 300 && answer.status !== 304)) {
    return {
      kind: 'bad_answer',
      message: `the upstream answered ${answer.status} without saying where to go`,
    };
  }
  const parsed = parseBody(answer);
  if (!parsed.ok) return { kind: 'bad_answer', message: 'the upstream answered with JSON that does not parse' };
  return declaredFailure(parsed.output, rules) ?? { kind: 'ok', output: parsed.output };
};

const EXCERPT_CHARS_MAX = 300;
const DEPTH_MAX = 4;

// Keys under which APIs explain an error, the most telling first.
const KEYS = ['message', 'error_description', 'detail', 'error', 'errors', 'title', 'reason', 'description', 'msg'];

const childrenOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value.slice(0, 1);
  return isRecord(value) ? KEYS.filter((key) => Object.hasOwn(value, key)).map((key) => value[key]) : [];
};

const sentenceIn = (value: unknown, depth: number): string | null => {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (depth >= DEPTH_MAX) return null;
  const found = childrenOf(value).map((child) => sentenceIn(child, depth + 1));
  return found.find((sentence) => sentence !== null) ?? null;
};

const looksLikeMarkup = (text: string): boolean => /^\s*</.test(text);

/**
 * The upstream's explanation of an error in one line of at most 300 characters, without markup, control characters and
 * URL queries, which may hold a key. Empty when there is none. Scrubbed first, since a secret that is cut or spaced
 * differently would not be found.
 */
const excerptOf = (body: unknown, scrub: (text: string) => string): string => {
  const sentence = sentenceIn(body, 0);
  if (sentence === null || looksLikeMarkup(sentence)) return '';
  const line = scrub(sentence)
    .slice(0, EXCERPT_CHARS_MAX * 4)
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/(https?:\/\/[^\s?#]*)[?#]\S*/gi, '$1')
    .trim();
  return line.length > EXCERPT_CHARS_MAX ? `${line.slice(0, EXCERPT_CHARS_MAX - 1)}…` : line;
};
