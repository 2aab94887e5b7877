import { describe, expect, it } from 'vitest';
import {
  fileReferencesIn,
  isFileReference,
  toFileReference,
} from '../../web/src/pages/playground/form/fileReference.ts';
import { findErrors, isValid } from '../../web/src/pages/playground/form/findErrors.ts';
import { toFormSchema } from '../../web/src/pages/playground/form/schema.ts';

const handle = 'toolyard://file/file_019ad0a1-0000-7000-8000-000000000000';
const file = { $file: handle };
const bytes = { type: 'string', contentEncoding: 'base64' };

it.each([
  [handle, file],
  [` ${handle}\n`, file],
  ['toolyard://file/', null],
  [`see ${handle}`, null],
  ['toolyard://notes/file_1', null],
  ['aGk=', null],
])('%j is a handle or not', (text, reference) => {
  expect(toFileReference(text)).toEqual(reference);
});

it('finds stored files in an input, at their pointers', () => {
  expect(fileReferencesIn({ a: file, 'b/c~': [1, { d: file }], e: { ...file, as: 'text' } })).toEqual([
    '/a',
    '/b~1c~0/1/d',
  ]);
  expect([isFileReference(file), isFileReference({ ...file, other: 1 }), isFileReference(handle)]).toEqual([
    true,
    false,
    false,
  ]);
});

describe('a stored file in a form', () => {
  const schema = toFormSchema({
    type: 'object',
    properties: {
      photo: { ...bytes, minLength: 4 },
      list: { type: 'array', items: bytes },
      named: { anyOf: [bytes, { type: 'object', properties: { content: bytes, filename: { type: 'string' } } }] },
      count: { type: 'integer' },
    },
    required: ['photo'],
  });
  const errorsOf = (input: object) => findErrors(schema, input).map(({ path, message }) => [path.join('/'), message]);

  it('is valid in place of its content, and hides no other error', () => {
    expect(errorsOf({ photo: file, list: [file], named: file })).toEqual([]);
    expect(errorsOf({ photo: file, list: [5], count: 'x' })).toEqual([
      ['list/0', 'Must be text.'],
      ['count', 'Must be a whole number.'],
    ]);
    expect(errorsOf({ photo: { $other: handle } })).toEqual([['photo', 'Must be text.']]);
  });

  it('chooses the alternative for a file', () => {
    expect(isValid(bytes as object, file, schema)).toBe(true);
    expect(isValid({ type: 'object' }, file, schema)).toBe(false);
  });
});
