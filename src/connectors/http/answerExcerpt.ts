import { isRecord } from '../../core/lib/json.ts';

const EXCERPT_CHARS_MAX = 300;
const DEPTH_MAX = 4;

// Where APIs put the sentence that explains an error, most telling first.
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
 * The upstream's own words for what went wrong, in one line of at most 300 characters: no markup, no control
 * characters, and no query of a URL, which may hold a key. Empty when it says nothing usable. `scrub` comes first:
 * what is cut off or spaced differently is no longer found.
 */
export const excerptOf = (body: unknown, scrub: (text: string) => string): string => {
  const sentence = sentenceIn(body, 0);
  if (sentence === null || looksLikeMarkup(sentence)) return '';
  const line = scrub(sentence)
    .slice(0, EXCERPT_CHARS_MAX * 4)
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/(https?:\/\/[^\s?#]*)[?#]\S*/gi, '$1')
    .trim();
  return line.length > EXCERPT_CHARS_MAX ? `${line.slice(0, EXCERPT_CHARS_MAX - 1)}…` : line;
};
