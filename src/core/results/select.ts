import { compile } from '@jmespath-community/jmespath';
import { isJsonObject, isRecord, type JsonObject, type JsonValue, parseJson, textOf } from '../lib/json.ts';
import { runBounded, TimeLimitExceeded } from '../schemas/runBounded.ts';
import { ExactInterpreter, type ExpressionNode, prepared } from './exactInterpreter.ts';

/** Maximum characters of an expression. */
export const SELECT_CHARS_MAX = 1_000;
/** Time limit for a selection in a worker thread. */
const SELECT_LIMIT_MS = 500;
/**
 * Maximum characters of a selected value, since a few characters of an expression can double a value. Results of tools
 * are not larger.
 */
const SELECTED_CHARS_MAX = 4 * 1_024 * 1_024;

// Functions whose result is no longer than their argument.
const FUNCTIONS: ReadonlySet<string> = new Set(
  'abs avg ceil contains ends_with floor from_items group_by items keys length lower map max max_by merge min min_by not_null reverse sort sort_by starts_with sum to_array to_number type upper values zip'.split(
    ' ',
  ),
);

export type Selection = { readonly node: ExpressionNode };

/** Compiles a JMESPath expression, or returns why it cannot be used. */
export function compileSelection(expression: string): Selection | { readonly problem: string } {
  if (expression.length > SELECT_CHARS_MAX) return { problem: `must be at most ${SELECT_CHARS_MAX} characters` };
  try {
    const node = prepared({ ...compile(expression) });
    const unknown = functionsIn(node).find((name) => !FUNCTIONS.has(name));
    return unknown === undefined ? { node } : { problem: `must not use the function ${unknown}` };
  } catch (error) {
    return { problem: `must be a JMESPath expression: ${messageOf(error)}` };
  }
}

const PROBLEM_CHARS_MAX = 200;
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : 'unknown').slice(0, PROBLEM_CHARS_MAX);

function functionsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(functionsIn);
  if (!isRecord(node)) return [];
  const own = node['type'] === 'Function' && typeof node['name'] === 'string' ? [node['name']] : [];
  // A literal's value is data, not code.
  return node['type'] === 'Literal' ? own : [...own, ...Object.values(node).flatMap(functionsIn)];
}

/** The value of a selection, or the reason why there is none. */
type SelectionResult = { readonly value: JsonValue } | { readonly problem: string };

/** Applies a selection to a result. Problems that only appear at evaluation are returned as text. */
export function select({ node }: Selection, result: JsonObject, limitMs = SELECT_LIMIT_MS): SelectionResult {
  try {
    return {
      value: runBounded(() => {
        const value = new ExactInterpreter().search(node, result);
        countChars(value, 0);
        return parseJson(JSON.stringify(value) ?? 'null');
      }, limitMs),
    };
  } catch (error) {
    return { problem: error instanceof TimeLimitExceeded ? TOO_LONG : messageOf(error) };
  }
}

/** The problem of a selection that reached its time limit. */
const TOO_LONG = 'it takes too long';

/**
 * Applies a selection to a result, both as JSON text in UTF-8; null if it takes longer than `limitMs`. The tool has
 * already run, so a failing selection must neither hide its result nor look like a failed call.
 */
export function selectFrom(selection: Selection, json: Uint8Array, limitMs?: number): Uint8Array | null {
  // Safe cast: the text is a result's.
  const whole = parseJson(textOf(json)) as JsonObject;
  const selected = select(selection, whole, limitMs);
  if ('value' in selected)
    return Buffer.from(JSON.stringify(isJsonObject(selected.value) ? selected.value : { data: selected.value }));
  if (limitMs !== undefined && selected.problem === TOO_LONG) return null;
  return Buffer.from(JSON.stringify({ select_error: selected.problem, data: whole }));
}

function countChars(value: unknown, before: number): number {
  if (before > SELECTED_CHARS_MAX) throw new RangeError('the selection is too large');
  if (typeof value === 'string') return before + value.length + 2;
  if (typeof value !== 'object' || value === null) return before + 4;
  let chars = before + 2;
  if (Array.isArray(value)) for (const item of value) chars = countChars(item, chars);
  else for (const [key, item] of Object.entries(value)) chars = countChars(item, chars + key.length);
  return chars;
}
