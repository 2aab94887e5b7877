import type { JsonObject, JsonValue } from '../lib/json.ts';
import { lazily } from '../lib/lazily.ts';
import type { Reading } from './conditionReading.ts';

/** Maximum characters of a rule's expression. */
export const CONDITION_CHARS_MAX = 1_000;
/** Maximum steps of all conditions of one decision together (`conditionCost.ts`). A step takes about 0.3 µs. */
export const STEPS_MAX = 100_000;
/** Maximum steps of one decision on the event loop, about 1.5 ms. Further conditions run in a worker thread. */
export const INLINE_STEPS_MAX = 5_000;

/** The caller as expressions see it; an absent value is an empty text. */
export type ConditionCaller = {
  readonly kind: string;
  readonly endpoint: string;
  readonly token: string;
  /** The service account of the agent’s token. */
  readonly machine: string;
  /** The trusted issuer of the token's subject. */
  readonly issuer: string;
  readonly key: string;
  readonly user: string;
  readonly end_user: string;
};

/** The tool as expressions see it. */
type ConditionTool = {
  readonly name: string;
  readonly server: string;
  readonly read_only: boolean;
  readonly destructive: boolean;
  readonly open_world: boolean;
};

/** A source of a result or file that the call passes by its handle, as expressions see it. */
export type ConditionResultSource = {
  readonly origin: { readonly server: string; readonly tool: string };
  readonly label: string;
};

/** Calls of the tool by the caller in the current hour and day. */
export type ConditionCalls = { readonly hour: number; readonly day: number };

/** The data that expressions can read. */
export type ConditionFacts = {
  readonly input: JsonObject;
  readonly caller: ConditionCaller;
  readonly tool: ConditionTool;
  readonly now: Date;
  readonly calls: ConditionCalls;
  /** `result` is each of them. */
  readonly results: readonly ConditionResultSource[];
};

/** An expression's result: a boolean, or why it has none, as a message that the rule's author may see. */
export type ConditionResult = boolean | { readonly problem: string };

/** How many of a call's results an expression must be true for. */
export type HoldsFor = 'one' | 'every';

/** A CEL expression (cel.dev), ready to run. */
export type Condition = Pick<Reading, 'readsInput' | 'readsCalls' | 'readsResult'> & {
  readonly text: string;
  /** The input members that it reads; null for all. */
  readonly members: ReadonlySet<string> | null;
  /** The maximum number of evaluation steps, by the sizes of its inputs. */
  steps(sizes: InputSizes): number;
  /**
   * An expression that reads `result` is evaluated for each, and must hold for one, or for `every`. Without results, it
   * is false.
   */
  evaluate(facts: ConditionFacts, holdsFor: HoldsFor): ConditionResult;
};

/** Unlike rules, the conditions of attenuated tokens can use neither earlier calls nor the sources of results. */
export const unsupportedInToken = ({ readsCalls, readsResult }: Pick<Reading, 'readsCalls' | 'readsResult'>) =>
  readsCalls ? 'calls is not supported here' : readsResult ? 'result is not supported here' : null;

const loadLanguage = lazily(() => import('./conditionLanguage.ts'));

/**
 * The condition of a stored expression, or why it cannot be compiled. The expression language is loaded when first
 * used.
 */
export const compiledCondition = async (text: string): Promise<Condition> =>
  (await loadLanguage()).compileCondition(text);

/**
 * As `compiledCondition`, but not cached: the caller keeps the result. The largest expression takes about a millisecond
 * and 30 KB.
 */
export const uncachedCondition = async (text: string): Promise<Condition> => (await loadLanguage()).compileOnce(text);

/** The size of a value: the number of members and items at every depth, and the characters of its texts and names. */
export type InputSize = { readonly values: number; readonly chars: number };

/** The sizes of an input's members. */
export type InputSizes = {
  /** The size of one member, or of the whole input for null. */
  of(member: string | null): InputSize;
};

/** A value with more members and items than any budget allows. */
const TOO_LARGE: InputSize = { values: Number.POSITIVE_INFINITY, chars: Number.POSITIVE_INFINITY };

/**
 * Measures the members of an input that a condition reads, each once. Stops at a member that is larger than any budget.
 * Tested by `test/core/conditions/condition.test.ts`.
 */
export function sizesOf(input: JsonObject): InputSizes {
  const known = new Map<string | null, InputSize>();
  const measure = (member: string | null): InputSize => {
    const size = { values: 0, chars: 0 };
    return count(member === null ? input : Object.hasOwn(input, member) ? input[member] : null, size)
      ? size
      : TOO_LARGE;
  };
  return {
    of(member) {
      const size = known.get(member) ?? measure(member);
      known.set(member, size);
      return size;
    },
  };
}

/** Adds a value to a size; false once there are too many values. */
function count(value: JsonValue | undefined, size: { values: number; chars: number }): boolean {
  if (typeof value === 'string') size.chars += value.length;
  if (typeof value !== 'object' || value === null) return true;
  const members = Array.isArray(value) ? value : Object.values(value);
  size.values += members.length;
  if (size.values > STEPS_MAX) return false;
  if (members !== value) for (const name of Object.keys(value)) size.chars += name.length;
  return members.every((member) => count(member, size));
}
