import type { JsonObject, JsonValue } from '../lib/json.ts';
import { lazily } from '../lib/lazily.ts';
import type { Reading } from './conditionReading.ts';

/** Characters of a rule's expression. */
export const CONDITION_CHARS_MAX = 1_000;
/**
 * Steps that all conditions of one decision may take together: the parts of an expression, times the values of the
 * input that each looks at, plus the characters that it searches. A step takes about 0.3 µs.
 */
export const STEPS_MAX = 100_000;

/** The caller as expressions see it; an absent value is an empty text. */
export type ConditionCaller = {
  readonly kind: string;
  readonly endpoint: string;
  readonly token: string;
  /** The machine client that the agent’s token is of. */
  readonly machine: string;
  /** The trusted issuer that vouched for whom the token is for. */
  readonly issuer: string;
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

/** A CEL expression (cel.dev), ready to run. */
export type Condition = Pick<Reading, 'readsInput' | 'readsCalls'> & {
  /** Steps that running it takes at most, by the size of the input. */
  steps(size: InputSize): number;
  evaluate(facts: ConditionFacts): ConditionResult;
};

/** How much there is in an input: members and items at every depth, and characters of its texts. */
export type InputSize = { readonly values: number; readonly chars: number };

const loadLanguage = lazily(() => import('./conditionLanguage.ts'));

/** The condition of a stored expression, or why it cannot be read. The language is loaded for the first of them. */
export const compiledCondition = async (text: string): Promise<Condition> =>
  (await loadLanguage()).compileCondition(text);

/** The same for an expression that its caller keeps. About a millisecond, and 30 KB, for the largest. */
export const uncachedCondition = async (text: string): Promise<Condition> => (await loadLanguage()).compileOnce(text);

/**
 * Measures an input, and stops once it is larger than any budget. `test/core/policies/condition.test.ts` tears it down.
 */
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
