import { expect, it } from 'vitest';
import { compiledCondition, STEPS_MAX, sizesOf } from '../../../src/core/conditions/condition.ts';
import { matchSteps } from '../../../src/core/conditions/patternCost.ts';

/** Each blocked the event loop for 0.6 to 9 seconds with one rule and 20,000 characters. */
const COSTLY = [
  '^(a{0,100}){0,10}$',
  '(a{0,100}){0,10}$',
  '[ab]*a[ab]{20}$',
  '[ab]*a[ab]{200}$',
  '(?:[ab]*a[ab]{100}){0,9}$',
  `(a*b*)*a${'(a|b)'.repeat(14)}$`,
];
const stepsOf = async (pattern: string, chars: number): Promise<number> => {
  const condition = await compiledCondition(`input.x.matches('${pattern}')`);
  return condition.steps(sizesOf({ x: 'a'.repeat(chars) }));
};

it.each(COSTLY)('a text that makes a pattern slow exceeds a decision’s budget: %s', async (pattern) => {
  expect(await stepsOf(pattern, 20_000)).toBeGreaterThan(STEPS_MAX);
});

it.each(['^/etc/', '(?i)drop|delete|truncate', 'secret'])('a simple pattern reads long texts: %s', async (pattern) => {
  expect(await stepsOf(pattern, 60_000)).toBeLessThan(STEPS_MAX);
});

it.each([
  ['a{100}', 100],
  ['(?:a{10}){10}', 100],
  ['[ab]{20,50}', 50],
])('a repetition costs as much as its expansion: %s', (pattern, parts) => {
  // `a+` counts as three characters.
  expect(matchSteps(pattern)).toBeGreaterThanOrEqual((parts / 3) * matchSteps('a+'));
});

it.each([
  ['ab', 'a{2}'],
  ['a{9}', '(?:a{3}){3}'],
  ['[{]+', '\\{+'],
  ['\\p{L}+', 'a+'],
  ['[\\]a]*', 'a*'],
])('repeated parts count per repetition: %s costs no more than %s', (one, other) => {
  expect(matchSteps(one)).toBeLessThanOrEqual(matchSteps(other));
});
