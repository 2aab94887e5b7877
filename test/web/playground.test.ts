import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../web/src/pages/playground/blocks.ts';
import { toFormSchema } from '../../web/src/pages/playground/form/schema.ts';

const titlesOf = (oneOf: readonly object[], rest: object = {}): unknown => {
  const form = toFormSchema({ ...rest, properties: { either: { oneOf } } });
  const either = form.properties?.['either'];
  return typeof either === 'object'
    ? either.oneOf?.map((each) => (typeof each === 'object' ? each.title : each))
    : null;
};
const kind = (name: string) => ({ type: 'object', properties: { type: { const: name }, id: { type: 'string' } } });

describe('alternatives in a form are called', () => {
  it.each<[string, readonly object[], readonly unknown[]]>([
    ['by their types', [{ type: 'string' }, { type: 'array', items: { type: 'number' } }], ['Text', 'List of number']],
    ['by the constants that tell them apart', [kind('card'), kind('bank')], ['card', 'bank']],
    ['by a list of one value, too', [{ properties: { version: { enum: [2] } } }, kind('x')], ['2', 'x']],
    [
      'by what they require',
      [
        { type: 'object', required: ['number', 'cvc'] },
        { type: 'object', required: ['a', 'b', 'c', 'd'] },
      ],
      ['With number, cvc', 'With a, b, c'],
    ],
    ['by their own titles', [{ title: 'Mine', type: 'string' }, { type: 'null' }], ['Mine', 'Nothing']],
    ['by numbers where nothing tells them apart', [{ type: 'object' }, { type: 'object' }], ['Object 1', 'Object 2']],
  ])('%s', (_how, options, titles) => {
    expect(titlesOf(options)).toEqual(titles);
  });

  it('by what they refer to', () => {
    const $defs = { Card: { type: 'object' }, Bank: kind('bank'), Own: { title: 'Own title' } };
    const options = ['Card', 'Bank', 'Own', 'None'].map((name) => ({ $ref: `#/$defs/${name}` }));
    expect(titlesOf(options, { $defs })).toEqual(['Card', 'bank', undefined, 'None']);
    expect(titlesOf([{ $ref: 'https://elsewhere.test/x' }])).toEqual(['Something else']);
  });
});

describe('files in a result', () => {
  const png = { kind: 'picture', source: 'data:image/png;base64,AAAA' };
  it.each([
    [
      { data_base64: 'AAAA', content_type: 'image/png' },
      { ...png, text: 'File, image/png, about 3 bytes' },
    ],
    [
      { content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] },
      { ...png, text: 'Image, image/png, about 3 bytes' },
    ],
    [
      { content: [{ type: 'image', mimeType: 'image/svg+xml', data: 'AAAA' }] },
      { kind: 'note', text: 'Image, image/svg+xml, about 3 bytes' },
    ],
    [
      { content: [{ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' }] },
      { kind: 'note', text: 'Sound, audio/wav, about 3 bytes' },
    ],
    [
      { data_base64: 'AAAA', content_type: 'text/html' },
      { kind: 'note', text: 'File, text/html, about 3 bytes' },
    ],
  ])('%j', (result, block) => {
    expect(blocksOf(result)).toEqual([block]);
  });
});
