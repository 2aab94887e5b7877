import { expect, it } from 'vitest';
import {
  chosenIn,
  isFiltered,
  listSearchOf,
  namedSearch,
  namedSearches,
  readListSearch,
  withNamed,
} from '../../web/src/lists/address.ts';
import { totalText } from '../../web/src/lists/total.ts';
import { byLatest, byText, chosenRows, type WholeKind } from '../../web/src/lists/whole.ts';

type Row = { readonly name: string; readonly at: string | null };

const KIND: WholeKind<Row> = {
  sorts: [
    { value: 'given', label: 'As given' },
    { value: 'name', label: 'Name' },
    { value: 'used', label: 'Last used' },
  ],
  shows: [
    { value: 'all', label: 'All' },
    { value: 'never', label: 'Never used' },
  ],
  textOf: ({ name }) => name,
  filters: { never: ({ at }) => at === null },
  orders: { name: byText(({ name }) => name), used: byLatest(({ at }) => at) },
};
const ROWS: readonly Row[] = [
  { name: 'Agent 10', at: '2026-01-02T00:00:00Z' },
  { name: 'agent 9', at: null },
  { name: 'Bot', at: '2026-03-01T00:00:00Z' },
];
const namesOf = (search: object) => chosenRows(ROWS, KIND, readListSearch(KIND, { ...search })).map(({ name }) => name);

it('finds all words ignoring case, and sorts naturally', () => {
  expect(namesOf({})).toEqual(['Agent 10', 'agent 9', 'Bot']);
  expect(namesOf({ q: ' AGENT ' })).toEqual(['Agent 10', 'agent 9']);
  expect(namesOf({ q: '10 age' })).toEqual(['Agent 10']);
  expect(namesOf({ q: 10 })).toEqual(['Agent 10']);
  expect(namesOf({ q: 'none' })).toEqual([]);
  expect(namesOf({ sort: 'name' })).toEqual(['agent 9', 'Agent 10', 'Bot']);
  expect(namesOf({ sort: 'used' })).toEqual(['Bot', 'Agent 10', 'agent 9']);
  expect(namesOf({ show: 'never' })).toEqual(['agent 9']);
});

it('keeps only non-default values in the URL, and drops unknown ones', () => {
  expect(readListSearch(KIND, { q: '', sort: 'given', show: 'all' })).toEqual({});
  expect(readListSearch(KIND, { q: 'a', sort: 'size', show: ['never'], page: 2 })).toEqual({ q: 'a' });
  expect(readListSearch(KIND, { sort: 'name', show: 'never' })).toEqual({ sort: 'name', show: 'never' });
  expect(chosenIn(KIND, {})).toEqual({ q: '', sort: 'given', show: 'all' });
  expect([{}, { sort: 'name' }, { q: ' ' }, { q: 'a' }, { show: 'never' }].map(isFiltered)).toEqual([
    ...[false, false, false],
    ...[true, true],
  ]);
});

it('distinguishes several lists of one page', () => {
  const search = { q: 'a', sort: 'name', show: 'never' };
  const address = namedSearch('people', search);
  expect(address).toEqual({ peopleQ: 'a', peopleSort: 'name', peopleShow: 'never' });
  expect(listSearchOf('people', KIND, address)).toEqual(search);
  expect(listSearchOf('keys', KIND, address)).toEqual({});
});

it('changes the search of one list only, even if another list’s name starts with its own', () => {
  const kinds = { key: KIND, keys: KIND };
  const params = { keyQ: 'a', keyShow: 'never', keysQ: 'b', keysSort: 'name' };
  expect(namedSearches(kinds, { ...params, page: 2, keySort: 'size' })).toEqual(params);
  const next = namedSearches(kinds, withNamed(params, 'key', { sort: 'used' }));
  expect(next).toEqual({ keySort: 'used', keysQ: 'b', keysSort: 'name' });
  expect(namedSearches(kinds, withNamed(next, 'key', {}))).toEqual({ keysQ: 'b', keysSort: 'name' });
});

it('shows the total, and for a filtered list the matches of it', () => {
  const noun = ['stack', 'stacks'] as const;
  expect(totalText({ all: 1_000, matching: 1_000, isFiltered: false }, noun)).toBe('1,000 stacks');
  expect(totalText({ all: 1_000, matching: 1, isFiltered: true }, noun)).toBe('1 of 1,000 stacks');
  expect(totalText({ all: null, matching: 1, isFiltered: true }, noun)).toBe('1 stack');
});
