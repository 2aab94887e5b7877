import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../src/core/lib/errors.ts';
import { listUpTo, mapOf, parseInput } from '../../../src/core/lib/parse.ts';

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
])('refuses %s that is too wide before it reads any member', (_name, input) => {
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

const few = { list: listUpTo(item, 3, 2, 'too few'), long: listUpTo(item, WIDE), record: mapOf(z.string(), item) };
function checked(name: keyof typeof few, input: unknown) {
  judged = 0;
  const { data, error } = few[name].safeParse(input);
  return { data, judged, issues: error?.issues.map(({ path, message }) => [path.join('/'), message]) };
}

it.each([
  ['a list that is too long', 'list', list(WIDE), 0, [['', 'Too big: expected array to have <=3 items']]],
  ['a list that is too short', 'list', list(1), 0, [['', 'too few']]],
  ['a list of another type', 'list', 7, 0, [['', 'Invalid input: expected array, received number']]],
  ['a valid list', 'list', list(3, 'a'), 3, undefined],
  ['a list with an invalid member', 'list', ['a', '', 'a'], 3, [['1', 'Invalid input']]],
  ['a list with a late invalid member', 'long', [...list(150, 'a'), ''], 151, [['150', 'Invalid input']]],
  ['a valid object', 'record', { a: 'b', __proto__: 'c' }, 1, undefined],
  ['an object with an invalid member', 'record', { a: 'b', c: '' }, 2, [['c', 'Invalid input']]],
] as const)('checks no more members than it has to: %s', (_name, name, input, judgements, issues) => {
  expect(checked(name, input)).toEqual({ data: issues ? undefined : input, judged: judgements, issues });
});

it.each([
  ['list', 'long', list(WIDE)],
  ['object', 'record', Object.fromEntries(list(WIDE).map((text, at) => [`k${at}`, text]))],
] as const)('stops once a %s has a hundred issues', (_name, name, input) => {
  const { judged: judgements, issues } = checked(name, input);
  expect([judgements, issues?.length]).toEqual([100, 100]);
});

/** Files that read only our data: shipped files, database rows, and values that we sealed. */
const OWN =
  /(templates|lackingTools|credentialChoices|publicKeys|identity|elicitation|liveFeed|client|connectLink|parse|source|entries)\.ts$/;

it('is what every schema of an input uses', () => {
  const files = globSync('src/core/**/*.ts').filter((file) => !OWN.test(file));
  const unbounded = /\bz\s*\.(array\(|record\((?![^()]*(\(\))?, z\.unknown\(\)\)))/;
  expect(files.filter((file) => unbounded.test(readFileSync(file, 'utf8')))).toEqual([]);
  expect(files.length).toBeGreaterThan(300);
});
