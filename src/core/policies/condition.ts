import { type CelInput, celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { LRUCache } from 'lru-cache';
import { withPlainNumbers } from '../lib/exactNumber.ts';
import type { JsonObject, JsonValue } from '../lib/json.ts';
import { type Reading, readingOf } from './conditionReading.ts';

/** Characters of a rule's expression. */
export const CONDITION_CHARS_MAX = 1_000;
/**
 * Steps that all conditions of one decision may take together: the parts of an expression, times the values of the
 * input where it looks at each of them, and the characters that it searches. A step is some 0.3 µs.
 */
export const STEPS_MAX = 100_000;
/** Characters that a search gets through in the time of one step. */
const CHARS_PER_STEP = 64;
const COMPILED_MAX = 2_000;

/** Who calls, as expressions see it; an empty text where there is none. */
export type ConditionCaller = {
  readonly kind: string;
  readonly endpoint: string;
  readonly token: string;
  readonly key: string;
  readonly user: string;
  readonly end_user: string;
};

/** The tool, as expressions see it. */
export type ConditionTool = {
  readonly name: string;
  readonly server: string;
  readonly read_only: boolean;
  readonly destructive: boolean;
  readonly open_world: boolean;
};

/** Calls of the tool by the caller in the hour and the day that are being counted. */
export type ConditionCalls = { readonly hour: number; readonly day: number };

/** What expressions can read. */
export type ConditionFacts = {
  readonly input: JsonObject;
  readonly caller: ConditionCaller;
  readonly tool: ConditionTool;
  readonly now: Date;
  readonly calls: ConditionCalls;
};

/** How an expression ended: a truth value, or why it has none, which may be shown to whoever writes rules. */
export type ConditionResult = boolean | { readonly problem: string };

type Variables = Readonly<Record<string, CelInput>>;

/** A CEL expression (cel.dev), ready to run. */
export type Condition = Pick<Reading, 'readsInput' | 'readsCalls'> & {
  /** Steps that running it takes at most, by the size of the input. */
  steps(size: InputSize): number;
  evaluate(variables: Variables): ConditionResult;
};

/** How much there is in an input: members and items at every depth, and characters of its texts. */
export type InputSize = { readonly values: number; readonly chars: number };

const environment = celEnv();
const compiled = new LRUCache<string, Condition>({ max: COMPILED_MAX });

/**
 * Compiles an expression that was checked when its rule was saved. One that cannot be read any more, as after a change
 * of the language, gives its problem as the result of every evaluation.
 */
export function compileCondition(text: string): Condition {
  const known = compiled.get(text);
  if (known) return known;
  const made = tryCompile(text);
  compiled.set(text, made);
  return made;
}

function tryCompile(text: string): Condition {
  try {
    const parsed = parse(text);
    const reading = readingOf(parsed);
    const run = plan(environment, parsed);
    return {
      readsInput: reading.readsInput,
      readsCalls: reading.readsCalls,
      steps: ({ values, chars }) =>
        reading.nodes * (reading.hasLoop ? 1 + values : 1) + Math.ceil((reading.searches * chars) / CHARS_PER_STEP),
      evaluate: (variables) => toResult(run({ ...variables })),
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'cannot be read';
    return { readsInput: false, readsCalls: false, steps: () => 0, evaluate: () => ({ problem }) };
  }
}

function toResult(value: unknown): ConditionResult {
  if (typeof value === 'boolean') return value;
  return { problem: isCelError(value) ? value.message : 'is neither true nor false' };
}

/** The facts as the language's values; made once for all conditions of a decision. */
export const variablesOf = ({ input, caller, tool, now, calls }: ConditionFacts): Variables => ({
  input: toCelInput(input),
  caller,
  tool,
  now: timestampFromDate(now),
  calls,
});

/** JSON has no bigint, and no value that the language has no type for. */
const toCelInput = (value: JsonObject): CelInput => withPlainNumbers(value) as CelInput;

/** Counts until it is clear that an input is larger than any budget. */
export function sizeOf(input: JsonObject): InputSize {
  const size = { values: 0, chars: 0 };
  count(input, size);
  return size;
}

function count(value: JsonValue, size: { values: number; chars: number }): void {
  if (typeof value === 'string') size.chars += value.length;
  if (typeof value !== 'object' || value === null || size.values > STEPS_MAX) return;
  for (const member of Object.values(value)) {
    size.values += 1;
    count(member, size);
  }
}
