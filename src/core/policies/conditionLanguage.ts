import { type CelInput, celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { LRUCache } from 'lru-cache';
import { type JsonObject, withPlainNumbers } from '../lib/json.ts';
import { lruOptions } from '../lib/lru.ts';
import type { Condition, ConditionFacts, ConditionResult } from './condition.ts';
import { readingOf } from './conditionReading.ts';

/** Characters that a search gets through in the time of one step. */
const CHARS_PER_STEP = 64;
const COMPILED_MAX = 2_000;

type Variables = Readonly<Record<string, CelInput>>;

const environment = celEnv();
const compiled = new LRUCache<string, Condition>(lruOptions(COMPILED_MAX));
const variables = new WeakMap<ConditionFacts, Variables>();

/**
 * Compiles an expression that was checked when its rule was saved. One that cannot be read any more, as after a change
 * of the language, gives its problem as the result of every evaluation.
 * `test/core/policies/condition.test.ts` tears it down.
 */
export function compileCondition(text: string): Condition {
  const known = compiled.get(text);
  if (known) return known;
  const made = compileOnce(text);
  compiled.set(text, made);
  return made;
}

/** The same without the cache of rules' conditions, for an expression that comes from elsewhere. */
export function compileOnce(text: string): Condition {
  try {
    const parsed = parse(text);
    const reading = readingOf(parsed);
    const run = plan(environment, parsed);
    return {
      readsInput: reading.readsInput,
      readsCalls: reading.readsCalls,
      steps: ({ values, chars }) =>
        reading.nodes * (reading.hasLoop ? 1 + values : 1) + Math.ceil((reading.searches * chars) / CHARS_PER_STEP),
      evaluate: (facts) => toResult(run({ ...variablesOf(facts) })),
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
function variablesOf(facts: ConditionFacts): Variables {
  const known = variables.get(facts);
  if (known) return known;
  const { input, caller, tool, now, calls } = facts;
  const made = { input: toCelInput(input), caller, tool, now: timestampFromDate(now), calls };
  variables.set(facts, made);
  return made;
}

/** JSON has no bigint, and no value that the language has no type for. */
const toCelInput = (value: JsonObject): CelInput => withPlainNumbers(value) as CelInput;
