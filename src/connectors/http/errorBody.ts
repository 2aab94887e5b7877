import { type JsonValue, parseJson } from '../../core/lib/json.ts';
import { FORM_TYPE, isJsonType, isTextType, mediaTypeOf } from '../../core/lib/mediaType.ts';
import { ellipsized } from '../../core/lib/text.ts';
import { ERROR_BODY_BYTES_MAX, type UpstreamError, type UpstreamProblem } from '../../core/results/upstreamError.ts';
import type { EgressAnswer } from '../egress/types.ts';
import { decodeJson, decodeText } from './bodyText.ts';
import { htmlText, readXmlError } from './markupError.ts';
import { type ReadProblems, readProblems } from './problems.ts';

type Scrub = (text: string) => string;

/** An error response: one sentence for people, and the full content for programs. */
type ErrorReport = { readonly sentence: string; readonly upstream: UpstreamError };

/** A parsed error body and its problems. `scrubbed`: the parts that are already scrubbed. */
type ReadBody = ReadProblems & { readonly body?: JsonValue; readonly scrubbed?: 'body' | 'body and sentence' };

const NOTHING: ReadBody = { sentence: null, code: null, problems: [] };
const LINE_CHARS_MAX = 300;
const SENTENCE_CHARS_MAX = 1_000;
const LISTED_MAX = 10;

const parsed = (text: string): { readonly value: JsonValue } | null => {
  if (!/^\s*["[{]/.test(text)) return null;
  try {
    return { value: parseJson(text) };
  } catch {
    return null;
  }
};

/** Services label the type of an error carelessly: JSON under `text/html` is also read as JSON. */
const readText = (media: string, raw: string, scrub: Scrub): ReadBody => {
  const json = parsed(raw);
  if (json !== null) return { ...readProblems(json.value), body: json.value };
  // Scrubbed before truncation, because a truncated secret would no longer match.
  const text = scrub(raw);
  if (media === FORM_TYPE) {
    const members = Object.fromEntries(new URLSearchParams(text));
    return { ...readProblems(members), body: members };
  }
  const isHtml = media === 'text/html' || /^\s*(?:<!doctype html|<html)/i.test(text);
  if (isHtml) {
    // Scrubbed again, because decoding the character references may reveal a secret.
    return plainBody(scrub(htmlText(text)));
  }
  return /^\s*</.test(text) ? { ...readXmlError(text), body: text, scrubbed: 'body' } : plainBody(text);
};

/** Takes a text that is already scrubbed. */
const plainBody = (text: string): ReadBody => ({
  ...NOTHING,
  ...{ sentence: /\S.*/.exec(text.slice(0, 4 * LINE_CHARS_MAX))?.[0] ?? null, scrubbed: 'body and sentence' },
  ...(text.trim() !== '' && { body: text }),
});

const readBody = ({ headers, body }: EgressAnswer, scrub: Scrub): ReadBody => {
  if (body.length === 0) return NOTHING;
  const contentType = headers['content-type'] ?? '';
  const media = mediaTypeOf(contentType);
  const isText = media === '' || isJsonType(media) || isTextType(media) || media === FORM_TYPE;
  const decode = isJsonType(media) ? decodeJson : decodeText;
  const text = isText ? decode(body, contentType) : '';
  return !isText || (media === '' && text.includes('\uFFFD')) ? NOTHING : readText(media, text, scrub);
};

/**
 * A text in one line of at most `charsMax`, without control characters and URL queries, which may hold a key. Scrubbed
 * first, because a truncated or reformatted secret would no longer match.
 */
export const lineOf = (text: string, scrub: Scrub, charsMax = LINE_CHARS_MAX): string => {
  const line = scrub(text)
    .slice(0, charsMax * 4)
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/(https?:\/\/[^\s?#]*)[?#]\S*/gi, '$1')
    .trim();
  return ellipsized(line, charsMax);
};

const sentenceOf = (sentence: string, problems: readonly UpstreamProblem[]): string => {
  const sentences = problems
    .map((problem) => {
      const { field, message } = problem;
      if (sentence.includes(message)) return field === undefined || sentence.includes(field) ? '' : field;
      return field === undefined ? message : `${field}: ${message}`;
    })
    .filter((text) => text !== '');
  const more = sentences.length > LISTED_MAX ? `; and ${sentences.length - LISTED_MAX} more` : '';
  const listed = sentences.slice(0, LISTED_MAX).join('; ') + more;
  const whole = sentence === '' || listed === '' ? `${sentence}${listed}` : `${sentence} (${listed})`;
  return ellipsized(whole, SENTENCE_CHARS_MAX);
};

/** The body without secrets and within its bound. JSON stays JSON if it fits; otherwise its text is truncated. */
const bounded = (body: JsonValue, scrub: Scrub): Pick<UpstreamError, 'body' | 'isTruncated'> => {
  const isText = typeof body === 'string';
  const text = scrub(isText ? body : JSON.stringify(body));
  const bytes = Buffer.from(text);
  if (bytes.length > ERROR_BODY_BYTES_MAX) {
    // A character that was cut in two would become U+FFFD.
    const cut = bytes
      .subarray(0, ERROR_BODY_BYTES_MAX)
      .toString()
      .replace(/\uFFFD+$/, '');
    return { body: cut, isTruncated: true };
  }
  return { body: isText ? text : (parsed(text)?.value ?? text) };
};

const asItIs: Scrub = (text) => text;

/** Reads an error response of any format. */
export function readError(answer: EgressAnswer, scrub: Scrub): ErrorReport {
  const { sentence: text, code, problems, body, scrubbed } = readBody(answer, scrub);
  const clean = problems.map(({ field, message, code: own }) => ({
    ...(field !== undefined && { field: lineOf(field, scrub) }),
    message: lineOf(message, scrub),
    ...(own !== undefined && { code: lineOf(own, scrub) }),
  }));
  const contentType = mediaTypeOf(answer.headers['content-type']);
  return {
    sentence: sentenceOf(text === null ? '' : lineOf(text, scrubbed === 'body and sentence' ? asItIs : scrub), clean),
    upstream: {
      status: answer.status,
      ...(code !== null && { code: lineOf(code, scrub) }),
      ...(clean.length > 0 && { problems: clean }),
      ...(contentType !== '' && { contentType }),
      ...(body !== undefined && bounded(body, scrubbed === undefined ? scrub : asItIs)),
    },
  };
}
