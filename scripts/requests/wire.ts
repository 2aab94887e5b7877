import { isRecord } from '../../src/core/lib/json.ts';

/** A body for comparison: JSON by value, a form by its pairs, parts by name and content, anything else by its bytes. */
export type WireBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly pairs: readonly string[] }
  | { readonly kind: 'parts'; readonly parts: readonly string[] }
  | { readonly kind: 'bytes'; readonly text: string };

/** A request in the form used for comparison. */
export type Wire = {
  readonly method: string;
  readonly path: string;
  /** Pairs as encoded, with optional encodings normalized. */
  readonly query: readonly string[];
  /** Header names in lower case; only the headers to compare. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: WireBody;
};

// A separator has a meaning only if it's not encoded. For other characters, encoding doesn't matter.
const SIGNIFICANT = /%(?:2C|7C|3B|26|3D|2B|25|23|3F|2F)/gi;
const MARK = '\u0000';

/** A canonical form of an encoded text: two texts are equal if a server can't tell them apart. */
export function normalised(text: string): string {
  const unescaped = text
    .replaceAll('%7C', '|')
    .replaceAll('%7c', '|')
    .replace(SIGNIFICANT, (code) => `${MARK}${code.slice(1).toUpperCase()}`);
  try {
    return decodeURIComponent(unescaped);
  } catch {
    return unescaped;
  }
}

const isJson = (media: string): boolean => /[/+]json$/.test(media) || media === 'application/json-seq';
/** A media type without its parameters. */
export const bareMedia = (mediaType: string): string => (mediaType.split(';')[0] ?? '').trim().toLowerCase();

/** The pairs of a query or form. The order of different names doesn't matter. */
export const pairsOf = (text: string): string[] =>
  text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => normalised(pair.replaceAll('+', '%20')))
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : nameOf(one) > nameOf(other) ? 1 : 0));
const nameOf = (pair: string): string => pair.split('=')[0] ?? '';

/** A part of `multipart/form-data`. JSON parts are compared by value. */
export function partText(name: string, content: string): string {
  try {
    return `${name}: ${JSON.stringify(JSON.parse(content))}`;
  } catch {
    return `${name}: ${content}`;
  }
}

/** A text body by its media type. */
export function bodyOf(media: string, text: string): WireBody {
  if (text === '') return { kind: 'none' };
  if (bareMedia(media) === 'application/x-www-form-urlencoded') return { kind: 'form', pairs: pairsOf(text) };
  if (!isJson(bareMedia(media))) return { kind: 'bytes', text };
  try {
    return { kind: 'json', value: sorted(JSON.parse(text)) };
  } catch {
    return { kind: 'bytes', text };
  }
}

/** JSON with the members of objects in sorted order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}

/** The names of the differences between two requests. */
export function differences(one: Wire, other: Wire): string[] {
  const differing = (['method', 'path', 'query', 'body'] as const).filter(
    (part) => JSON.stringify(one[part]) !== JSON.stringify(other[part]),
  );
  const names = new Set([...Object.keys(one.headers), ...Object.keys(other.headers)]);
  const headers = [...names].filter((name) => one.headers[name] !== other.headers[name]);
  return [...differing, ...headers.map((name) => `header ${name}`)];
}
