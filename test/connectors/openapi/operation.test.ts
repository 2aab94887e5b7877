import { describe, expect, it } from 'vitest';
import { operationParts } from '../../../src/connectors/openapi/operationRequest.ts';
import type { JsonValue } from '../../../src/core/lib/json.ts';
import type { OperationRequest } from '../../../src/core/servers/toolRequest.ts';
import { toolRequest } from '../../harness/toolCall.ts';

const NOTHING = { headers: {}, query: [], path: {}, body: {} };

const operation = (request: Record<string, unknown>): OperationRequest => {
  const parsed = toolRequest({ kind: 'operation', method: 'POST', path: '/x', parameters: [], ...request });
  if (parsed.kind !== 'operation') throw new Error('not an operation');
  return parsed;
};

const withParameter = (parameter: Record<string, unknown>, value: JsonValue, path = '/x') =>
  operationParts(operation({ path, parameters: [{ property: 'p', name: 'p', ...parameter }] }), { p: value }, NOTHING);

const LIST = ['a b', 'c'];
const BOX = { r: 1, 'g,': 'x' };

// The serializations of OpenAPI 3.1, section 4.8.12.2, by style and explode.
describe('path parameters', () => {
  it.each<[string, Record<string, unknown>, JsonValue, string]>([
    ['simple value', {}, 'a b', 'a%20b'],
    ['simple array', {}, LIST, 'a%20b,c'],
    ['simple object', {}, BOX, 'r,1,g%2C,x'],
    ['simple object, exploded', { explode: true }, BOX, 'r=1,g%2C=x'],
    ['label value', { style: 'label' }, 5, '.5'],
    ['label array', { style: 'label' }, LIST, '.a%20b,c'],
    ['label array, exploded', { style: 'label', explode: true }, LIST, '.a%20b.c'],
    ['label object, exploded', { style: 'label', explode: true }, BOX, '.r=1.g%2C=x'],
    ['matrix value', { style: 'matrix' }, 5, ';p=5'],
    ['matrix array', { style: 'matrix' }, LIST, ';p=a%20b,c'],
    ['matrix array, exploded', { style: 'matrix', explode: true }, LIST, ';p=a%20b;p=c'],
    ['matrix object', { style: 'matrix' }, BOX, ';p=r,1,g%2C,x'],
    ['matrix object, exploded', { style: 'matrix', explode: true }, BOX, ';r=1;g%2C=x'],
    ['content', { contentType: 'application/json' }, BOX, '%7B%22r%22%3A1%2C%22g%2C%22%3A%22x%22%7D'],
  ])('%s', (_name, parameter, value, expected) => {
    expect(withParameter({ in: 'path', ...parameter }, value, '/a/{p}/b').path).toBe(`/a/${expected}/b`);
  });

  it.each<[JsonValue]>([[''], ['.'], ['..'], [[]], [{}]])('%j is refused', (value) => {
    expect(() => withParameter({ in: 'path' }, value, '/a/{p}/b')).toThrow('Input "p"');
  });

  it('report a missing one', () => {
    expect(() => operationParts(operation({ path: '/{id}' }), {}, NOTHING)).toThrow('Input "id" is required');
  });

  it.each(['constructor', 'toString', '__proto__'])('report a missing one called %s', (name) => {
    expect(() => operationParts(operation({ path: `/{${name}}` }), {}, NOTHING)).toThrow(`Input "${name}" is required`);
  });

  it('can’t climb with two in one segment', () => {
    const request = operation({
      path: '/{a}{b}/x',
      parameters: ['a', 'b'].map((name) => ({ property: name, name, in: 'path', style: 'label' })),
    });
    expect(operationParts(request, { a: 'x', b: 'y' }, NOTHING).path).toBe('/.x.y/x');
  });
});

describe('query parameters', () => {
  it.each<[string, Record<string, unknown>, JsonValue, string]>([
    ['form value', {}, 'a b&c=d', 'p=a%20b%26c%3Dd'],
    ['form boolean', {}, false, 'p=false'],
    ['form empty', {}, '', 'p='],
    ['form array', {}, LIST, 'p=a%20b&p=c'],
    ['form array, joined', { explode: false }, LIST, 'p=a%20b,c'],
    ['form object', {}, BOX, 'r=1&g%2C=x'],
    ['form object, joined', { explode: false }, BOX, 'p=r,1,g%2C,x'],
    ['no items', {}, [], ''],
    ['spaceDelimited', { style: 'spaceDelimited' }, LIST, 'p=a%20b%20c'],
    ['pipeDelimited', { style: 'pipeDelimited' }, LIST, 'p=a%20b|c'],
    ['pipeDelimited, exploded', { style: 'pipeDelimited', explode: true }, LIST, 'p=a%20b&p=c'],
    ['deepObject', { style: 'deepObject', explode: true }, BOX, 'p%5Br%5D=1&p%5Bg%2C%5D=x'],
    ['deepObject, nested', { style: 'deepObject' }, { a: { b: [1, 2] } }, 'p%5Ba%5D%5Bb%5D=1&p%5Ba%5D%5Bb%5D=2'],
    ['content', { contentType: 'application/json' }, [1], 'p=%5B1%5D'],
    ['another name on the wire', { name: 'p[]' }, LIST, 'p%5B%5D=a%20b&p%5B%5D=c'],
    ['null', {}, null, ''],
  ])('%s', (_name, parameter, value, expected) => {
    expect(withParameter({ in: 'query', ...parameter }, value).query.join('&')).toBe(expected);
  });
});

describe('header and cookie parameters', () => {
  it.each<[string, Record<string, unknown>, JsonValue, Record<string, string>]>([
    ['header value', { in: 'header', name: 'X-P' }, 'a b', { 'X-P': 'a b' }],
    ['header array', { in: 'header', name: 'X-P' }, ['a', 'b'], { 'X-P': 'a,b' }],
    ['header object', { in: 'header', name: 'X-P', explode: true }, { r: 1 }, { 'X-P': 'r=1' }],
    ['cookie value', { in: 'cookie' }, 'a;b', { cookie: 'p=a%3Bb' }],
    ['cookie array, joined', { in: 'cookie', explode: false }, ['a', 'b'], { cookie: 'p=a,b' }],
    ['cookie array', { in: 'cookie' }, ['a', 'b'], { cookie: 'p=a; p=b' }],
  ])('%s', (_name, parameter, value, expected) => {
    expect(withParameter(parameter, value).headers).toEqual(expected);
  });

  it('can’t inject another header', () => {
    expect(() => withParameter({ in: 'header', name: 'X-P' }, 'a\r\nX-Evil: 1')).toThrow('header "X-P"');
  });
});

describe('bodies', () => {
  const send = (body: Record<string, unknown>, input: Record<string, JsonValue>) =>
    operationParts(operation({ body: { required: false, ...body } }), input, NOTHING);
  const lifted = { properties: { a: 'a', body_b: 'b', c: 'c' } };

  it.each<[string, Record<string, unknown>, Record<string, JsonValue>, string | null]>([
    ['json members', { contentType: 'application/json', from: lifted }, { a: 1, body_b: null }, '{"a":1,"b":null}'],
    ['vendor json', { contentType: 'application/x+json', from: { property: 'body' } }, { body: [1] }, '[1]'],
    ['nothing given', { contentType: 'application/json', from: lifted }, {}, null],
    ['nothing given but required', { contentType: 'application/json', from: lifted, required: true }, {}, '{}'],
    [
      'form',
      { contentType: 'application/x-www-form-urlencoded', from: lifted },
      { a: 'x y', body_b: [1, 2] },
      'a=x%20y&b=1&b=2',
    ],
    [
      'form object',
      { contentType: 'application/x-www-form-urlencoded', from: lifted },
      { a: { k: [1] } },
      'a%5Bk%5D%5B0%5D=1',
    ],
    [
      'form, as declared',
      {
        contentType: 'application/x-www-form-urlencoded',
        from: lifted,
        encoding: { a: { style: 'form', explode: false }, b: { contentType: 'application/json' } },
      },
      { a: [1, 2], body_b: { k: 1 } },
      'a=1,2&b=%7B%22k%22%3A1%7D',
    ],
    ['text', { contentType: 'text/plain', from: { property: 'body' } }, { body: 'hi' }, 'hi'],
    ['xml', { contentType: 'application/xml', from: { property: 'body' } }, { body: '<a/>' }, '<a/>'],
  ])('%s', (_name, body, input, expected) => {
    const sent = send(body, input);
    expect(sent.body).toBe(expected);
    expect(sent.headers['content-type']).toBe(expected === null ? undefined : body['contentType']);
  });

  it('decode bytes from base64', () => {
    const body = { contentType: 'application/octet-stream', from: { property: 'body' } };
    expect(send(body, { body: 'AQID' }).body).toEqual(Buffer.from([1, 2, 3]));
    expect(() => send(body, { body: 'no base64!' })).toThrow('Input "body" must be base64');
  });

  it('of multipart have a part per member, and files', async () => {
    const body = {
      contentType: 'multipart/form-data',
      from: { properties: { note: 'note', photo: 'photo', meta: 'meta', tags: 'tags' } },
      files: ['photo'],
      encoding: { photo: { contentType: 'image/png' } },
    };
    const sent = send(body, { note: 'a"b\r\n--x', photo: 'AQID', meta: { k: 1 }, tags: ['x', 'y'] });
    const form = await new Response(typeof sent.body === 'string' ? null : new Uint8Array(sent.body ?? []), {
      headers: { ...sent.headers },
    }).formData();
    expect(form.get('note')).toBe('a"b\r\n--x');
    expect(form.getAll('tags')).toEqual(['x', 'y']);
    expect(form.get('meta')).toBe('{"k":1}');
    const photo = form.get('photo');
    expect(photo).toMatchObject({ type: 'image/png', size: 3 });
  });
});
