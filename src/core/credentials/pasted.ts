import { isRecord } from '../lib/json.ts';
import { withoutEndsIn } from '../lib/trim.ts';
import type { ConnectorDocument, Placement } from '../servers/document.ts';

/** The part of a field that describes how its value is sent. */
type PastedField = { readonly fieldId: string; readonly isSecret: boolean; readonly placement: Placement | null };
type PastedServer = { readonly connector: ConnectorDocument; readonly fields: readonly PastedField[] };

/** Normalized value, and notes on how it differs from the pasted text. Notes never contain the value. */
type Pasted = { readonly value: string; readonly notes: readonly string[] };

const BASIC_PAIR = /\{([A-Za-z0-9_]+):([A-Za-z0-9_]+)\|base64\}/g;

/** The halves of HTTP Basic credentials, either of which may be empty (RFC 7617, section 2). */
export function basicHalves(templates: readonly string[]): ReadonlySet<string> {
  const pairs = templates.flatMap((text) => [...text.matchAll(BASIC_PAIR)]);
  return new Set(pairs.flatMap(([, user = '', password = '']) => (user === password ? [] : [user, password])));
}

/** A server's templates that use credential fields. */
export const templatesOf = ({ connector, fields }: PastedServer): readonly string[] => [
  ...fields.flatMap(({ placement }) => placement?.template ?? []),
  ...('headers' in connector && isRecord(connector.headers) ? Object.values(connector.headers) : []),
  ...('env' in connector ? Object.values(connector.env) : []),
];

/** Characters without a visible form: zero-width characters, direction marks and soft hyphens. */
const INVISIBLE = '\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
const INVISIBLE_ANYWHERE = new RegExp(`[${INVISIBLE}]`, 'g');
const BLANK = new RegExp(`[${INVISIBLE}\\s]`);
const LINE_END = new RegExp(`[${INVISIBLE}\\r\\n]`);
const QUOTES = ['""', "''", '``', '“”', '‘’', '«»'];

/**
 * Normalizes a pasted value: removes surrounding whitespace, invisible characters, quotes, and the prefix that the
 * server's template adds. Multi-line texts such as keys or signatures are unchanged; HTTP Basic user names and
 * passwords lose only line endings. Tested by `test/core/credentials/pasted.test.ts`.
 */
export function normalizePasted(server: PastedServer, field: PastedField, text: string): Pasted {
  const templates = templatesOf(server);
  if (basicHalves(templates).has(field.fieldId)) {
    const value = withoutEndsIn(text, (character) => LINE_END.test(character));
    return { value, notes: value === text ? [] : [`${field.fieldId}: removed line breaks around the value`] };
  }
  const trimmed = withoutEndsIn(text, (character) => BLANK.test(character));
  if (/[\r\n]/.test(trimmed)) return { value: text, notes: [] };
  const steps: { value: string; readonly notes: string[] } = { value: text, notes: [] };
  const step = (value: string, part: string): void => {
    if (value !== steps.value) steps.notes.push(`${field.fieldId}: removed ${part}`);
    steps.value = value;
  };
  step(trimmed, 'spaces or invisible characters around the value');
  if (!field.isSecret) return steps;
  step(steps.value.replace(INVISIBLE_ANYWHERE, ''), 'invisible characters');
  step(withoutQuotes(steps.value), 'quotes around the value');
  for (const prefix of prefixesOf(field, templates))
    step(withoutPrefix(steps.value, prefix), `the prefix ${prefix.text}`);
  step(withoutQuotes(steps.value), 'quotes around the value');
  return steps;
}

function withoutQuotes(text: string): string {
  const isQuoted = text.length > 2 && QUOTES.includes(`${text[0]}${text.at(-1)}`);
  const inner = text.slice(1, -1);
  return isQuoted && !inner.includes(text[0] ?? '') ? inner.trim() : text;
}

/** A prefix to remove. `isWord`: only if white space follows it. */
type Prefix = { readonly text: string; readonly isWord: boolean };

/** Removes every occurrence; a value that consists only of the prefix is unchanged. */
function withoutPrefix(value: string, { text, isWord }: Prefix): string {
  let rest = value;
  while (rest.toLowerCase().startsWith(text.toLowerCase())) {
    const after = rest.slice(text.length);
    if (after.trim() === '' || (isWord && !/^\s/.test(after))) break;
    rest = after.trim();
  }
  return rest;
}

/** Authentication schemes that services and their documentation put before a token. */
const SCHEMES = ['Bearer', 'Token', 'Basic'];

/** Prefixes that may have been copied with a value: its header name, and the template text before it. */
function prefixesOf({ fieldId, placement }: PastedField, templates: readonly string[]): readonly Prefix[] {
  const added = templates.flatMap((text) => {
    const at = text.indexOf(`{${fieldId}`);
    const before = at < 0 ? '' : text.slice(0, at).trim();
    return before === '' || before.includes('{') ? [] : [before];
  });
  const isAfterScheme = added.some((text) => /^[\w-]+$/.test(text));
  const words = [...new Set([...added, ...(isAfterScheme ? SCHEMES : [])])];
  return [
    ...(placement?.in === 'header' ? [{ text: `${placement.name}:`, isWord: false }] : []),
    ...words.map((text) => ({ text, isWord: /\w$/.test(text) })),
  ];
}
