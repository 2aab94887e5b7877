import { parse } from '@bufbuild/cel';
import { describe, expect, it } from 'vitest';
import { compiledCondition, STEPS_MAX, sizesOf } from '../../../src/core/conditions/condition.ts';
import { readingOf } from '../../../src/core/conditions/conditionReading.ts';
import { mayContain } from '../../../src/core/conditions/conditionSchema.ts';
import { matchesPattern } from '../../../src/core/lib/text.ts';
import { computedMs } from '../../harness/longestWait.ts';

const problemOf = (text: string): string => {
  try {
    readingOf(parse(text));
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe('an invalid expression', () => {
  it.each([
    ['unknown == 1', /^unknown is unknown/],
    ['caller.name == "x"', /^caller\.name is unknown: caller has kind/],
    ['calls.week > 1', /^calls\.week is unknown/],
    ['input.a.map(x, x).size() > 1', /^must not use map or filter/],
    ['input.a.filter(x, x == 1).size() > 1', /^must not use map or filter/],
    ['input.a.all(x, input.a.all(y, x == y))', /^must not nest all/],
    ['{"a": 1}.a == 1', /^must not create objects/],
    ['input.a.reverse() == "x"', /^the function reverse is unknown/],
    ['input.a.matches(input.b)', /^the pattern of matches must be a string/],
    [`input.a.matches("${'a'.repeat(201)}")`, /^the pattern of matches can have at most 200/],
    ['input.a + 1 > 2', /^input numbers are decimal/],
    ['"text" && true', /^has type string where boolean is required/],
    ['"text"', /^has type string where boolean is required/],
    ['1 > 0 && 5', /^has type number where boolean is required/],
    [Array.from({ length: 30 }, () => 'input.a').join(' && '), 'none'],
    [Array.from({ length: 60 }, () => 'input.a').join(' && '), /^is too long: the limit is 100 parts/],
    ['input.a >', /expecting|end of input|found/],
  ])('%s', (text, problem) => {
    expect(problemOf(text)).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
  });
});

describe('members read by an expression', () => {
  const schema = {
    type: 'object',
    properties: {
      amount: { type: 'integer' },
      note: { type: ['string', 'null'] },
      tags: { type: 'array', items: { type: 'string' } },
      to: { $ref: '#/$defs/person' },
      either: { anyOf: [{ type: 'string' }, { type: 'object', properties: { id: { type: 'number' } } }] },
      open: { type: 'object', additionalProperties: { type: 'boolean' } },
      any: {},
    },
    $defs: { person: { type: 'object', properties: { name: { type: 'string' } } } },
  };
  it.each([
    ['input.amount > 1', true],
    ['input.amonut > 1', false],
    ['input["amount"] > 1', true],
    ['has(input.amonut)', false],
    ['input.amount == "one"', false],
    ['input.note.startsWith("a")', true],
    ['input.note > 1', false],
    ['input.tags.all(t, t.endsWith("x"))', true],
    ['input.tags.all(t, t > 1)', false],
    ['input.amount.all(t, t > 1)', false],
    ['input.tags[0] == "x"', true],
    ['input.to.name == "ann"', true],
    ['input.to.nmae == "ann"', false],
    ['input.either == "x" || input.either.id == 1.0', true],
    ['input.either.key == "x"', false],
    ['input.open.whatever', true],
    ['input.open.whatever == "x"', false],
    ['input.any.thing[3].at.all(x, x.y)', true],
    ['size(input) > 3', true],
  ])('%s is in the schema: %s', (text, expected) => {
    const { uses } = readingOf(parse(text));
    expect(uses.every((use) => mayContain(schema, use))).toBe(expected);
  });

  it('is resolved through a recursive schema, within a bound', () => {
    const circular = { $ref: '#/$defs/a', $defs: { a: { allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] } } };
    expect(mayContain(circular, { path: ['x'], kind: 'string' })).toBe(true);
  });
});

it('the largest input within the budget is evaluated in a fraction of a second', async () => {
  const text = `input.a.all(x, ${Array.from({ length: 9 }, () => 'x.endsWith("io")').join(' && ')})`;
  const condition = await compiledCondition(text);
  const facts = { caller: {}, tool: {}, now: new Date(0), calls: { hour: 0, day: 0 }, results: [] };
  let items = 100_000;
  const inputOf = () => ({ a: Array.from({ length: items }, () => 'ann@x.io') });
  while (condition.steps(sizesOf(inputOf())) > STEPS_MAX) items = Math.floor(items * 0.9);
  const caller = { kind: '', endpoint: '', token: '', machine: '', issuer: '', key: '', user: '', end_user: '' };
  const tool = { name: '', server: '', read_only: true, destructive: false, open_world: true };
  const largest = { ...facts, caller, tool, input: inputOf() };
  expect(computedMs(() => expect(condition.evaluate(largest, 'one')).toBe(true))).toBeLessThan(1_000);
  expect(items).toBeGreaterThan(500);
});

it('a pattern matches like its regular expression, and many wildcards take no longer', () => {
  const letters = ['a', 'b', '*'];
  const texts = ['', 'a', 'b', 'ab', 'ba', 'aab', 'abab', 'bbaa'];
  let compared = 0;
  for (let number = 0; number < 3 ** 5; number += 1) {
    const pattern = Array.from({ length: 5 }, (_, place) => letters[Math.floor(number / 3 ** place) % 3] ?? '').join(
      '',
    );
    const oracle = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
    for (const text of texts) {
      expect([pattern, text, matchesPattern(pattern, text)]).toEqual([pattern, text, oracle.test(text)]);
      compared += 1;
    }
  }
  expect(compared).toBe(3 ** 5 * texts.length);
  expect(matchesPattern(`${'*a'.repeat(31)}*b`, 'a'.repeat(64))).toBe(false);
});
