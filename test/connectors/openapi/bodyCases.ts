import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/core/lib/json.ts';
import { LONG, type RequestCase, SCHEMAS, VALUES, VERSIONS } from './requestCases.ts';

type Node = Record<string, unknown>;

const bodyCase = (version: RequestCase['version'], media: string, content: Node, body: JsonValue, text: string) => ({
  label: `${version} ${media} ${JSON.stringify(content)} of ${JSON.stringify(body)}`,
  version,
  operation: { requestBody: { required: true, content: { [media]: content } } },
  input: isWhole(content) || !isJsonObject(body) ? { body } : body,
  expected: { body: text, type: media },
});

const isWhole = ({ schema }: Node): boolean => JSON.stringify(schema).startsWith('{"type":"array"');

// OpenAPI 3.1, sections 4.8.13 to 4.8.15.
const JSON_TYPES = ['application/json', 'application/vnd.x+json', 'text/json', 'application/json; charset=utf-8'];
const TEXT_TYPES = ['text/plain', 'text/csv', 'application/xml', 'application/yaml', 'application/x-ndjson'];
export const FORM = 'application/x-www-form-urlencoded';
const members = (properties: Node, more: Node = {}): Node => ({ schema: { type: 'object', properties }, ...more });
const FORMS: ReadonlyArray<readonly [Node, JsonObject, string]> = [
  [members({ a: SCHEMAS.string }), { a: 'x y&z' }, 'a=x%20y%26z'],
  [members({ a: SCHEMAS.integer, b: SCHEMAS.boolean }), { a: VALUES.integer, b: false }, `a=${LONG}&b=false`],
  [members({ a: SCHEMAS.array }), { a: ['x', 'y z'] }, 'a=x&a=y%20z'],
  [members({ a: SCHEMAS.array }, { encoding: { a: { style: 'form', explode: false } } }), { a: ['x', 'y'] }, 'a=x,y'],
  [
    members({ a: SCHEMAS.array }, { encoding: { a: { style: 'pipeDelimited', explode: false } } }),
    { a: ['x', 'y'] },
    'a=x|y',
  ],
  [
    members({ a: SCHEMAS.array }, { encoding: { a: { style: 'spaceDelimited', explode: false } } }),
    { a: ['x', 'y'] },
    'a=x%20y',
  ],
  [members({ a: SCHEMAS.object }, { encoding: { a: { style: 'deepObject' } } }), { a: { r: 1 } }, 'a%5Br%5D=1'],
  [
    members({ a: SCHEMAS.object }, { encoding: { a: { contentType: 'application/json' } } }),
    { a: { r: 1 } },
    'a=%7B%22r%22%3A1%7D',
  ],
  [members({ a: SCHEMAS.string }, { encoding: { a: { allowReserved: true } } }), { a: 'x/y' }, 'a=x/y'],
  [members({ constructor: SCHEMAS.string }), { constructor: 'x' }, 'constructor=x'],
];

const openBody = (extra: unknown): Node => ({
  schema: { type: 'object', properties: { a: SCHEMAS.string }, additionalProperties: extra },
});

const bodies = (version: RequestCase['version']): RequestCase[] => [
  ...JSON_TYPES.flatMap((media) => [
    ...(['string', 'integer', 'boolean', 'array'] as const).map((type) =>
      bodyCase(version, media, { schema: SCHEMAS[type] }, VALUES[type], JSON.stringify(VALUES[type])),
    ),
    bodyCase(version, media, { schema: SCHEMAS.object }, VALUES.object, '{"r":1,"g":"a b"}'),
  ]),
  ...TEXT_TYPES.map((media) => bodyCase(version, media, { schema: SCHEMAS.string }, 'a\nb', 'a\nb')),
  ...['application/octet-stream', 'image/png', 'application/pdf'].flatMap((media) => [
    bodyCase(version, media, { schema: { type: 'string', format: 'binary' } }, 'AQID', '\u0001\u0002\u0003'),
    // "Considerations for file uploads": base64 in the document is base64 in the request.
    bodyCase(version, media, { schema: { type: 'string', format: 'byte' } }, 'AQID', 'AQID'),
  ]),
  ...(
    [
      [SCHEMAS.string, 'a b'],
      [{ type: 'string', format: 'uri' }, 'https://a.example/b'],
    ] as const
  ).map(([schema, body]) => ({
    ...bodyCase(version, '*/*', { schema }, body, body),
    expected: { body, type: 'text/plain' },
  })),
  bodyCase(version, FORM, { schema: SCHEMAS.string }, 'a=x%20y&b', 'a=x%20y&b'),
  bodyCase(version, FORM, { schema: SCHEMAS.integer }, VALUES.integer, LONG),
  ...FORMS.map(([content, input, text]) => bodyCase(version, FORM, content, input, text)),
  ...[true, {}].map((extra) =>
    bodyCase(version, 'application/json', openBody(extra), { a: 'x', more: [1] }, '{"a":"x","more":[1]}'),
  ),
];

const FILE = { type: 'string', format: 'binary' };
// OpenAPI 3.0, encoding object: `style` is ignored in parts; in 3.1 it applies there too.
const styledParts = (style: string, explode: boolean): Node => ({
  ...members({ a: SCHEMAS.array, o: SCHEMAS.object }),
  encoding: { a: { style, explode }, o: { style, explode } },
});
const STYLED: ReadonlyArray<readonly [style: string, explode: boolean, parts: string]> = [
  ['form', false, 'part a: x,y part o: r,1,g,z'],
  ['form', true, 'part a: x part a: y part r: 1 part g: z'],
  ['pipeDelimited', false, 'part a: x|y part o: r|1|g|z'],
  ['spaceDelimited', false, 'part a: x y part o: r 1 g z'],
];
const UNSTYLED = 'part a: x part a: y part o: {"r":1,"g":"z"}';
const styledCases = (version: RequestCase['version']): RequestCase[] =>
  STYLED.map(([style, explode, parts]) => ({
    label: `${version} multipart in the style ${style}, explode ${explode}`,
    version,
    operation: { requestBody: { required: true, content: { 'multipart/form-data': styledParts(style, explode) } } },
    input: { a: ['x', 'y'], o: { r: 1, g: 'z' } },
    expected: { body: version === '3.1.0' ? parts : UNSTYLED },
  }));

const MULTIPART: ReadonlyArray<readonly [string, Node, JsonObject, string]> = [
  ['a value', members({ a: SCHEMAS.string }), { a: 'x' }, 'part a: x'],
  ['a list', members({ a: SCHEMAS.array }), { a: ['x', 'y'] }, 'part a: x part a: y'],
  ['an object', members({ a: SCHEMAS.object }), { a: { r: 1 } }, 'part a: {"r":1}'],
  ['a file', members({ a: FILE }), { a: 'AQID' }, 'part a: \u0001\u0002\u0003'],
  ['files', members({ a: { type: 'array', items: FILE } }), { a: ['AQ==', 'Ag=='] }, 'part a: \u0001 part a: \u0002'],
  ['nothing but a file', { schema: FILE }, { body: 'AQID' }, 'part file: \u0001\u0002\u0003'],
];

// Subtypes as in OpenAPI (4.8.25): each refers to the type that has the discriminator.
const BASE = { type: 'object', properties: { kind: SCHEMAS.string }, required: ['kind'] };
const subtype = (name: string) => ({ allOf: [BASE, { type: 'object', properties: { [name]: SCHEMAS.integer } }] });
const discriminator = { propertyName: 'kind' };
const json = (schema: Node): Node => ({ 'application/json': { schema } });
const UPLOAD = members({ a: FILE, b: SCHEMAS.string });
const ZERO = { type: 'array', contains: { const: 'x' }, minContains: 0 };
const MEANINGS: ReadonlyArray<readonly [string, Node, JsonObject, string]> = [
  [
    'subtypes that fit each other',
    json({ oneOf: [subtype('lives'), subtype('age')], discriminator }),
    { body: { kind: 'dog', age: 3 } },
    '{"kind":"dog","age":3}',
  ],
  ['members of a subtype', json({ ...BASE, discriminator }), { kind: 'cat', lives: 9 }, '{"kind":"cat","lives":9}'],
  [
    'a text of a media type',
    json({ type: 'object', properties: { a: { type: 'string', contentMediaType: 'text/html' } } }),
    { a: '<b>é' },
    '{"a":"<b>é"}',
  ],
  ['a file, where pairs would do', { [FORM]: UPLOAD, 'multipart/form-data': UPLOAD }, { a: 'QQ==' }, 'part a: A'],
];
/** Features OpenAPI 3.0 lacks. */
const MEANINGS_31: typeof MEANINGS = [
  ['a list that need not contain', json({ type: 'object', properties: { a: ZERO } }), { a: ['y'] }, '{"a":["y"]}'],
];

/** The cases of bodies in OpenAPI 3.0 and 3.1. */
export const BODY_CASES: readonly RequestCase[] = VERSIONS.flatMap((version) => [
  ...bodies(version),
  ...styledCases(version),
  ...[...MEANINGS, ...(version === '3.1.0' ? MEANINGS_31 : [])].map(([label, content, input, body]) => ({
    label: `${version} ${label}`,
    version,
    operation: { requestBody: { required: true, content } },
    input,
    expected: { body },
  })),
  ...MULTIPART.map(([label, content, input, parts]) => ({
    label: `${version} multipart of ${label}`,
    version,
    operation: { requestBody: { required: true, content: { 'multipart/form-data': content } } },
    input,
    expected: { body: parts },
  })),
]);
