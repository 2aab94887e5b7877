import { setImmediate as nextTurn } from 'node:timers/promises';
import { ExactNumber, isJsonObject, type JsonObject, type JsonValue } from '../lib/json.ts';
import type { Span } from './escapes.ts';
import { createFinder, type Finder } from './findSecrets.ts';
import type { ToolOutcome } from './outcome.ts';
import type { UpstreamError } from './upstreamError.ts';

/** Replaces a secret. */
export const REDACTED = '[redacted]';
/**
 * Minimum characters of a scrubbed value. Replacing shorter ones would garble answers and reveal the value by its gaps.
 */
export const SECRET_CHARS_MIN = 5;
const DEPTH_MAX = 200;
/** Bytes searched without a pause, which takes a few milliseconds at most. */
const TURN_BYTES = 65_536;

/**
 * Removes the credentials used in one call from its answer, since the caller may not own them. Created for each call,
 * which is cheap: only the UTF-8 bytes of the secrets are computed. Attack tests:
 * `test/core/results/notations.test.ts`.
 */
export type Scrubber = {
  /** True if a text, such as an answer's raw body, contains no secret in any notation, so it may pass unchanged. */
  isClean(bytes: Uint8Array): boolean;
  text(text: string): string;
  json(value: JsonValue): JsonValue;
  /** As `json`, but with pauses, so that other requests continue while a large value is searched. */
  object(value: JsonObject): Promise<JsonObject>;
  /**
   * The outcome with every message and output scrubbed, with pauses. Binary output that contains a secret is dropped
   * completely.
   */
  outcome(outcome: ToolOutcome): Promise<ToolOutcome>;
  /** As `outcome`, without pauses: for threads. */
  outcomeAtOnce(outcome: ToolOutcome): ToolOutcome;
};

/** Work that pauses after about every TURN_BYTES. */
type PausingWork<T> = Generator<undefined, T>;

function runAtOnce<T>(turns: PausingWork<T>): T {
  let step = turns.next();
  while (step.done !== true) step = turns.next();
  return step.value;
}

async function runInTurns<T>(turns: PausingWork<T>): Promise<T> {
  let step = turns.next();
  while (step.done !== true) {
    await nextTurn();
    step = turns.next();
  }
  return step.value;
}

function* isCleanIn(finder: Finder, bytes: Buffer): PausingWork<boolean> {
  const windows = finder.windowsOf(bytes);
  for (const { start, end } of windows) {
    if (finder.isIn(bytes.subarray(start, end))) return false;
    if (end < bytes.length) yield;
  }
  return true;
}

function* scrubBytes(finder: Finder, bytes: Buffer): PausingWork<Buffer> {
  const spans: Span[] = [];
  for (const window of finder.windowsOf(bytes)) {
    const secretSpans = finder.spansIn(bytes.subarray(window.start, window.end));
    for (const { start, end } of secretSpans) spans.push({ start: start + window.start, end: end + window.start });
    if (window.end < bytes.length) yield;
  }
  return spans.length === 0 ? bytes : withoutSpans(bytes, spans);
}

function withoutSpans(bytes: Buffer, spans: Span[]): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end } of spans.sort((one, other) => one.start - other.start)) {
    // Merge overlapping spans: if one secret begins with another, the rest of the longer one must be removed too.
    if (start >= at) parts.push(bytes.subarray(at, start), Buffer.from(REDACTED));
    at = Math.max(at, end);
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

function* scrubText(finder: Finder, text: string): PausingWork<string> {
  const bytes = Buffer.from(text);
  const scrubbed = yield* scrubBytes(finder, bytes);
  // Return an unchanged text itself, since decoding its UTF-8 would replace lone surrogates.
  return scrubbed === bytes ? text : scrubbed.toString();
}

/** Each text of a JSON value, including keys and numbers, with its scrubbed form. */
type Texts = ReadonlyMap<string, string>;

function* scrubTexts(finder: Finder, value: JsonValue): PausingWork<Texts> {
  const texts = new Map<string, string>();
  let scanned = 0;
  for (const text of textsIn(value, 0)) {
    if (texts.has(text)) continue;
    texts.set(text, yield* scrubText(finder, text));
    scanned += text.length;
    if (scanned < TURN_BYTES) continue;
    scanned = 0;
    yield;
  }
  return texts;
}

function* textsIn(value: JsonValue, depth: number): Generator<string> {
  if (typeof value === 'string' || isNumber(value)) yield String(value);
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return;
  if (isJsonObject(value)) yield* Object.keys(value);
  for (const item of Object.values(value)) yield* textsIn(item, depth + 1);
}

const isNumber = (value: unknown): value is number => typeof value === 'number' || value instanceof ExactNumber;

function rebuild(texts: Texts, value: JsonValue, depth: number): JsonValue {
  if (typeof value === 'string') return texts.get(value) ?? REDACTED;
  if (isNumber(value)) return texts.get(String(value)) === REDACTED ? REDACTED : value;
  if (typeof value === 'boolean' || value === null) return value;
  // Redact values that are nested too deeply to search safely.
  if (depth > DEPTH_MAX) return REDACTED;
  return isJsonObject(value)
    ? rebuildObject(texts, value, depth)
    : value.map((item) => rebuild(texts, item, depth + 1));
}

const rebuildObject = (texts: Texts, value: JsonObject, depth: number): JsonObject =>
  Object.fromEntries(
    Object.entries(value).map(([key, item]) => [texts.get(key) ?? REDACTED, rebuild(texts, item, depth + 1)]),
  );

const isDeep = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth > DEPTH_MAX || Object.values(value).some((item) => isDeep(item, depth + 1)));

function* isCleanJson(finder: Finder, value: unknown): PausingWork<boolean> {
  return !isDeep(value, 0) && (yield* isCleanIn(finder, Buffer.from(JSON.stringify(value))));
}

function* scrubJson(finder: Finder, value: JsonValue): PausingWork<JsonValue> {
  if (yield* isCleanJson(finder, value)) return value;
  return rebuild(yield* scrubTexts(finder, value), value, 0);
}

function* scrubObject(finder: Finder, value: JsonObject): PausingWork<JsonObject> {
  if (yield* isCleanJson(finder, value)) return value;
  return rebuildObject(yield* scrubTexts(finder, value), value, 0);
}

type Output = Extract<ToolOutcome, { kind: 'ok' }>['output'];

function* scrubOutput(finder: Finder, output: Output): PausingWork<Output> {
  switch (output.type) {
    case 'mcp': {
      const { content, structuredContent, meta } = output;
      const blocks: JsonObject[] = [];
      for (const block of content) blocks.push(yield* scrubObject(finder, block));
      return {
        type: 'mcp',
        content: blocks,
        ...(structuredContent !== undefined && { structuredContent: yield* scrubJson(finder, structuredContent) }),
        ...(meta && { meta: yield* scrubObject(finder, meta) }),
      };
    }
    case 'json':
      return { type: 'json', value: yield* scrubJson(finder, output.value) };
    case 'large':
      // Already scrubbed at its source.
      return output;
    case 'text':
      return { ...output, text: yield* scrubText(finder, output.text) };
    case 'binary':
      // Decode the bytes, so that secrets in a text file are found in any notation.
      return (yield* isCleanIn(finder, Buffer.from(output.base64, 'base64')))
        ? output
        : { type: 'text', text: REDACTED };
    case 'file':
      // Its content was searched as it was stored.
      return { type: 'file', file: yield* scrubObject(finder, output.file) };
  }
}

function* scrubOutcome(finder: Finder, outcome: ToolOutcome): PausingWork<ToolOutcome> {
  if (outcome.kind === 'ok') {
    const { headers } = outcome;
    const output = yield* scrubOutput(finder, outcome.output);
    return {
      kind: 'ok',
      output,
      ...(headers && {
        headers: Object.fromEntries(
          Object.entries(yield* scrubObject(finder, headers)).map(([name, text]) => [name, String(text)]),
        ),
      }),
    };
  }
  const message = yield* scrubText(finder, outcome.message);
  const upstream = 'upstream' in outcome && outcome.upstream ? yield* scrubUpstream(finder, outcome.upstream) : null;
  const clean = { ...outcome, message, ...(upstream && { upstream }) };
  if (clean.kind !== 'tool_error' || !clean.output) return clean;
  return { ...clean, output: yield* scrubOutput(finder, clean.output) };
}

function* scrubUpstream(finder: Finder, { status, ...rest }: UpstreamError): PausingWork<UpstreamError> {
  // Safe cast: scrubbing replaces texts and keeps the shape.
  return { status, ...((yield* scrubObject(finder, rest as JsonObject)) as Omit<UpstreamError, 'status'>) };
}

/**
 * Searches the JSON text of a small output as a whole, which is faster than block by block. True if it contains no
 * secret, the most common case; false is inconclusive. Escapes and encoded runs never cross the quotes of a JSON text,
 * so a secret in a block would be found.
 */
function isCleanAtOnce(finder: Finder, outcome: ToolOutcome): boolean {
  if (outcome.kind !== 'ok' || outcome.headers) return false;
  const { output } = outcome;
  if (output.type === 'text') return isCleanSmall(finder, output.text);
  const isSearchable = (output.type === 'mcp' || output.type === 'json') && !isDeep(output, 0);
  return isSearchable && isCleanSmall(finder, JSON.stringify(output));
}

const isCleanSmall = (finder: Finder, text: string): boolean =>
  text.length <= TURN_BYTES && finder.isIn(Buffer.from(text)) === false;

/** The secrets and their lower-case forms, which may occur in a host name. */
export const alsoInHosts = (secrets: readonly string[]): string[] =>
  secrets.flatMap((secret) => [secret, secret.toLowerCase()]);

const UNCHANGED: Scrubber = {
  isClean: () => true,
  text: (text) => text,
  json: (value) => value,
  object: (value) => Promise.resolve(value),
  outcome: (outcome) => Promise.resolve(outcome),
  outcomeAtOnce: (outcome) => outcome,
};

/**
 * A scrubber for the credentials of one call. Each is found literally, without surrounding white space, and in every
 * notation that `docs/security.md` lists, mixed and nested. Values shorter than SECRET_CHARS_MIN are not removed.
 * Libraries redact by member name, but an upstream may repeat a secret anywhere.
 */
export function createScrubber(secrets: readonly string[]): Scrubber {
  const values = [...new Set(secrets.flatMap((secret) => [secret, secret.trim()]))];
  const long = values.filter((value) => value.length >= SECRET_CHARS_MIN);
  if (long.length === 0) return UNCHANGED;
  const finder = createFinder(long, SECRET_CHARS_MIN);
  return {
    isClean: ({ buffer, byteOffset, length }) => runAtOnce(isCleanIn(finder, Buffer.from(buffer, byteOffset, length))),
    text: (text) => runAtOnce(scrubText(finder, text)),
    json: (value) => runAtOnce(scrubJson(finder, value)),
    object: (value) => runInTurns(scrubObject(finder, value)),
    outcome: (outcome) =>
      isCleanAtOnce(finder, outcome) ? Promise.resolve(outcome) : runInTurns(scrubOutcome(finder, outcome)),
    outcomeAtOnce: (outcome) => runAtOnce(scrubOutcome(finder, outcome)),
  };
}
