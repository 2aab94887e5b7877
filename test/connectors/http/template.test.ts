import { describe, expect, it } from 'vitest';
import {
  fillHeaders,
  fillJson,
  fillPath,
  fillQuery,
  fillText,
  lookupIn,
} from '../../../src/connectors/http/template.ts';

const lookup = lookupIn({
  id: 'a/b c',
  n: 5,
  yes: true,
  none: null,
  list: ['x', 'y&z=1'],
  box: { deep: [1] },
  dot: '.',
  dots: '..',
  empty: '',
  line: 'a\r\nX-Evil: 1',
  lone: '\ud800',
});

describe('text', () => {
  it.each([
    ['plain', 'plain'],
    ['{n} of {yes}', '5 of true'],
    ['{box}', '{"deep":[1]}'],
    ['{missing}', undefined],
    ['{n} {none}', undefined],
    ['query { viewer { id } }', 'query { viewer { id } }'],
    ['{toString}', undefined],
  ])('%s', (template, expected) => {
    expect(fillText(template, lookup)).toBe(expected);
  });
});

describe('paths', () => {
  it.each([
    ['/a/{id}/b', '/a/a%2Fb%20c/b'],
    ['/v{n}:run', '/v5:run'],
    ['/{lone}', '/%EF%BF%BD'],
    ['/plain/', '/plain/'],
  ])('%s', (template, expected) => {
    expect(fillPath(template, lookup)).toBe(expected);
  });

  it.each(['/{dot}', '/x/{dots}/y', '/{empty}', '/{dot}{dot}', '/.{dot}', '/{missing}', '/{list}', '/{box}'])(
    '%s is refused',
    (template) => {
      expect(() => fillPath(template, lookup)).toThrow(/Input ".*(path|value)/);
    },
  );
});

describe('queries', () => {
  it('repeat arrays, encode everything and drop absent values', () => {
    const query = { q: 'is:{id}', tag: '{list}', n: '{n}', gone: '{missing}', 'a&b': '{id}' };
    expect(fillQuery(query, lookup)).toEqual(['q=is%3Aa%2Fb%20c', 'tag=x', 'tag=y%26z%3D1', 'n=5', 'a%26b=a%2Fb%20c']);
  });
});

describe('headers', () => {
  it('contain values and drop absent ones', () => {
    expect(fillHeaders({ 'X-N': 'n={n}', 'X-Gone': '{missing}' }, lookup)).toEqual({ 'X-N': 'n=5' });
  });

  it('can’t be split into two headers', () => {
    expect(() => fillHeaders({ 'X-A': '{line}' }, lookup)).toThrow('header "X-A"');
  });
});

describe('JSON', () => {
  it('keeps the type of a value that fills a whole string, fills text, drops absent values', () => {
    const template = {
      n: '{n}',
      yes: '{yes}',
      box: '{box}',
      text: 'n={n}',
      gone: '{missing}',
      fixed: 1,
      all: ['{list}', '{missing}'],
    };
    expect(fillJson(template, lookup)).toEqual({
      n: 5,
      yes: true,
      box: { deep: [1] },
      text: 'n=5',
      fixed: 1,
      all: [['x', 'y&z=1']],
    });
  });
});
