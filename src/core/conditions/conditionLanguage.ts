import { type CelInput, CelScalar, celEnv, celFunc, celMap, isCelError, parse, plan } from '@bufbuild/cel';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { ExactNumber, isJsonObject, type JsonObject, type JsonValue } from '../lib/json.ts';
import { lruOptions } from '../lib/lru.ts';
import type { Condition, ConditionFacts, ConditionResult, HoldsFor } from './condition.ts';
import { costOf } from './conditionCost.ts';
import { readingOf } from './conditionReading.ts';

const COMPILED_MAX = 2_000;
/** Maximum digits of a number: the time to parse one grows faster than its length. */
const NUMBER_CHARS_MAX = 1_000;
/** Maximum characters of a problem, since a CEL error can quote the whole input. */
const PROBLEM_CHARS_MAX = 300;

/** Compiled patterns of the current evaluation: without this, a loop would compile its pattern for each item. */
const patterns = new Map<string, RE2JS>();

function shortNumber(text: string): string {
  if (text.length > NUMBER_CHARS_MAX) throw new Error(`a number can have at most ${NUMBER_CHARS_MAX} characters`);
  return text;
}

const { DOUBLE, INT, STRING } = CelScalar;
const environment = celEnv({
  re2: {
    compile: (pattern) => {
      const known = patterns.get(pattern) ?? RE2JS.compile(pattern);
      patterns.set(pattern, known);
      return known;
    },
  },
  funcs: [
    celFunc('int', [STRING], INT, (text) => {
      const value = BigInt(shortNumber(text));
      if (BigInt.asIntN(64, value) !== value) throw new Error('int overflow during type conversion');
      return value;
    }),
    celFunc('double', [STRING], DOUBLE, (text) => Number(shortNumber(text))),
  ],
});
const compiled = new LRUCache<string, Condition>(lruOptions(COMPILED_MAX));

type Variables = Readonly<Record<string, CelInput>>;
/** A call's facts as CEL values. `members` has the input members that conditions have read so far. */
type Values = { readonly others: Variables; readonly members: Map<string, CelInput> };
const valuesOfCalls = new WeakMap<ConditionFacts, Values>();

/**
 * Compiles an expression that was checked when its rule was saved. A condition that no longer parses, for example after
 * a language change, returns its problem on every evaluation. Tested by `test/core/conditions/condition.test.ts`.
 */
export function compileCondition(text: string): Condition {
  const known = compiled.get(text);
  if (known) return known;
  const made = compileOnce(text);
  compiled.set(text, made);
  return made;
}

/** As `compileCondition`, without the cache, for an expression that no rule uses yet. */
export function compileOnce(text: string): Condition {
  try {
    const parsed = parse(text);
    const { readsInput, readsCalls, readsResult } = readingOf(parsed);
    const cost = costOf(parsed.expr);
    const run = plan(environment, parsed);
    return {
      ...{ text, readsInput, readsCalls, readsResult },
      members: cost.members,
      steps: cost.steps,
      evaluate(facts, holdsFor) {
        const { others, members } = valuesOf(facts);
        const names = [...(cost.members ?? Object.keys(facts.input))].filter((name) =>
          Object.hasOwn(facts.input, name),
        );
        for (const name of names) if (!members.has(name)) members.set(name, toCelInput(facts.input[name] ?? null));
        const input = celMap(new Map(names.map((name) => [name, members.get(name) ?? null])));
        if (!readsResult) return evaluated(() => run({ ...others, input }));
        const results = facts.results.map((result) =>
          evaluated(() => run({ ...others, input, result: toCelMap(result) })),
        );
        return holdsForResults(results, holdsFor);
      },
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'cannot be read';
    return {
      ...{ text, readsInput: false, readsCalls: false, readsResult: false, members: new Set() },
      steps: () => 0,
      evaluate: () => ({ problem }),
    };
  }
}

function holdsForResults(results: readonly ConditionResult[], holdsFor: HoldsFor): ConditionResult {
  if (results.length === 0) return false;
  const deciding = holdsFor === 'one' ? results.find((result) => result === true) : results.find((result) => !result);
  return deciding ?? results.find((result) => typeof result === 'object') ?? holdsFor === 'every';
}

function evaluated(run: () => unknown): ConditionResult {
  const { stackTraceLimit } = Error;
  // A loop can create an error for each item, and stack traces would take most of the time.
  Error.stackTraceLimit = 0;
  try {
    const value = run();
    if (typeof value === 'boolean') return value;
    return { problem: isCelError(value) ? value.message.slice(0, PROBLEM_CHARS_MAX) : 'is neither true nor false' };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    patterns.clear();
  }
}

function valuesOf(facts: ConditionFacts): Values {
  const known = valuesOfCalls.get(facts);
  if (known) return known;
  const { caller, tool, now, calls } = facts;
  const others = {
    caller: toCelMap(caller),
    tool: toCelMap(tool),
    now: timestampFromDate(now),
    calls: toCelMap(calls),
  };
  const made = { others, members: new Map<string, CelInput>() };
  valuesOfCalls.set(facts, made);
  return made;
}

function toCelInput(value: JsonValue): CelInput {
  if (value instanceof ExactNumber) return Number(value);
  if (isJsonObject(value)) return toCelMap(value);
  return Array.isArray(value) ? value.map(toCelInput) : value;
}

const toCelMap = (value: JsonObject): CelInput =>
  celMap(new Map(Object.entries(value).map(([name, member]) => [name, toCelInput(member)])));
