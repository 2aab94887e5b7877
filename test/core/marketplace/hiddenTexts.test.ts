import { expect, it } from 'vitest';
import { hidesInLines } from '../../../src/core/lib/hiddenText.ts';
import { serverDocumentSchema } from '../../../src/core/servers/document.ts';

/* Texts of a server document that models and people read. The test puts hidden characters into every string. */

const input = (more: object = {}) => ({
  type: 'object',
  title: 'Input',
  description: 'What to find',
  properties: {
    description: { type: 'string', description: 'Words', title: 'Words', default: 'a', enum: ['a', 'b'] },
    default: { description: 'Named like a keyword' },
    title: { items: [{ description: 'In a list' }], anyOf: [{ title: 'An alternative', const: 'c' }] },
  },
  $defs: { enum: { description: 'A definition', examples: ['e'] } },
  ...more,
});

const DOCUMENT = {
  id: 'shop',
  name: 'Shop',
  description: 'Sells things',
  scopes: ['read'],
  credentials: [{ id: 'key', name: 'Key', description: 'Where to get it', required: true }],
  connector: { kind: 'http', baseUrl: 'https://shop.example', whoami: 'find' },
  instructions: 'Find first',
  tools: [
    {
      name: 'find',
      title: 'Find',
      description: 'Finds things',
      inputSchema: input(),
      outputSchema: input({ additionalProperties: { description: 'Anything else' } }),
      annotations: { title: 'Find things' },
      asks: ['where is my order'],
      request: { kind: 'template', method: 'GET', path: '/find', query: { q: '{q}' } },
    },
  ],
};

/** Values, addresses and names, which are sent to the service or compared as they are. */
const EXACT =
  /^\/(?:connector\/(?:baseUrl|whoami)|tools\/0\/(?:name|request\/.*|.*\/(?:type|default|const|enum\/\d|examples\/\d)))$/;

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Each string of a document, with its path. */
const stringsIn = (value: unknown, at = ''): (readonly [string, string])[] =>
  typeof value === 'string'
    ? [[at, value]]
    : isContainer(value)
      ? Object.entries(value).flatMap(([key, member]) => stringsIn(member, `${at}/${key}`))
      : [];

const replaced = (value: unknown, target: string, text: string, at = ''): unknown => {
  if (at === target) return text;
  if (Array.isArray(value)) return value.map((item, index) => replaced(item, target, text, `${at}/${index}`));
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, replaced(member, target, text, `${at}/${key}`)]),
  );
};

// One hidden character of each kind, and tag characters, which hide whole sentences from people but not from models.
const SAMPLES = ['\u0007', '\u202e', '\u200b', '\u3164', '\u2029', '\u{e0049}\u{e0067}\u{e006e}'];

it('no text of a document keeps hidden characters: they are refused or removed', () => {
  const tried = stringsIn(DOCUMENT).flatMap(([place, text]) => SAMPLES.map((sample) => [place, text, sample] as const));
  const hidden = tried.flatMap(([place, text, sample]) => {
    const read = serverDocumentSchema.safeParse(replaced(DOCUMENT, place, `${text} pay${sample}roll`));
    const hits = read.success ? stringsIn(read.data).filter(([, each]) => hidesInLines(each)) : [];
    return hits.map(([at]) => at);
  });
  process.stdout.write(`${tried.length} texts with hidden characters\n`);
  expect([...new Set(hidden)].filter((place) => !EXACT.test(place))).toEqual([]);
  expect(hidden).toContain('/tools/0/inputSchema/properties/description/enum/0');
});

it('texts of several lines keep them, as well as letters of every script', () => {
  const description = 'One\n\n  - two\tthree\r\nمی‌خواهم 👩🏽‍🚀';
  const { tools } = serverDocumentSchema.parse(replaced(DOCUMENT, '/tools/0/description', description));
  expect(tools[0]?.description).toBe('One\n\n  - two\tthree\nمی‌خواهم 👩🏽‍🚀');
});
