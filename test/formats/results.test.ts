import { describe, expect, it } from 'vitest';
import { type SmallOutput, toLarge } from '../../src/core/results/largeOutput.ts';
import { resultJsonIn } from '../../src/formats/resultJson.ts';
import { RESULT_FORMATS, toProviderResult } from '../../src/formats/results.ts';

const REQUESTER = { accountId: null, signal: new AbortController().signal };
const PNG = 'iVBORw0KGgo=';
const URL_OF = (type: string) => `data:${type};base64,${PNG}`;
const UNSUPPORTED = (block: string) => `[${block}, 8 bytes, left out: this provider does not support this block]`;
const mcp = (...content: readonly object[]): SmallOutput => ({
  type: 'mcp',
  content: content.map((each) => ({ ...each })),
});

type Blocks = Readonly<Record<'openai' | 'openai_responses' | 'anthropic' | 'gemini', object>>;

/** Each provider's version, for calls that all send these texts. */
const asTexts = (...texts: readonly string[]): Blocks => ({
  openai: { content: texts.map((text) => ({ type: 'text', text })) },
  openai_responses: { output: texts.map((text) => ({ type: 'input_text', text })) },
  anthropic: { content: texts.map((text) => ({ type: 'text', text })) },
  gemini: { response: { output: texts.join('\n') } },
});

const IMAGE: Blocks = {
  openai: {
    content: [
      { type: 'text', text: 'a cat' },
      { type: 'text', text: '[image/png: see the next message]' },
    ],
    images: [{ type: 'image_url', image_url: { url: URL_OF('image/png') } }],
  },
  openai_responses: {
    output: [
      { type: 'input_text', text: 'a cat' },
      { type: 'input_image', detail: 'auto', image_url: URL_OF('image/png') },
    ],
  },
  anthropic: {
    content: [
      { type: 'text', text: 'a cat' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
    ],
  },
  gemini: { response: { output: 'a cat' }, parts: [{ inlineData: { mimeType: 'image/png', data: PNG } }] },
};

const PDF: Blocks = {
  ...asTexts(UNSUPPORTED('file://a.pdf: application/pdf')),
  openai_responses: {
    output: [{ type: 'input_file', filename: 'file://a.pdf', file_data: URL_OF('application/pdf') }],
  },
  anthropic: {
    content: [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: PNG } }],
  },
  gemini: { response: { output: '' }, parts: [{ inlineData: { mimeType: 'application/pdf', data: PNG } }] },
};

const LINK = { type: 'resource_link', uri: 'file://b', name: 'b' };

const TABLE: readonly (readonly [string, SmallOutput, Blocks])[] = [
  ['a text', { type: 'text', text: 'hé' }, asTexts('hé')],
  ['an object', { type: 'json', value: { a: 1 } }, asTexts('{"a":1}')],
  ['a list', { type: 'json', value: [1] }, asTexts('[1]')],
  ['nothing', { type: 'text', text: '' }, asTexts('(no output)')],
  ['no block', mcp(), asTexts('(no output)')],
  [
    'two texts',
    mcp({ type: 'text', text: 'a' }, { type: 'text', text: '' }, { type: 'text', text: 'b' }),
    asTexts('a', 'b'),
  ],
  ['structured content alone', { type: 'mcp', content: [], structuredContent: { a: 1 } }, asTexts('{"a":1}')],
  [
    'structured content repeated as text',
    { type: 'mcp', content: [{ type: 'text', text: 'a is 1' }], structuredContent: { a: 1 } },
    asTexts('a is 1'),
  ],
  [
    'a text and an image',
    mcp({ type: 'text', text: 'a cat' }, { type: 'image', data: PNG, mimeType: 'image/png' }),
    IMAGE,
  ],
  ['a sound', mcp({ type: 'audio', data: PNG, mimeType: 'audio/wav' }), asTexts(UNSUPPORTED('a file: audio/wav'))],
  [
    'an image of an unsupported type',
    { type: 'binary', base64: PNG, contentType: 'image/tiff' },
    asTexts(UNSUPPORTED('a file: image/tiff')),
  ],
  ['a text resource', mcp({ type: 'resource', resource: { uri: 'file://a', text: 'said' } }), asTexts('said')],
  [
    'a PDF',
    mcp({ type: 'resource', resource: { uri: 'file://a.pdf', blob: PNG, mimeType: 'Application/PDF; v=1' } }),
    PDF,
  ],
  ['a link', mcp(LINK), asTexts(JSON.stringify(LINK))],
  ['a block of a future type', mcp({ type: 'hologram' }), asTexts('{"type":"hologram"}')],
];

describe.each(TABLE)('%s', (_name, output, expected) => {
  it.each(Object.entries(expected))('in the shape of %s', (format, shape) => {
    const name = RESULT_FORMATS.find((each) => each === format);
    if (name === undefined || name === 'default') throw new Error(`Not a shape of a provider: ${format}`);
    expect(toProviderResult(output, name)).toEqual(shape);
  });
});

it('builds a large output in a thread, with the same result', async () => {
  const small: SmallOutput = { type: 'binary', base64: PNG, contentType: 'image/png' };
  const large = toLarge({ kind: 'ok', output: small }, []);
  if (large.kind !== 'ok' || large.output.type !== 'large') throw new Error('It is not large');
  for (const format of RESULT_FORMATS) {
    const [one, other] = await Promise.all([
      resultJsonIn(format, small, REQUESTER),
      resultJsonIn(format, large.output, REQUESTER),
    ]);
    expect(Buffer.from(other).toString()).toBe(Buffer.from(one).toString());
  }
});
