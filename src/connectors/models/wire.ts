import type { ModelAnswer, ModelRequest, RepliedCall } from '../../core/chat/modelPort.ts';
import { CALLS_AT_ONCE_MAX } from '../../core/chat/steps.ts';
import { isJsonObject, readJson } from '../../core/lib/json.ts';

/** How requests and responses of one format are written and read. */
export type ModelWire = {
  /** `path` follows the address of the service; `headers` contain the key, if any. */
  request(request: ModelRequest): {
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: object;
  };
  /** Null for a body that isn't a response of the format. */
  answer(body: Readonly<Record<string, unknown>>): ModelAnswer | null;
};

const TEXT_CHARS_MAX = 100_000;
const NAME_CHARS_MAX = 200;

/** A list as received; empty for anything else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 2 ** 31 - 1 ? value : null;

/** A call in a model service's response: its input is a text or a value. */
type WireToolCall = { readonly id: unknown; readonly name: unknown; readonly input: unknown };

/**
 * The parts of a response; null if it has more text or calls than a person could review. Never truncated, because the
 * step that removes the key would not find part of a key.
 */
export function toAnswer(parts: {
  readonly text: string;
  readonly calls: readonly WireToolCall[];
  readonly isCut: boolean;
  readonly tokens: readonly [input: unknown, output: unknown];
}): ModelAnswer | null {
  const { text, calls, isCut, tokens } = parts;
  const ids = new Set<string>();
  if (calls.length > CALLS_AT_ONCE_MAX || text.length > TEXT_CHARS_MAX) return null;
  const picked = calls.map((call, index) => toCall(call, index, ids));
  if (picked.some(({ name, inputText }) => name.length > NAME_CHARS_MAX || inputText.length > TEXT_CHARS_MAX))
    return null;
  return {
    text: text.toWellFormed(),
    calls: picked,
    isCut,
    inputTokens: countOf(tokens[0]),
    outputTokens: countOf(tokens[1]),
  };
}

/**
 * Some services give their calls no id, or all the same one. Each gets a distinct id, so that its result can be
 * returned.
 */
function toCall({ id, name, input }: WireToolCall, index: number, ids: Set<string>): RepliedCall {
  const own = typeof id === 'string' && /^[\w-]{1,128}$/.test(id) && !ids.has(id) ? id : `call_${index}_of_this_turn`;
  ids.add(own);
  const text = typeof input === 'string' ? input : JSON.stringify(input ?? {});
  const value = text.trim() === '' ? {} : readJson(Buffer.from(text));
  return {
    id: own,
    name: typeof name === 'string' ? name.toWellFormed() : '',
    input: isJsonObject(value) ? value : null,
    inputText: text.toWellFormed(),
  };
}
