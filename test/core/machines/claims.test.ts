import { expect, test } from 'vitest';
import { claimAt } from '../../../src/core/machines/identity.ts';

/** A value inside this many members called `a`. */
const inside = (depth: number): unknown => (depth === 0 ? 'deep' : { a: inside(depth - 1) });
const path = (depth: number): string => Array(depth).fill('a').join('.');

const claims = {
  a: inside(10),
  sub: 'ann',
  realm_access: { roles: ['a', 'b'], 'x/y': { '~': 1 }, '': 'empty' },
  'https://example.com/roles': ['c'],
  'realm_access.flat': 'flat',
  list: [{ name: 'd' }],
  nothing: null,
};

test.each([
  ['sub', 'ann'],
  ['realm_access.roles', ['a', 'b']],
  ['/realm_access/roles', ['a', 'b']],
  ['/realm_access/x~1y/~0', 1],
  ['/realm_access/', 'empty'],
  ['https://example.com/roles', ['c']],
  ['realm_access.flat', 'flat'],
  ['list.0.name', undefined],
  ['/list/0', undefined],
  ['realm_access.roles.length', undefined],
  ['sub.length', undefined],
  ['nothing.more', undefined],
  ['constructor', undefined],
  ['realm_access.__proto__', undefined],
  ['/', undefined],
  ['', undefined],
  [path(10), { a: 'deep' }],
  [path(11), undefined],
])('the claim %j is %j', (name, value) => {
  expect(claimAt(claims, name)).toEqual(value);
});
