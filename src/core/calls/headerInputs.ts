import { ExactNumber, isRecord, type JsonObject } from '../lib/json.ts';

/** An input that is mirrored in a request header: its path, and the header's name in lower case. */
type HeaderInput = { readonly path: readonly string[]; readonly header: string };

const KEYWORD = 'x-mcp-header';
const PREFIX = 'mcp-param-';
/** An RFC 9110 token of valid header-name length. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
/** Maximum mirrored inputs of one tool: each adds a header to every call. */
const INPUTS_MAX = 32;

const known = new WeakMap<JsonObject, readonly HeaderInput[]>();

/**
 * Inputs that a tool's schema mirrors in headers (MCP 2026-07-28, transports, `x-mcp-header`, SEP-2243). Empty for a
 * schema with invalid marks, since clients reject such a tool.
 */
function headerInputsOf(schema: JsonObject): readonly HeaderInput[] {
  const inputs = known.get(schema) ?? readSchema(schema);
  known.set(schema, inputs);
  return inputs;
}

type Place = { readonly node: unknown; readonly path: readonly string[] };

function readSchema(schema: JsonObject): readonly HeaderInput[] {
  const inputs: HeaderInput[] = [];
  // Bounded by the schema, whose length and depth are limited.
  const waiting: Place[] = [{ node: schema, path: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const marked = markedAt(next);
    if (marked === 'not allowed' || inputs.length > INPUTS_MAX) return [];
    if (marked) inputs.push(marked);
    const { node, path } = next;
    const properties = isRecord(node) && Object.hasOwn(node, 'properties') ? node['properties'] : undefined;
    if (!isRecord(properties)) continue;
    for (const [key, child] of Object.entries(properties)) waiting.push({ node: child, path: [...path, key] });
  }
  const names = new Set(inputs.map(({ header }) => header));
  return names.size === inputs.length ? inputs : [];
}

function markedAt({ node, path }: Place): HeaderInput | 'not allowed' | null {
  if (!isRecord(node) || !Object.hasOwn(node, KEYWORD)) return null;
  const { [KEYWORD]: name, type } = node;
  const isAllowed = typeof name === 'string' && NAME.test(name) && TYPES.has(type) && path.length > 0;
  return isAllowed ? { path, header: `${PREFIX}${name.toLowerCase()}` } : 'not allowed';
}

/** Value as text. Undefined for values that headers do not mirror: null, lists, objects and inexact numbers. */
function textIn(input: JsonObject, path: readonly string[]): string | undefined {
  let at: unknown = input;
  for (const key of path) at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  if (typeof at === 'string') return at;
  if (typeof at === 'boolean') return String(at);
  // Normalized as a number, since a server compares it with the number it parses from the body.
  const number = at instanceof ExactNumber ? Number(at) : at;
  if (typeof number !== 'number' || (Number.isInteger(number) && !Number.isSafeInteger(number))) return undefined;
  return String(number);
}

/** The headers of a call, by their names in lower case. */
export function inputHeaders(schema: JsonObject, input: JsonObject): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { path, header } of headerInputsOf(schema)) {
    const text = textIn(input, path);
    if (text !== undefined) headers[header] = toHeaderValue(text);
  }
  return headers;
}

const PLAIN = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
const ENCODED = /^=\?base64\?(.*)\?=$/s;
const DECIMAL = /^-?\d{1,30}(?:\.\d{1,30})?$/;

/** MCP header encoding: plain if a header can carry the text, otherwise Base64. */
export const toHeaderValue = (text: string): string =>
  PLAIN.test(text) && !ENCODED.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;

/** The text that a header carries; null for invalid Base64, or Base64 that isn't text. */
function fromHeaderValue(value: string): string | null {
  const [, base64] = ENCODED.exec(value) ?? [];
  if (base64 === undefined) return value;
  const bytes = Buffer.from(base64, 'base64');
  const text = bytes.toString('utf8');
  // The protocol requires rejecting non-canonical encodings of the same bytes.
  return bytes.toString('base64') === base64 && Buffer.from(text).equals(bytes) ? text : null;
}

/** Names the header that does not match its input; null when all do. Header names are in lower case. */
export function headerMismatch(
  schema: JsonObject,
  input: JsonObject,
  headers: Readonly<Record<string, unknown>>,
): string | null {
  for (const { path, header } of headerInputsOf(schema)) {
    const text = textIn(input, path);
    if (text === undefined) continue;
    const value = headers[header];
    const where = path.join('.');
    if (typeof value !== 'string') return `the input ${where} is not repeated in the header ${header}`;
    const decoded = fromHeaderValue(value);
    if (decoded === null) return `the header ${header} is not in canonical Base64`;
    const isSame =
      decoded === text || (DECIMAL.test(decoded) && DECIMAL.test(text) && Number(decoded) === Number(text));
    if (!isSame) return `the header ${header} is not the input ${where}`;
  }
  return null;
}
