import { describe, expect, it } from 'vitest';
import { changed, commonPrefix, problemsOf, toWording, worded, wordsIn } from '../../web/src/pages/import/wording.ts';

const tool = (name: string, path: string, description = `Does ${name}`) => ({
  name,
  description,
  request: { kind: 'operation', method: 'GET', path },
});
const document = {
  tools: [tool('pets_list', '/pets'), tool('pets_get', '/pets/{id}'), tool('owners', '/owners')],
  connector: { wording: [{ operation: 'GET /owners', description: 'Does owners' }] },
};
const words = wordsIn(document);

describe('names of many tools', () => {
  it.each([
    ['a prefix', { kind: 'add', prefix: 'my_' } as const, 'my_pets_list'],
    ['a prefix that is removed', { kind: 'strip', prefix: 'pets_' } as const, 'list'],
    ['another prefix that is removed', { kind: 'strip', prefix: 'owners_' } as const, 'pets_list'],
    ['text that is replaced', { kind: 'replace', text: 's', by: 'z' } as const, 'petz_lizt'],
    ['no text that is replaced', { kind: 'replace', text: '', by: 'z' } as const, 'pets_list'],
  ])('change by %s', (_name, change, expected) => {
    expect(changed('pets_list', change)).toBe(expected);
  });

  it.each([
    [['pets_list', 'pets_get'], 'pets_'],
    [['pets_list', 'pets_list_all'], 'pets_'],
    [['api-v1_a', 'api-v1_b', 'api-v2_c'], 'api-'],
    [['one', 'other'], ''],
    [['alone_here'], ''],
    [[], ''],
  ])('have this common prefix: %j', (names, expected) => {
    expect(commonPrefix(names)).toBe(expected);
  });
});

describe('problems', () => {
  const of = (name: string, description = 'Does it') => {
    const edited = { operation: 'GET /pets', name, description };
    const [, ...others] = words;
    return problemsOf('zoo', [edited, ...others], (word) => word === edited).get('GET /pets') ?? null;
  };
  it.each([
    ['a sound name', of('pets'), null, null],
    ['a name of another', of('owners'), /Another tool/, null],
    ['a name of another with the server in front', of('zoo_owners'), /Another tool/, null],
    ['other characters', of('pets list'), /letters, digits/, null],
    ['no name', of(''), /letter/, null],
    ['a long name', of('x'.repeat(62)), /2 characters too long/, null],
    ['no description', of('pets', ' '), null, /Describe the tool/],
    ['a long description', of('pets', 'x'.repeat(1_030)), null, /6 characters too long/],
  ])('of %s', (_name, problems, name, description) => {
    for (const [problem, expected] of [
      [problems?.name, name],
      [problems?.description, description],
    ] as const) {
      if (expected === null) expect(problem ?? null).toBeNull();
      else expect(problem).toMatch(expected);
    }
  });

  it('are not checked in unedited texts', () => {
    expect(problemsOf('zoo', [...words, ...words], () => false).size).toBe(0);
  });
});

it('sends the changed texts, merged with earlier ones', () => {
  const [list, , owners] = words;
  if (!list || !owners) throw new Error('no words');
  expect(
    toWording(document, [
      { ...list, name: 'all' },
      { ...owners, name: 'people' },
      { ...owners, operation: 'GET /pets/{id}', name: 'pets_get', description: 'Gets one ' },
    ]),
  ).toEqual([
    { operation: 'GET /owners', description: 'Does owners', name: 'people' },
    { operation: 'GET /pets', name: 'all' },
    { operation: 'GET /pets/{id}', description: 'Gets one' },
  ]);
});

describe('a document with new texts', () => {
  const wording = [
    { operation: 'GET /pets', name: 'all' },
    { operation: 'GET /owners', description: 'Lists people' },
  ];
  const whoamiIn = (whoami: string) => worded({ ...document, connector: { whoami } }, wording);

  it('uses them for its tools, keeps them for its next import, and is otherwise unchanged', () => {
    const [list, ...others] = document.tools;
    const [get, owners] = others;
    expect(worded({ ...document, id: 'zoo' }, wording)).toEqual({
      id: 'zoo',
      tools: [{ ...list, name: 'all' }, get, { ...owners, description: 'Lists people' }],
      connector: { wording },
    });
  });

  it('still calls the tool that tests its credentials', () => {
    expect(whoamiIn('pets_list')).toMatchObject({ connector: { whoami: 'all' } });
    expect(whoamiIn('pets_get')).toMatchObject({ connector: { whoami: 'pets_get' } });
  });
});
