import { AppError } from '../core/lib/errors.ts';
import { isRecord } from '../core/lib/json.ts';
import { VERSION } from './entry.ts';

const ROWS_DEFAULT = 30;
const ROWS_MAX = 100;
const SEARCH_CHARS_MAX = 200;
const CURSOR_CHARS_MAX = 2_048;
const LATEST = 'latest';

/** A list's parameters. */
type ListQuery = {
  readonly limit: number;
  /** The id of the last row before the page. */
  readonly after: string | null;
  readonly search: string | null;
  readonly since: Date | null;
  /** False for a version that no entry has. */
  readonly isKnownVersion: boolean;
};

type CursorFilter = Pick<ListQuery, 'search' | 'since'>;

/** Whether a version in a path or query matches all entries. */
export const isVersion = (text: string): boolean => text === LATEST || text === VERSION;

const invalid = (name: string, rule: string): AppError => new AppError('invalid_input', `Invalid ${name}: ${rule}`);

/** A parameter. A repeated one is joined, so that it is invalid or matches nothing. */
const textOf = (query: unknown, name: string): string | null => {
  const value = isRecord(query) ? query[name] : undefined;
  return value === undefined || value === '' ? null : String(value);
};

function limitOf(text: string | null): number {
  if (text === null) return ROWS_DEFAULT;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalid('limit', 'must be a whole number of at least 1');
  return Math.min(Number(text), ROWS_MAX);
}

const TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

function timeOf(text: string | null): Date | null {
  if (text === null) return null;
  const time = new Date(TIME.test(text) ? text.toUpperCase().replace(' ', 'T') : Number.NaN);
  if (Number.isNaN(time.getTime())) throw invalid('updated_since', 'must be an RFC 3339 time');
  return time;
}

function searchOf(text: string | null): string | null {
  if (text !== null && text.length > SEARCH_CHARS_MAX)
    throw invalid('search', `must have at most ${SEARCH_CHARS_MAX} characters`);
  return text;
}

/**
 * The cursor of the page after a row. It contains the whole query, because VS Code sends only the cursor for the
 * following pages. Its characters need no escaping in a query string, because VS Code does not escape them.
 */
export const cursorAfter = (id: string, { search, since }: CursorFilter): string =>
  Buffer.from(JSON.stringify([id, search, since?.toISOString() ?? null])).toString('base64url');

type Cursor = CursorFilter & { readonly after: string | null };

function readCursor(text: string | null): Cursor {
  if (text === null) return { after: null, search: null, since: null };
  const wrong = invalid('cursor', 'it must come from the previous page');
  if (text.length > CURSOR_CHARS_MAX) throw wrong;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const [id, search, since]: unknown[] = Array.isArray(parsed) ? parsed : [];
    if (typeof id !== 'string') throw wrong;
    return { after: id, search: searchOf(asText(search)), since: timeOf(asText(since)) };
  } catch {
    throw wrong;
  }
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Reads a list's query. Parameters that are omitted come from the cursor. @throws invalid_input */
export function readListQuery(query: unknown): ListQuery {
  const cursor = readCursor(textOf(query, 'cursor'));
  const version = textOf(query, 'version');
  return {
    limit: limitOf(textOf(query, 'limit')),
    after: cursor.after,
    search: searchOf(textOf(query, 'search')) ?? cursor.search,
    since: timeOf(textOf(query, 'updated_since')) ?? cursor.since,
    isKnownVersion: version === null || isVersion(version),
  };
}
