import { describe, expect, it } from 'vitest';
import { parseExact } from '../../web/src/api/exactJson.ts';
import { toBase64 } from '../../web/src/pages/playground/form/base64.ts';
import { findErrors } from '../../web/src/pages/playground/form/findErrors.ts';
import { toFormSchema } from '../../web/src/pages/playground/form/schema.ts';
import { parseInput, pretty, toForm, toFormNumber, toInput } from '../../web/src/pages/playground/json.ts';
import { blocksOf } from '../../web/src/pages/playground/result/blocks.ts';

const titlesOf = (oneOf: readonly object[], rest: object = {}): unknown => {
  const form = toFormSchema({ ...rest, properties: { either: { oneOf } } });
  const either = form.properties?.['either'];
  return typeof either === 'object'
    ? either.oneOf?.map((each) => (typeof each === 'object' ? each.title : each))
    : null;
};
const kind = (name: string) => ({ type: 'object', properties: { type: { const: name }, id: { type: 'string' } } });

describe('alternatives in a form are named', () => {
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
    ['by their own titles', [{ title: 'Mine', type: 'string' }, { type: 'null' }], ['Mine', 'Null']],
    ['by their values', [{ const: 'auto' }, { const: null }, { enum: [1, 2, 3, 4] }], ['auto', 'Null', '1, 2, 3, …']],
    [
      'by their formats',
      [{ type: 'string', format: 'date' }, { type: 'string', format: 'x-id' }, { type: 'string' }],
      ['Date', 'Text (x-id)', 'Text'],
    ],
    [
      'by their ranges where they are of one type',
      [
        { type: 'integer', minimum: 1, maximum: 9 },
        { type: 'integer', minimum: 10 },
        { type: 'string', maxLength: 5 },
        { type: 'string', pattern: '^C' },
        { type: 'string', description: 'Its name.\nAnd more' },
        { type: 'array', items: { type: 'string' }, maxItems: 2 },
        { type: 'array', items: { type: 'string' }, minItems: 3, maxItems: 3 },
      ],
      [
        'Whole number (1 to 9)',
        'Whole number (at least 10)',
        'Text (at most 5 characters)',
        'Text (matching ^C)',
        'Text (Its name.)',
        'List of text (at most 2 items)',
        'List of text (3 items)',
      ],
    ],
    [
      'by what their items are, of lists',
      [{ type: 'array', items: { type: 'string', format: 'date' } }, { type: 'array' }, { type: ['string', 'null'] }],
      ['List of date', 'List', 'Text or Null'],
    ],
    ['apart from the title of another', [{ title: 'Text' }, { type: 'string' }], ['Text', 'Text 2']],
    ['by numbers where nothing tells them apart', [{ type: 'object' }, { type: 'object' }], ['Object 1', 'Object 2']],
  ])('%s', (_how, options, titles) => {
    expect(titlesOf(options)).toEqual(titles);
  });

  it('after their reference target', () => {
    const $defs = { Card: { type: 'object' }, Bank: kind('bank'), Own: { title: 'Own title' } };
    const options = ['Card', 'Bank', 'Own', 'None'].map((name) => ({ $ref: `#/$defs/${name}` }));
    expect(titlesOf(options, { $defs })).toEqual(['Card', 'bank', undefined, 'None']);
    expect(titlesOf([{ $ref: 'https://elsewhere.test/x' }])).toEqual(['Other']);
  });
});

describe('a form treats', () => {
  it('alternatives that are all objects as an object, so that constants are filled in and one can be absent', () => {
    const $defs = { Card: kind('card') };
    const either = (oneOf: readonly object[]) => {
      const shown = toFormSchema({ $defs, properties: { either: { oneOf } } }).properties?.['either'];
      return typeof shown === 'object' ? shown.type : null;
    };
    expect(either([{ $ref: '#/$defs/Card' }, kind('bank')])).toBe('object');
    expect(either([kind('card'), { type: 'string' }])).toBeUndefined();
    expect(either([{ $ref: '#/$defs/None' }])).toBeUndefined();
  });

  it('bytes as a file', () => {
    const form = toFormSchema({ properties: { photo: { type: 'string', contentEncoding: 'base64' } } });
    expect(form.properties?.['photo']).toMatchObject({ format: 'byte' });
    expect(toBase64(Uint8Array.from({ length: 20_000 }, (_, at) => at % 256).buffer)).toBe(
      Buffer.from(Uint8Array.from({ length: 20_000 }, (_, at) => at % 256)).toString('base64'),
    );
  });
});

describe('files in a result', () => {
  const png = { kind: 'picture', mediaType: 'image/png', base64: 'AAAA' };
  const bytes = (kind: string, mediaType: string, text: string) => ({ kind, mediaType, base64: 'AAAA', text });
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
      bytes('file', 'image/svg+xml', 'Image, image/svg+xml, about 3 bytes'),
    ],
    [
      { content: [{ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' }] },
      bytes('sound', 'audio/wav', 'Audio, audio/wav, about 3 bytes'),
    ],
    [{ data_base64: 'AAAA', content_type: 'text/html' }, bytes('file', 'text/html', 'File, text/html, about 3 bytes')],
    [
      { data_base64: '"><b>', content_type: 'image/png' },
      { kind: 'note', text: 'File, image/png, about 4 bytes' },
    ],
    [{ content: [{ type: 'text', text: '{"a":1}' }] }, { kind: 'json', value: { a: 1 } }],
    [
      { content: [{ type: 'resource', resource: { uri: 'demo:1', mimeType: 'image/png', blob: 'AAAA' } }] },
      { ...png, text: 'Resource demo:1, image/png, about 3 bytes' },
    ],
    [
      { content: [{ type: 'resource_link', name: 'page', uri: 'https://example.com/x' }] },
      { kind: 'link', href: 'https://example.com/x', text: 'Resource link, page, https://example.com/x' },
    ],
    [
      { content: [{ type: 'resource_link', name: 'page', uri: 'javascript:alert(1)' }] },
      { kind: 'note', text: 'Resource link, page, javascript:alert(1)' },
    ],
  ])('%j', (result, block) => {
    expect(blocksOf(result)).toEqual([block]);
  });
});

describe('numbers are sent and shown as written', () => {
  it.each(['12345678901234567890', '1.50', '1.0', '-0', '1E5', '123456789.123456789', '0.0000001', '7', '-1.5'])(
    '%s: in a response, as text, and in the form',
    (number) => {
      const text = `{"n":${number},"deep":[{"n":${number}}]}`;
      expect(JSON.stringify(parseExact(text))).toBe(text);
      const parsed = parseInput(text);
      const input = 'input' in parsed ? parsed.input : {};
      expect(JSON.stringify(input)).toBe(text);
      expect(JSON.stringify(toInput(toForm(input)))).toBe(text);
      expect(JSON.stringify(toInput({ n: toFormNumber(number) }))).toBe(`{"n":${number}}`);
      expect(pretty({ n: parseExact(number) })).toContain(number);
    },
  );

  it('and the form recognizes them, but no other texts', () => {
    const schema = { type: 'object', properties: { n: { type: 'number', minimum: 1 } } } as const;
    expect(findErrors(schema, { n: toFormNumber('1.50') })).toEqual([]);
    expect(findErrors(schema, { n: toFormNumber('0.50') })).toHaveLength(1);
    expect(findErrors(schema, { n: toFormNumber('one') })).toHaveLength(1);
    expect(toInput({ n: toFormNumber('1.') })).toEqual({ n: 1 });
  });
});

it('a form fills in the name and media type for a file', () => {
  const content = { type: 'string', contentEncoding: 'base64' };
  const named = { type: 'object', properties: { content, filename: { type: 'string' } }, required: ['content'] };
  const { properties } = toFormSchema({ properties: { file: { anyOf: [content, named] } } });
  expect(properties?.['file']).toMatchObject({
    anyOf: [
      { format: 'named-file', title: 'File' },
      { title: 'File with its name', properties: { content: { format: 'byte' } } },
    ],
  });
});

it('a form offers no rounded number in place of one that JavaScript can’t represent', () => {
  const text =
    '{"properties":{"id":{"type":"integer","enum":[9007199254740993]},"n":{"minimum":9007199254740993,"maximum":0.1234567890123456789,"default":1.50}}}';
  expect(toFormSchema(parseExact(text)).properties).toEqual({ id: { type: 'integer' }, n: { default: 1.5 } });
});
