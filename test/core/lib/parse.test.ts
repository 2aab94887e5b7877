import { expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../src/core/errors.ts';
import { parseInput } from '../../../src/core/lib/parse.ts';

const WIDE = 240_000;
const MEMBERS_MAX = 16_384;

let judged = 0;
const item = z.string().refine((text) => {
  judged += 1;
  return text !== '';
});
const schema = z.object({ names: z.array(item), more: z.unknown() }).partial();

function issuesOf(input: unknown): AppError['details']['issues'] {
  judged = 0;
  try {
    parseInput(schema, input, 'Invalid');
  } catch (error) {
    if (error instanceof AppError) return error.details.issues;
  }
  return [];
}

const list = (length: number, text = '') => Array.from({ length }, () => text);

it.each([
  ['a list', { names: list(WIDE) }],
  ['a list within lists', { names: list(10), more: [[{ list: list(MEMBERS_MAX + 1) }]] }],
  ['an object', { names: list(10), more: Object.fromEntries(list(MEMBERS_MAX + 1).map((_, at) => [`k${at}`, at])) }],
])('refuses %s that is too wide before it reads any member', (_what, input) => {
  expect(issuesOf(input)).toEqual([{ path: '', message: 'Too big: a list or an object has more than 16384 members' }]);
  expect(judged).toBe(0);
});

it('validates as many members as one may have', () => {
  expect(parseInput(schema, { names: list(MEMBERS_MAX, 'a') }, 'Invalid').names).toHaveLength(MEMBERS_MAX);
});

it('reports at most a hundred problems', () => {
  expect(issuesOf({ names: list(MEMBERS_MAX) })).toHaveLength(100);
  expect(judged).toBe(MEMBERS_MAX);
});
