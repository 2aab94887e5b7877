import { describe, expect, it } from 'vitest';
import {
  type Condition,
  compiledCondition,
  INLINE_STEPS_MAX,
  STEPS_MAX,
  sizesOf,
} from '../../../src/core/conditions/condition.ts';
import { FUNCTIONS } from '../../../src/core/conditions/conditionReading.ts';
import { toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { type JsonObject, type JsonValue, parseJson } from '../../../src/core/lib/json.ts';
import { UNKNOWN_CALLER } from '../../../src/core/policies/caller.ts';
import { evaluatorOf } from '../../../src/core/policies/match.ts';
import { cpuMs } from '../../harness/longestWait.ts';
import { someOf } from '../../harness/wholeTables.ts';

const CPU_MS_MAX = 50;

/** Values that are slow to compare, read or convert at this size. */
const TEXTS: Readonly<Record<string, (size: number) => string>> = {
  letters: (size) => 'a'.repeat(size),
  digits: (size) => '9'.repeat(size),
  fraction: (size) => `0.${'0'.repeat(size)}1`,
  hexadecimal: (size) => `0x${'f'.repeat(size)}`,
  wide: (size) => '😀'.repeat(size / 2),
  periodic: (size) => `${'ab'.repeat(size / 4)}b${'ab'.repeat(size / 4)}`,
  durations: (size) => '1h'.repeat(Math.min(64, size)),
  time: () => '2026-01-01T00:00:00.123456789+01:00',
};
const LISTS: Readonly<Record<string, (size: number) => readonly JsonValue[]>> = {
  numbers: (size) => Array.from({ length: size }, (_, at) => at + 0.5),
  texts: (size) => Array.from({ length: size }, (_, at) => `item ${at}`),
  lists: (size) => Array.from({ length: size / 2 }, () => [[]]),
  objects: (size) => Array.from({ length: size / 2 }, () => ({ a: {} })),
  times: (size) => Array.from({ length: size }, () => '2026-01-01T00:00:00Z'),
  indices: (size) => Array.from({ length: size }, (_, at) => size - 1 - at),
};

const sums = (name: string, count: number): string => Array.from({ length: count }, () => name).join(' + ');
const BINARY: readonly string[] = '_==_ _!=_ _<_ _<=_ _>_ _>=_ @in _&&_ _||_ _+_ _-_ _*_ _/_ _%_'.split(' ');
const symbolOf = (name: string): string => (name === '@in' ? 'in' : name.slice(1, -1));
const TEXT_METHODS: readonly string[] = ['startsWith', 'endsWith', 'contains'];

/** Expressions over a list `l` and its copy `m`, and texts `s` and `t` that differ at the end. */
function usesOf(name: string): readonly string[] {
  if (BINARY.includes(name)) return binaryUsesOf(symbolOf(name));
  if (TEXT_METHODS.includes(name)) return [`input.s.${name}(input.t)`, `(input.s + input.t).${name}(input.t)`];
  if (name.startsWith('get'))
    return [`timestamp(input.t).${name}() >= 0`, `now.${name}("Europe/Berlin") >= 0`, `now.${name}(input.s) >= 0`];
  if (name === 'matches')
    return ['(a*)*b', '(a|b){9}c', '^[^@]+@x$', '(?i)k{50}'].map((pattern) => `input.s.matches("${pattern}")`);
  const fixed: Readonly<Record<string, readonly string[]>> = {
    '!_': ['!(input.s == input.t)'],
    '-_': ['-input.n < 0.0', '-input.s < 0.0'],
    '@not_strictly_false': ['input.s == input.t'],
    '_?_:_': ['(input.s < input.t ? input.l : input.m) == input.l'],
    '_[_]': [
      'input.l[0] == input.m[0]',
      'input[input.s] == 1.0',
      `(${sums('input.l', 9)})[3] == 1.0`,
      'input.o[7] == 1.0',
    ],
    size: ['size(input.s) > 0', 'input.l.size() > 0', 'size(input.o) > 0', '(input.s + input.t).size() > 0'],
  };
  return fixed[name] ?? [`${name}(input.s) == ${name}(input.t)`, `${name}(input.n) == ${name}(input.n)`];
}

const binaryUsesOf = (symbol: string): readonly string[] => [
  `(input.l ${symbol} input.m) == input.l`,
  `(input.s ${symbol} input.t) == input.s`,
  `(input.n ${symbol} input.n) == input.s`,
  `(input.o ${symbol} input.p) == input.o`,
  `(input.s + input.t ${symbol} input.s + input.t) == input.s`,
  `((${sums('input.l', 7)}) ${symbol} (${sums('input.m', 7)})) == input.l`,
];

/** The same expression once, per item of a list, or per name of an object. */
const placesOf = (use: string): readonly string[] => [
  `(${use}) || input.q`,
  `input.l.all(x, (${use}) || true)`,
  `input.l.exists_one(x, (${use.replace('input.s', 'x').replace('input.n', 'x')}) || input.n > 3.0)`,
  `input.o.exists(x, (${use.replace('input.s', 'x')}) && false)`,
];

const inputOf = (text: string, list: string, size: number) => {
  const l = LISTS[list]?.(size) ?? [];
  const s = TEXTS[text]?.(size) ?? '';
  const o: JsonObject = Object.fromEntries(l.map((item, at) => [`name ${at}`, item]));
  return { l, m: structuredClone(l), s, t: `${s.slice(0, -1)}b`, n: 1.5, q: true, o, p: structuredClone(o) };
};
type Input = ReturnType<typeof inputOf>;

/** The largest input within the budget, to a quarter. */
function largest(condition: Condition, text: string, list: string): Input {
  const fits = (size: number): boolean => condition.steps(sizesOf(inputOf(text, list, size))) <= STEPS_MAX;
  let size = 4;
  while (size < 2 ** 16 && fits(size * 4)) size *= 4;
  while (size < 2 ** 16 && fits(size + Math.ceil(size / 4))) size += Math.ceil(size / 4);
  return inputOf(text, list, size);
}

const tool = { name: 'tool', server: 'server', read_only: true, destructive: false, open_world: true };
const factsOf = (input: Input) => ({
  input: structuredClone(input),
  ...{ caller: UNKNOWN_CALLER, tool, now: new Date(0), calls: { hour: 0, day: 0 }, results: [] },
});

/** The minimum of three runs with unconverted facts, because garbage collection may slow any of them. */
function leastMs(condition: Condition, input: Input): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && least > CPU_MS_MAX / 2; run += 1) {
    const facts = factsOf(input);
    const begun = cpuMs();
    condition.evaluate(facts, 'one');
    least = Math.min(least, cpuMs() - begun);
  }
  return least;
}

describe('every function within the budget', () => {
  let tried = 0;
  const functions = someOf(FUNCTIONS, 6);
  it.each(functions)('%s takes at most 50 ms of a processor at its worst input', async (name) => {
    const slow: string[] = [];
    for (const use of usesOf(name)) {
      const expression = placesOf(use)[tried % 4] ?? '';
      const condition = await compiledCondition(expression);
      expect([expression, condition.steps(sizesOf({})) > 0]).toEqual([expression, true]);
      const [text, list] = shapeOf(tried);
      const input = largest(condition, text, list);
      const took = leastMs(condition, input);
      if (took > CPU_MS_MAX) slow.push(`${expression} with ${text} and ${list} of ${input.l.length}: ${took} ms`);
      tried += 1;
    }
    expect(slow).toEqual([]);
  });

  it('has a test', () => {
    process.stdout.write(`${functions.length} functions of conditions, ${tried} expressions at their worst inputs\n`);
    expect(tried).toBeGreaterThan(functions.length);
  });
});

describe('a condition beyond the event loop’s step limit', () => {
  const requester = { accountId: null, signal: new AbortController().signal };
  const callOf = (input: JsonObject) => ({
    caller: { ids: [], endpointId: null, endUser: null, facts: UNKNOWN_CALLER },
    tool: { toolId: toToolId('tool'), serverId: toServerId('s'), readOnly: true, destructive: false, openWorld: true },
    ...{ input, sources: [], now: new Date(0), calls: null },
  });
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

  it.each([
    ['input.l.all(x, x >= 0.0)', { l: numbers(5_000) }, true],
    ['input.l.all(x, x < 4999.0)', { l: numbers(5_000) }, false],
    ['input.l.all(x, x.y)', { l: numbers(5_000) }, { problem: 'field not found: y' }],
    [
      'input.big == 1.0 && size(input.s) == 90000 && now < timestamp("1970-01-01T00:00:01Z")',
      { s: 'a'.repeat(90_000), big: parseJson('1.0') },
      true,
    ],
  ])('gives the same result in a thread as on the event loop: %s', async (expression, input, expected) => {
    const condition = await compiledCondition(expression);
    const call = callOf(input);
    expect(condition.steps(sizesOf(call.input))).toBeGreaterThan(INLINE_STEPS_MAX);
    const result = evaluatorOf(call, requester)(condition, 'one');
    expect([result instanceof Promise, await result]).toEqual([true, expected]);
  });

  it.each([
    ['input.l.all(x, x in input.l)', { l: numbers(6_000) }],
    ['input.l.all(x, double(input.s) > 0.0)', { l: numbers(3_000), s: '9'.repeat(100_000) }],
    [
      'input.l.all(x, input.n > 0.0 && input.o.a == 1.0 && has(input.s))',
      { l: numbers(50_000), n: 1, o: { a: 1 }, s: '' },
    ],
    ['input.pad == 1.0 || input.s.contains("b")', { pad: numbers(100_001), s: 'a'.repeat(900_000) }],
  ])('is not evaluated beyond the budget: %s', async (expression, input) => {
    const result = evaluatorOf(callOf(input), requester)(await compiledCondition(expression), 'one');
    expect(result).toEqual({ problem: 'the input is too large to evaluate all rule conditions' });
  });

  it('reads one small member of a large input on the event loop', async () => {
    const input = { rows: numbers(200_000), confirm: true };
    expect(evaluatorOf(callOf(input), requester)(await compiledCondition('input.confirm == true'), 'one')).toBe(true);
  });

  it('counts together with the conditions before it', async () => {
    const evaluate = evaluatorOf(callOf({ l: numbers(200) }), requester);
    const condition = await compiledCondition('input.l.all(x, x >= 0.0)');
    const results = Array.from({ length: 60 }, () => evaluate(condition, 'one'));
    expect(results.filter((result) => result === true).length).toBeLessThan(5);
    expect(await results[10]).toBe(true);
    expect(results.at(-1)).toEqual({ problem: 'the input is too large to evaluate all rule conditions' });
    await Promise.allSettled(results);
  });
});

/** The table combines each kind of text with each kind of list. */
function shapeOf(turn: number): readonly [string, string] {
  const [texts, lists] = [Object.keys(TEXTS), Object.keys(LISTS)];
  return [texts[turn % texts.length] ?? '', lists[Math.floor(turn / texts.length) % lists.length] ?? ''];
}
