import { type JsonObject, type JsonValue, parseJson } from '../../../src/core/lib/json.ts';

type Node = Record<string, unknown>;

/** A call's expected request: the query or the rest of the path, a header, or the body with its media type. */
export type Arrived = {
  readonly path?: string;
  readonly query?: string;
  readonly header?: readonly [string, string];
  readonly body?: string;
  readonly type?: string;
};

/** One operation of a document of that version, its input, and the request that OpenAPI requires. */
export type RequestCase = {
  readonly label: string;
  readonly version: '2.0' | '3.0.3' | '3.1.0';
  /** After `/t<number>`, if the operation has path parts. */
  readonly path?: string;
  readonly operation: Node;
  readonly input: JsonObject;
  readonly expected: Arrived;
};

export type TypeName = 'string' | 'integer' | 'boolean' | 'array' | 'object';

export const SCHEMAS: Readonly<Record<TypeName, Node>> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  array: { type: 'array', items: { type: 'string' } },
  object: { type: 'object', properties: { r: { type: 'integer' }, g: { type: 'string' } } },
};
/** Beyond JavaScript numbers: numbers are sent as written. */
export const LONG = '12345678901234567890';
export const VALUES: Readonly<Record<TypeName, JsonValue>> = {
  string: 'a b/c',
  integer: parseJson(LONG),
  boolean: true,
  array: ['x y', 'z'],
  object: { r: 1, g: 'a b' },
};

type Row = readonly [style: string, explode: boolean | null, Partial<Readonly<Record<TypeName, string>>>];

// OpenAPI 3.1, section 4.8.12.2.1 and the table of style examples, percent-encoded as RFC 6570 does.
export const SCALARS = { string: 'a%20b%2Fc', integer: LONG, boolean: 'true' };
const scalars = (before: string) =>
  Object.fromEntries(Object.entries(SCALARS).map(([type, text]) => [type, `${before}${text}`]));

const PATH: readonly Row[] = [
  ['simple', null, { ...SCALARS, array: 'x%20y,z', object: 'r,1,g,a%20b' }],
  ['simple', false, { ...SCALARS, array: 'x%20y,z', object: 'r,1,g,a%20b' }],
  ['simple', true, { ...SCALARS, array: 'x%20y,z', object: 'r=1,g=a%20b' }],
  ['label', false, { ...scalars('.'), array: '.x%20y,z', object: '.r,1,g,a%20b' }],
  ['label', true, { ...scalars('.'), array: '.x%20y.z', object: '.r=1.g=a%20b' }],
  ['matrix', false, { ...scalars(';p='), array: ';p=x%20y,z', object: ';p=r,1,g,a%20b' }],
  ['matrix', true, { ...scalars(';p='), array: ';p=x%20y;p=z', object: ';r=1;g=a%20b' }],
];
const QUERY: readonly Row[] = [
  ['form', null, { ...scalars('p='), array: 'p=x%20y&p=z', object: 'r=1&g=a%20b' }],
  ['form', true, { ...scalars('p='), array: 'p=x%20y&p=z', object: 'r=1&g=a%20b' }],
  ['form', false, { ...scalars('p='), array: 'p=x%20y,z', object: 'p=r,1,g,a%20b' }],
  ['spaceDelimited', false, { array: 'p=x%20y%20z', object: 'p=r%201%20g%20a%20b' }],
  ['spaceDelimited', true, { array: 'p=x%20y&p=z' }],
  ['pipeDelimited', false, { array: 'p=x%20y|z', object: 'p=r|1|g|a%20b' }],
  ['pipeDelimited', true, { array: 'p=x%20y&p=z' }],
  ['deepObject', true, { array: 'p%5B0%5D=x%20y&p%5B1%5D=z', object: 'p%5Br%5D=1&p%5Bg%5D=a%20b' }],
];
const HEADER: readonly Row[] = [
  ['simple', null, { string: 'a b/c', integer: LONG, boolean: 'true', array: 'x y,z', object: 'r,1,g,a b' }],
  ['simple', true, { string: 'a b/c', integer: LONG, boolean: 'true', array: 'x y,z', object: 'r=1,g=a b' }],
];
const COOKIE: readonly Row[] = [
  ['form', null, { ...scalars('p='), array: 'p=x%20y; p=z', object: 'r=1; g=a%20b' }],
  ['form', false, { ...scalars('p='), array: 'p=x%20y,z', object: 'p=r,1,g,a%20b' }],
];

/** The cases of OpenAPI 3. */
export const VERSIONS = ['3.0.3', '3.1.0'] as const;
const ARRIVES = {
  path: (text: string): Arrived => ({ path: `/${text}/end` }),
  query: (text: string): Arrived => ({ query: text }),
  header: (text: string): Arrived => ({ header: ['p', text] }),
  cookie: (text: string): Arrived => ({ header: ['cookie', text] }),
};
type Place = keyof typeof ARRIVES;

const isType = (type: string): type is TypeName => Object.hasOwn(SCHEMAS, type);

function parameterCase(version: RequestCase['version'], place: Place, parameter: Node, value: JsonValue, text: string) {
  const whole: Node = { name: 'p', in: place, required: true, ...parameter };
  const { ['schema']: _schema, ['content']: _content, ...keywords } = whole;
  return {
    label: `${version} ${JSON.stringify(keywords)} of ${JSON.stringify(value)}`,
    version,
    ...(place === 'path' && { path: '/{p}/end' }),
    operation: { parameters: [whole] },
    input: { p: value },
    expected: ARRIVES[place](text),
  };
}

function tableOf(place: Place, rows: readonly Row[]): RequestCase[] {
  return rows.flatMap(([style, explode, texts]) =>
    Object.entries(texts).flatMap(([type, text]) => {
      if (!isType(type)) return [];
      const parameter = { style, ...(explode !== null && { explode }), schema: SCHEMAS[type] };
      return VERSIONS.map((version) => parameterCase(version, place, parameter, VALUES[type], text));
    }),
  );
}

const RESERVED = ":/?#[]@!$&'()*+,;= é";
const json = { 'application/json': { schema: SCHEMAS.object } };
const plain = { 'text/plain': { schema: SCHEMAS.string } };
const OBJECT = { r: 1, g: 'é' };

// OpenAPI 3.1: `allowReserved`, without characters that a query can't contain; `content` of a parameter; RFC 6570,
// section 3.2.3.
const OTHERS: ReadonlyArray<readonly [Place, Node, JsonValue, string]> = [
  ['query', { allowReserved: true, schema: SCHEMAS.string }, RESERVED, 'p=:/?%23%5B%5D@!$%26%27()*%2B,;=%20%C3%A9'],
  ['query', { allowReserved: true, schema: SCHEMAS.array }, ['a/b', 'c'], 'p=a/b&p=c'],
  ['query', { allowReserved: false, schema: SCHEMAS.string }, 'a/b', 'p=a%2Fb'],
  ['query', { content: json }, OBJECT, 'p=%7B%22r%22%3A1%2C%22g%22%3A%22%C3%A9%22%7D'],
  ['query', { content: plain }, 'a b', 'p=a%20b'],
  ['path', { content: json }, OBJECT, '%7B%22r%22%3A1%2C%22g%22%3A%22%C3%A9%22%7D'],
  ['path', { content: plain }, 'a b', 'a%20b'],
  ['header', { content: json }, OBJECT, '{"r":1,"g":"\\u00e9"}'],
  ['header', { content: plain }, 'a b', 'a b'],
  ['cookie', { content: json }, { r: 1 }, 'p=%7B%22r%22%3A1%7D'],
  ['path', { allowReserved: true, schema: SCHEMAS.string }, 'projects/a b/x?#', 'projects/a%20b/x%3F%23'],
  ['path', { schema: { type: 'string', pattern: '^projects/[^/]+$' } }, 'projects/p1', 'projects/p1'],
  ['path', { schema: { type: 'string', pattern: '^[^/]+$' } }, 'p1', 'p1'],
  ['query', { style: 'deepObject', schema: {} }, [{ a: [1] }], 'p%5B0%5D%5Ba%5D%5B0%5D=1'],
  ['query', { style: 'deepObject', schema: {} }, { a: { b: 1 } }, 'p%5Ba%5D%5Bb%5D=1'],
  ['query', { style: 'deepObject', schema: {} }, { a: [1, 2] }, 'p%5Ba%5D=1&p%5Ba%5D=2'],
  [
    'query',
    { style: 'deepObject', schema: {} },
    { a: [{ b: 1 }, { c: [2] }] },
    'p%5Ba%5D%5B0%5D%5Bb%5D=1&p%5Ba%5D%5B1%5D%5Bc%5D=2',
  ],
];

// RFC 6570, section 2.3: a list or an object without any value is undefined and isn't sent.
const NOTHING = (
  [
    ['query', QUERY],
    ['header', HEADER],
    ['cookie', COOKIE],
  ] as const
).flatMap(([place, rows]) =>
  rows.flatMap(([style, explode]) =>
    [[], {}, { r: null }].map((value) => {
      const parameter = { style, ...(explode !== null && { explode }), schema: {} };
      return [place, parameter, value, place === 'query' ? '' : 'undefined'] as const;
    }),
  ),
);

// The part after `#` only distinguishes a path and isn't sent; `{+name}` keeps slashes.
const ADDRESSES: ReadonlyArray<readonly [string, JsonObject, Arrived]> = [
  ['/x#Action=Run', { q: 1 }, { path: '/x', query: 'q=1' }],
  ['/{+p}/end', { p: 'projects/a/b c', q: 1 }, { path: '/projects/a/b%20c/end', query: 'q=1' }],
  ['/{+p}:run', { p: 'projects/a', q: 1 }, { path: '/projects/a:run', query: 'q=1' }],
  ['/{p}.json', { p: 'a/b', q: 1 }, { path: '/a%2Fb.json', query: 'q=1' }],
  ['/a?fixed=1', { q: 1 }, { path: '/a', query: 'fixed=1&q=1' }],
];

/** The cases of OpenAPI 3.0 and 3.1, without those of bodies. */
export const OPENAPI_3_CASES: readonly RequestCase[] = [
  ...tableOf('path', PATH),
  ...tableOf('query', QUERY),
  ...tableOf('header', HEADER),
  ...tableOf('cookie', COOKIE),
  ...VERSIONS.flatMap((version) => [
    ...[...OTHERS, ...NOTHING].map(([place, parameter, value, text]) =>
      parameterCase(version, place, parameter, value, text),
    ),
    ...ADDRESSES.map(([path, input, expected]) => ({
      label: `${version} the address ${path}`,
      version,
      path,
      operation: { parameters: [{ name: 'q', in: 'query', schema: SCHEMAS.integer }] },
      input,
      expected,
    })),
  ]),
];
