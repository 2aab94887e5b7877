import { describe, expect, it } from 'vitest';
import { pathOf, pathOfRef, toPointer, valueAtPath } from '../../../src/core/lib/jsonPointer.ts';
import { isLoopbackUrl, isThisMachine } from '../../../src/core/lib/loopback.ts';
import { isJsonType, mediaTypeOf } from '../../../src/core/lib/mediaType.ts';
import { sha256, sha256Text } from '../../../src/core/lib/sha256.ts';
import { resolved } from '../../../src/site/openApi.ts';
import { isThisMachine as isThisMachineInDashboard } from '../../../web/src/api/thisMachine.ts';

describe('a loopback host', () => {
  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['127.9.8.7', true],
    ['[::1]', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['128.0.0.1', false],
    ['127.0.0.1.example.com', false],
    ['localhost.example.com', false],
    ['', false],
  ])('is recognized by service and dashboard: %j: %s', (host, is) => {
    expect(isThisMachine(host)).toBe(is);
    expect(isThisMachineInDashboard(host)).toBe(is);
  });
});

describe('OAuth without TLS', () => {
  it.each([
    ['http://localhost:1/cb', true],
    ['http://127.0.0.1/cb', true],
    ['http://[::1]:8/cb', true],
    ['https://127.0.0.1/cb', false],
    ['http://127.9.8.7/cb', false],
    ['http://localhost.example.com/', false],
    ['ftp://localhost/', false],
    ['nothing', false],
  ])('is allowed for %s: %s', (text, is) => expect(isLoopbackUrl(URL.parse(text))).toBe(is));
});

// RFC 6901, section 5 and 6.
const DOCUMENT = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, 'e^f': 3, 'k"l': 6, ' ': 7, 'm~n': 8, '~1': 9 };

describe('a JSON Pointer', () => {
  it.each([
    ['', '#', DOCUMENT],
    ['/foo', '#/foo', DOCUMENT.foo],
    ['/foo/0', '#/foo/0', 'bar'],
    ['/', '#/', 0],
    ['/a~1b', '#/a~1b', 1],
    ['/c%d', '#/c%25d', 2],
    ['/e^f', '#/e%5Ef', 3],
    ['/k"l', '#/k%22l', 6],
    ['/ ', '#/%20', 7],
    ['/m~0n', '#/m~0n', 8],
    ['/~01', '#/%7E01', 9],
    ['/foo/00', '#/foo/00', undefined],
    ['/foo/', '#/foo/', undefined],
    ['/foo/-', '#/foo/-', undefined],
    ['/foo/length', '#/foo/length', undefined],
    ['/constructor', '#/constructor', undefined],
    ['/foo/0/0', '#/foo/0/0', undefined],
  ])('is %j, in a reference %j', (pointer, ref, value) => {
    expect(valueAtPath(DOCUMENT, pathOf(pointer))).toEqual(value);
    expect(valueAtPath(DOCUMENT, pathOfRef(ref) ?? ['none'])).toEqual(value);
    expect(toPointer(pathOf(pointer))).toBe(pointer);
  });

  it.each(['', 'foo', '#foo', 'other.json#/foo', 'https://example.com/#/foo'])('is not in this document: %j', (ref) =>
    expect(pathOfRef(ref)).toBeNull(),
  );

  it.each([
    ['#/paths/~1items', { is: 'found' }],
    ['#/paths/%7E1items', { is: 'found' }],
    ['#/paths/items', {}],
    ['other.json#/paths/~1items', {}],
  ])('is followed by the reference pages: %s', ($ref, expected) =>
    expect(resolved({ paths: { '/items': { is: 'found' } } }, { $ref })).toEqual(expected),
  );

  it('keeps characters that are not percent-encoded', () => expect(pathOfRef('#/100%/%2F')).toEqual(['100%', '/']));
});

describe('a JSON media type', () => {
  it.each([
    ['application/json', true],
    ['Application/JSON; charset=utf-8', true],
    ['application/problem+json', true],
    ['application/vnd.api+json;v=1', true],
    ['text/json', true],
    ['application/jsonl', false],
    ['application/x-ndjson', false],
    ['text/plain', false],
    ['', false],
    [undefined, false],
  ])('is recognized: %j: %s', (contentType, is) => expect(isJsonType(mediaTypeOf(contentType))).toBe(is));
});

// FIPS 180-4: the digest of "abc".
it('a digest is SHA-256, of UTF-8 text or bytes', () => {
  const hex = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(Buffer.from(sha256('abc')).toString('hex')).toBe(hex);
  expect(sha256Text(Buffer.from('abc'), 'hex')).toBe(hex);
  expect(sha256Text('abc', 'base64url')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  expect(sha256(new Uint8Array([0xc3, 0xa9]))).toEqual(sha256('é'));
});
