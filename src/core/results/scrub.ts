import type { ToolOutcome, ToolOutput } from '../calls/connector.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../lib/json.ts';

const REDACTED = '[redacted]';
// Replacing a value of one to four characters would garble every answer, and show by its gaps what the value is.
export const SECRET_CHARS_MIN = 5;
const BASE64_CHARS_MIN = 6;
const DEPTH_MAX = 200;

/** Removes the credentials used in one call from what comes back: its caller need not be their owner. */
export type Scrubber = {
  text(text: string): string;
  json(value: JsonValue): JsonValue;
  object(value: JsonObject): JsonObject;
  /** The outcome with every message and output scrubbed. Binary output that holds a secret is withheld whole. */
  outcome(outcome: ToolOutcome): ToolOutcome;
};

const unicodeEscape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

// JSON has several spellings: ECMAScript's, PHP's (`\/`, ASCII only) and Go's (`\u0026`).
function jsonSpellings(secret: string): string[] {
  const plain = JSON.stringify(secret).slice(1, -1);
  const ascii = plain.replace(/[\u0080-\uffff]/g, unicodeEscape);
  const spellings = [plain, ascii, plain.replaceAll('/', '\\/'), ascii.replaceAll('/', '\\/')];
  return [...spellings, plain.replace(/[<>&]/g, unicodeEscape), JSON.stringify(plain).slice(1, -1)];
}

function urlSpellings(secret: string): string[] {
  const component = encodeURIComponent(secret.toWellFormed());
  const form = new URLSearchParams({ '': secret }).toString().slice(1);
  const lower = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase());
  return [component, lower(component), form, lower(form)];
}

// The characters of a base64 text that the secret alone decides, for each position modulo 3 that it can start at.
function base64Spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const fragments = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const long = fragments.filter((fragment) => fragment.length >= BASE64_CHARS_MIN);
  return long.flatMap((fragment) => [fragment, fragment.replaceAll('+', '-').replaceAll('/', '_')]);
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Every way in which the secrets can be spelt, longest first: of two that start alike, no tail of the longer may stay. */
function spellingsOf(secrets: readonly string[]): readonly string[] {
  const values = new Set(secrets.flatMap((secret) => [secret, secret.trim()]));
  const long = [...values].filter((value) => value.length >= SECRET_CHARS_MIN);
  const spellings = long.flatMap((value) => [
    value,
    ...jsonSpellings(value),
    ...urlSpellings(value),
    ...base64Spellings(value),
  ]);
  return [...new Set(spellings)].sort((one, other) => other.length - one.length);
}

// Most answers hold no secret, and looking is ten times cheaper than compiling the pattern that replaces.
function textScrubber(spellings: readonly string[]): ScrubText {
  const shortest = spellings.at(-1)?.length ?? 0;
  let pattern: RegExp | null = null;
  return (text) => {
    if (text.length < shortest || !spellings.some((spelling) => text.includes(spelling))) return text;
    pattern ??= new RegExp(spellings.map(escapeRegExp).join('|'), 'g');
    return text.replace(pattern, REDACTED);
  };
}

type ScrubText = (text: string) => string;

function scrubJson(text: ScrubText, value: JsonValue, depth: number): JsonValue {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return text(String(value)) === REDACTED ? REDACTED : value;
  if (typeof value === 'boolean' || value === null) return value;
  // Too deep to be walked safely, so it cannot be shown.
  if (depth > DEPTH_MAX) return REDACTED;
  if (isJsonObject(value)) return scrubObject(text, value, depth);
  return value.map((item) => scrubJson(text, item, depth + 1));
}

const scrubObject = (text: ScrubText, value: JsonObject, depth: number): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), scrubJson(text, item, depth + 1)]));

function scrubOutput(text: ScrubText, output: ToolOutput): ToolOutput {
  switch (output.type) {
    case 'mcp':
      return {
        type: 'mcp',
        content: output.content.map((block) => scrubObject(text, block, 0)),
        ...(output.structuredContent && { structuredContent: scrubObject(text, output.structuredContent, 0) }),
        ...(output.meta && { meta: scrubObject(text, output.meta, 0) }),
      };
    case 'json':
      return { type: 'json', value: scrubJson(text, output.value, 0) };
    case 'text':
      return { type: 'text', text: text(output.text) };
    case 'binary':
      return text(output.base64) === output.base64 ? output : { type: 'text', text: REDACTED };
  }
}

function scrubOutcome(text: ScrubText, outcome: ToolOutcome): ToolOutcome {
  switch (outcome.kind) {
    case 'ok':
      return { kind: 'ok', output: scrubOutput(text, outcome.output) };
    case 'tool_error':
      return { kind: 'tool_error', message: text(outcome.message), output: scrubOutput(text, outcome.output) };
    case 'missing_credentials':
    case 'upstream_refused':
    case 'upstream_rate_limited':
    case 'upstream_error':
    case 'timed_out':
    case 'unreachable':
    case 'address_refused':
    case 'bad_answer':
    case 'cancelled':
      return { ...outcome, message: text(outcome.message) };
  }
}

const UNCHANGED: Scrubber = {
  text: (text) => text,
  json: (value) => value,
  object: (value) => value,
  outcome: (outcome) => outcome,
};

/**
 * A scrubber for the credentials of one call. Each is found as it is, without surrounding white space, as JSON and URL
 * text spell it, and inside base64 (both alphabets, every alignment). Values under SECRET_CHARS_MIN characters are left.
 */
export function createScrubber(secrets: readonly string[]): Scrubber {
  const spellings = spellingsOf(secrets);
  if (spellings.length === 0) return UNCHANGED;
  const text = textScrubber(spellings);
  return {
    text,
    json: (value) => scrubJson(text, value, 0),
    object: (value) => scrubObject(text, value, 0),
    outcome: (outcome) => scrubOutcome(text, outcome),
  };
}
