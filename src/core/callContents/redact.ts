import { ExactNumber, isRecord, type JsonValue, parseJson } from '../lib/json.ts';
import { pathOf } from '../lib/jsonPointer.ts';

/** Placeholder for a redacted value. */
const REDACTED = '[redacted]';
/** Deeper values are neither searched nor stored. */
const DEPTH_MAX = 100;

/** Compiled redaction rules for inputs and outputs. */
export type Redaction = {
  /** Member names, normalized by `plainName`. */
  readonly names: ReadonlySet<string>;
  /** The steps of JSON pointers into `{ input, output }`. */
  readonly paths: readonly Path[];
};

type Path = readonly string[];

/** Member names that are always redacted, regardless of stack settings. */
export const ALWAYS_REDACTED = [
  ...['password', 'passwd', 'passphrase', 'secret', 'token', 'api_key', 'authorization', 'cookie', 'set_cookie'],
  ...['access_token', 'refresh_token', 'id_token', 'auth_token', 'client_secret', 'private_key', 'credentials'],
  ...['x_api_key', 'x_auth_token', 'private_token', 'session_token', 'bearer_token', 'secret_key', 'access_key'],
  ...['secret_access_key', 'signing_key', 'client_assertion', 'proxy_authorization', 'passcode', 'pwd', 'otp'],
];

/** Ignores case, hyphens, underscores, dots and spaces, so that `API-Key`, `api_key` and `apiKey` are the same name. */
const plainName = (name: string): string => name.toLowerCase().replace(/[-_.\s]/g, '');

const POINTER = /^\/(?:input|output)(?:\/(?:[^~/]|~[01])*)+$/;

/** Whether a text is a name, or a JSON pointer (RFC 6901) below `/input` or `/output`. */
export const isRedaction = (text: string): boolean => (text.startsWith('/') ? POINTER.test(text) : text !== '');

/**
 * Compiles a stack's rules together with `ALWAYS_REDACTED`: member names at any depth, and JSON pointers (RFC 6901)
 * below `/input` or `/output`. The step `*` matches every member and item.
 */
export const redactionOf = (paths: readonly string[]): Redaction => ({
  names: new Set([...ALWAYS_REDACTED, ...paths.filter((text) => !text.startsWith('/'))].map(plainName)),
  paths: paths.filter((text) => text.startsWith('/')).map(pathOf),
});

/** The redaction rules with additional names. */
export const withNames = (redaction: Redaction, names: readonly string[]): Redaction =>
  names.length === 0 ? redaction : { ...redaction, names: new Set([...redaction.names, ...names.map(plainName)]) };

/**
 * A copy of an input or output with redacted values replaced. Also searches texts that are JSON objects or lists, since
 * MCP servers often return such texts.
 */
export const redact = (side: 'input' | 'output', value: unknown, redaction: Redaction): JsonValue =>
  member(side, value, { ...redaction, depth: 0 });

type RedactionState = Redaction & { readonly depth: number };

function redacted(value: unknown, at: RedactionState): JsonValue {
  if (typeof value === 'string') return redactedText(value, at);
  if (isNumber(value) || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null) return null;
  if (at.depth > DEPTH_MAX) return REDACTED;
  if (Array.isArray(value)) return value.map((item: unknown, index) => member(String(index), item, at));
  return isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, item]) => [
          name,
          at.names.has(plainName(name)) ? REDACTED : member(name, item, at),
        ]),
      )
    : null;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' || value instanceof ExactNumber;

function member(name: string, value: unknown, { names, paths, depth }: RedactionState): JsonValue {
  const further = paths.length === 0 ? paths : paths.filter(([step]) => step === name || step === '*');
  if (further.some((path) => path.length === 1)) return REDACTED;
  return redacted(value, { names, paths: further.map((path) => path.slice(1)), depth: depth + 1 });
}

function redactedText(text: string, at: RedactionState): JsonValue {
  if (!/^\s*[[{]/.test(text)) return text;
  let parsed: JsonValue;
  try {
    parsed = parseJson(text);
  } catch (error) {
    // Redact the whole text after other errors, such as a stack overflow: the text may be JSON that contains secrets.
    return error instanceof SyntaxError ? text : REDACTED;
  }
  return JSON.stringify(redacted(parsed, { ...at, depth: at.depth + 1 }));
}
