import { expect, it } from 'vitest';
import { buildRequest } from '../../../src/connectors/http/buildRequest.ts';
import { RequestBytes, RequestTooLarge } from '../../../src/connectors/http/requestBytes.ts';
import { BOUNDS } from '../../../src/core/kernel/bounds.ts';
import type { JsonObject } from '../../../src/core/lib/json.ts';
import { cpuOf } from '../../harness/cpu.ts';
import { toolRequest } from '../../harness/toolCall.ts';

const TEXT = 'x'.repeat(900_000);
const LIST = Array.from({ length: 200_000 }, () => 0);
const LONG_NAME = 'n'.repeat(2_000);
const many = (count: number, of: (at: number) => readonly [string, string]) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => of(at)));
const template = (request: object) => ({ kind: 'template', method: 'POST', path: '/x', ...request });
const operation = (request: object) => ({ kind: 'operation', method: 'POST', path: '/x', parameters: [], ...request });
const parameter = (place: string, more: object = {}) => ({ property: 'v', name: LONG_NAME, in: place, ...more });
const body = (contentType: string, more: object = {}) => ({
  body: { contentType, from: { properties: { v: LONG_NAME } }, required: true, ...more },
});
const FORM = 'application/x-www-form-urlencoded';

// Each case is a small server document, and an input within the body limit.
const CASES: ReadonlyArray<readonly [string, object, JsonObject]> = [
  ['a body that repeats a text', template({ body: { v: Array(300).fill('{v}') } }), { v: TEXT }],
  ['a body that repeats a list', template({ body: { v: Array(300).fill('{v}') } }), { v: LIST }],
  ['a body that repeats a text within a text', template({ body: { v: '{v} '.repeat(300) } }), { v: TEXT }],
  ['a form that repeats', template({ bodyEncoding: 'form', body: many(300, (at) => [`p${at}`, '{v}']) }), { v: TEXT }],
  ['a query that repeats', template({ query: many(100, (at) => [`q${at}`, '{v}']) }), { v: TEXT }],
  ['a list in a query with a long name', template({ query: { [LONG_NAME]: '{v}' } }), { v: LIST }],
  ['a path that repeats', template({ path: '/{v}'.repeat(60) }), { v: TEXT }],
  ['headers that repeat', template({ headers: many(100, (at) => [`X-H${at}`, '{v}']) }), { v: TEXT }],
  ['an exploded list with a long name', operation({ parameters: [parameter('query')] }), { v: LIST }],
  ['a cookie with a long name', operation({ parameters: [parameter('cookie')] }), { v: LIST }],
  [
    'a matrix with a long name',
    operation({ path: `/{${LONG_NAME}}`, parameters: [parameter('path', { style: 'matrix', explode: true })] }),
    { v: LIST },
  ],
  [
    'brackets with a long key',
    operation({ parameters: [parameter('query', { style: 'deepObject' })] }),
    { v: { [LONG_NAME]: LIST } },
  ],
  [
    'a path with one slot many times',
    operation({ path: '/{v}'.repeat(60), parameters: [{ property: 'v', name: 'v', in: 'path' }] }),
    { v: TEXT },
  ],
  [
    'many parameters of one input',
    operation({ parameters: Array.from({ length: 100 }, (_, at) => ({ property: 'v', name: `p${at}`, in: 'query' })) }),
    { v: TEXT },
  ],
  ['a form with a long name', operation(body(FORM)), { v: LIST }],
  ['a form with a long key', operation(body(FORM)), { v: { [LONG_NAME]: LIST } }],
  ['parts with a long name', operation(body('multipart/form-data')), { v: LIST }],
];

it.each(CASES)('%s is refused at the limit, before it takes memory', (_name, request, input) => {
  const source = {
    connector: { kind: 'openapi' as const, baseUrl: 'https://api.example.com' },
    request: toolRequest(request),
    input,
    credentials: [],
  };
  const build = () => buildRequest(source, new RequestBytes());
  const cpuMs = cpuOf(() => expect(build).toThrow(RequestTooLarge));
  // Writing four MiB takes a few dozen milliseconds; without a limit, these cases took seconds.
  expect(cpuMs).toBeLessThan(1_000);
});

it('refuses a request with a larger head than any server accepts', () => {
  const request = toolRequest(template({ query: { q: '{v}' } }));
  const connector = { kind: 'http' as const, baseUrl: 'https://api.example.com' };
  const build = (chars: number) =>
    buildRequest({ connector, request, input: { v: 'x'.repeat(chars) }, credentials: [] }, new RequestBytes());
  expect(build(100_000).url.length).toBeGreaterThan(100_000);
  expect(() => build(BOUNDS.max_request_head_bytes.max)).toThrow('max_request_head_bytes');
});
