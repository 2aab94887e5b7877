import { describe, expect, it } from 'vitest';
import { cursorAfter, isVersion, readListQuery } from '../../src/registry/query.ts';

/* The query parameters of a list. `served.test.ts` sends them to a service. */

const NOTHING = { limit: 30, after: null, search: null, since: null, isKnownVersion: true };
const SINCE = new Date('2026-11-26T10:00:00.120Z');
const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a list query', () => {
  const READ: readonly (readonly [unknown, object])[] = [
    [{}, {}],
    [null, {}],
    ['limit=1', {}],
    [{ limit: '', search: '', updated_since: '', version: '', cursor: '' }, {}],
    [{ limit: '1' }, { limit: 1 }],
    [{ limit: '100' }, { limit: 100 }],
    [{ limit: '101' }, { limit: 100 }],
    [{ limit: '999999999' }, { limit: 100 }],
    [{ search: 'a b' }, { search: 'a b' }],
    [{ search: 'a'.repeat(200) }, { search: 'a'.repeat(200) }],
    [{ search: ['a', 'b'] }, { search: 'a,b' }],
    [{ version: 'latest' }, {}],
    [{ version: '1.0.0' }, {}],
    [{ version: '2.0.0' }, { isKnownVersion: false }],
    [{ updated_since: '2026-11-26T10:00:00.12Z' }, { since: SINCE }],
    [{ updated_since: '2026-11-26t10:00:00.120000000z' }, { since: SINCE }],
    [{ updated_since: '2026-11-26 12:30:00.12+02:30' }, { since: SINCE }],
    [{ updated_since: '2026-11-26T07:30:00.12-02:30' }, { since: SINCE }],
    [{ updated_since: '2026-11-26T10:00:00Z' }, { since: new Date('2026-11-26T10:00:00Z') }],
    [{ cursor: cursorAfter('id', { search: null, since: null }) }, { after: 'id' }],
    [{ cursor: cursorAfter('id', { search: 'x', since: SINCE }) }, { after: 'id', search: 'x', since: SINCE }],
    [
      {
        cursor: cursorAfter('id', { search: 'x', since: SINCE }),
        search: 'y',
        updated_since: '2026-11-27T00:00:00Z',
        limit: '2',
      },
      { after: 'id', search: 'y', since: new Date('2026-11-27T00:00:00Z'), limit: 2 },
    ],
    [{ cursor: cursorOf(['id', 1, {}]) }, { after: 'id' }],
    [{ cursor: cursorOf(['id', '']) }, { after: 'id', search: '' }],
    // A value of the maximum length.
    [{ cursor: cursorOf(['x'.repeat(1_532)]) }, { after: 'x'.repeat(1_532) }],
  ];
  it(`is parsed: ${READ.length} of them`, () => {
    for (const [query, read] of READ)
      expect(readListQuery(query), JSON.stringify(query)).toEqual({ ...NOTHING, ...read });
  });

  const WRONG: Readonly<Record<string, readonly unknown[]>> = {
    limit: ['0', '-1', '01', '1.5', ' 1', '1 ', '1e3', 'ten', '1000000000', ['1', '2']],
    search: ['a'.repeat(201)],
    updated_since: [
      ...['2026-11-26', '2026-11-26T10:00:00', '2026-11-26T10:00Z', '2026-11-26T10:00:00.Z', '26-11-26T10:00:00Z'],
      ...['2026-11-26T10:00:00.1234567890Z', '2026-11-26T10:00:00+2:00', '2026-11-26T10:00:00+0200'],
      ...[
        '+012026-11-26T10:00:00Z',
        'x2026-11-26T10:00:00Z',
        '2026-11-26T10:00:00Zx',
        '2026-13-26T10:00:00Z',
        '2026-11-26T25:00:00Z',
      ],
      ...['2026-11-26_10:00:00Z', '2026-1-26T10:00:00Z', 'Thu, 26 Nov 2026 10:00:00 GMT', '1795687200000'],
    ],
    cursor: [
      ...['x', '%', cursorOf(null), cursorOf({}), cursorOf('id'), cursorOf([]), cursorOf([1]), cursorOf([['id']])],
      ...[cursorOf(['id', 'a'.repeat(201)]), cursorOf(['id', null, 'yesterday']), cursorOf(['x'.repeat(1_533)])],
    ],
  };
  const count = Object.values(WRONG).flat().length;
  it(`is refused with the invalid parameter’s name: ${count} of them`, () => {
    for (const [name, values] of Object.entries(WRONG))
      for (const value of values)
        expect(() => readListQuery({ [name]: value }), `${name} ${value}`).toThrow(
          expect.objectContaining({
            code: 'invalid_input',
            message: expect.stringMatching(`^Invalid ${name}: .`),
          }),
        );
  });
});

it('either name of the only version matches all entries', () => {
  expect(['latest', '1.0.0', '1.0.1', 'LATEST', ''].map(isVersion)).toEqual([true, true, false, false, false]);
});
