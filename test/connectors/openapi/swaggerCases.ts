import { FORM } from './bodyCases.ts';
import { type Arrived, type RequestCase, SCALARS, SCHEMAS, type TypeName, VALUES } from './requestCases.ts';

type Node = Record<string, unknown>;

const swagger = (place: string, format: string | null, type: TypeName): Node => ({
  name: 'p',
  in: place,
  required: true,
  ...SCHEMAS[type],
  ...(format !== null && { collectionFormat: format }),
});

const DELIMITED: ReadonlyArray<readonly [string | null, string, string]> = [
  [null, ',', ','],
  ['csv', ',', ','],
  ['ssv', '%20', ' '],
  ['tsv', '%09', '\t'],
  ['pipes', '|', '|'],
];

const text = { type: 'string' };
const list = (items: Node, format: string | null): Node => ({
  type: 'array',
  items,
  ...(format !== null && { collectionFormat: format }),
});
const nested = (place: string, format: string | null, inner: string | null, deeper: string | undefined): Node => ({
  name: 'p',
  in: place,
  required: true,
  ...list(list(deeper === undefined ? text : list(text, deeper), inner), format),
});

/** Lists of lists: both formats, their form in the URL, and their meaning. */
const NESTED: ReadonlyArray<
  readonly [outer: string | null, inner: string | null, encoded: string, plainly: string, deeper?: string]
> = [
  ['csv', 'pipes', 'x|y,z', 'x|y,z'],
  ['pipes', 'csv', 'x,y|z', 'x,y|z'],
  ['ssv', 'csv', 'x,y%20z', 'x,y z'],
  ['csv', 'ssv', 'x%20y,z', 'x y,z'],
  ['tsv', 'pipes', 'x|y%09z', 'x|y\tz'],
  ['pipes', 'tsv', 'x%09y|z', 'x\ty|z'],
  [null, null, 'x,y,z', 'x,y,z'],
  [null, 'pipes', 'x|y,z', 'x|y,z'],
  ['multi', 'pipes', 'x|y&z', ''],
  ['multi', null, 'x,y&z', ''],
  ['csv', 'pipes', 'x%20y|z,v', 'x y|z,v', 'ssv'],
];

// OpenAPI 2.0, parameter object: `collectionFormat`, and a missing `consumes`.
/** The cases of OpenAPI 2.0. */
export const SWAGGER_CASES: readonly RequestCase[] = [
  ...DELIMITED.flatMap(([format, encoded, plainly]): RequestCase[] => {
    const one = (place: string, expected: Arrived, more: Node = {}): RequestCase => ({
      label: `2.0 ${format ?? 'no format'} in ${place} ${JSON.stringify(more)}`,
      version: '2.0',
      ...(place === 'path' && { path: '/{p}/end' }),
      operation: { parameters: [swagger(place, format, 'array')], ...more },
      input: { p: ['x', 'y'] },
      expected,
    });
    return [
      one('query', { query: `p=x${encoded}y` }),
      one('path', { path: `/x${encoded}y/end` }),
      one('header', { header: ['p', `x${plainly}y`] }),
      one('formData', { body: `p=x${encoded}y`, type: FORM }),
      one('formData', { body: `p=x${encoded}y`, type: FORM }, { consumes: [FORM] }),
      one('formData', { body: `part p: x${plainly}y` }, { consumes: ['multipart/form-data'] }),
    ];
  }),
  ...NESTED.flatMap(([format, inner, encoded, plainly, deeper]): RequestCase[] => {
    const one = (place: string, expected: Arrived, more: Node = {}): RequestCase => ({
      label: `2.0 ${format ?? 'no format'} of ${inner ?? 'no format'} in ${place} ${JSON.stringify(more)}`,
      version: '2.0',
      ...(place === 'path' && { path: '/{p}/end' }),
      operation: { parameters: [nested(place, format, inner, deeper)], ...more },
      input: { p: deeper ? [[['x', 'y'], ['z']], [['v']]] : [['x', 'y'], ['z']] },
      expected,
    });
    return [
      one('query', { query: encoded.replaceAll('&', '&p=').replace(/^/, 'p=') }),
      one('formData', { body: encoded.replaceAll('&', '&p=').replace(/^/, 'p='), type: FORM }),
      ...(format === 'multi'
        ? []
        : [
            one('path', { path: `/${encoded}/end` }),
            one('header', { header: ['p', plainly] }),
            one('formData', { body: `part p: ${plainly}` }, { consumes: ['multipart/form-data'] }),
          ]),
    ];
  }),
  ...(['query', 'formData'] as const).map((place) => ({
    label: `2.0 multi in ${place}`,
    version: '2.0' as const,
    operation: { parameters: [swagger(place, 'multi', 'array')] },
    input: { p: ['x', 'y'] },
    expected: place === 'query' ? { query: 'p=x&p=y' } : { body: 'p=x&p=y', type: FORM },
  })),
  ...(['string', 'integer', 'boolean'] as const).flatMap((type) => [
    parameterCaseOf2('query', type, { query: `p=${SCALARS[type]}` }),
    parameterCaseOf2('path', type, { path: `/${SCALARS[type]}/end` }),
    parameterCaseOf2('header', type, { header: ['p', String(VALUES[type])] }),
    parameterCaseOf2('formData', type, { body: `p=${SCALARS[type]}`, type: FORM }),
  ]),
  {
    label: '2.0 file without consumes',
    version: '2.0',
    operation: { parameters: [{ name: 'p', in: 'formData', type: 'file', required: true }] },
    input: { p: 'AQID' },
    expected: { body: 'part p: \u0001\u0002\u0003' },
  },
  {
    label: '2.0 body',
    version: '2.0',
    operation: { parameters: [{ name: 'b', in: 'body', required: true, schema: SCHEMAS.object }] },
    input: { r: 1 },
    expected: { body: '{"r":1}', type: 'application/json' },
  },
];

function parameterCaseOf2(place: string, type: TypeName, expected: Arrived): RequestCase {
  return {
    label: `2.0 ${type} in ${place}`,
    version: '2.0',
    ...(place === 'path' && { path: '/{p}/end' }),
    operation: { parameters: [swagger(place, null, type)] },
    input: { p: VALUES[type] },
    expected,
  };
}
