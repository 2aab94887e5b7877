import { describe, expect, it } from 'vitest';
import { headerMismatch, inputHeaders } from '../../../src/core/calls/headerInputs.ts';
import { type JsonObject, parseJson } from '../../../src/core/lib/json.ts';

const marked = (type: string, header: unknown): JsonObject => ({ type, 'x-mcp-header': String(header) });
const schemaOf = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

describe('an input that its schema repeats in a header', () => {
  it.each<[type: string, value: JsonObject[string], header: string | undefined]>([
    ['string', 'us-west1', 'us-west1'],
    ['string', 'us west 1', 'us west 1'],
    ['string', '', '=?base64??='],
    ['string', ' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['string', 'Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    ['string', 'a\r\nX-Other: b', '=?base64?YQ0KWC1PdGhlcjogYg==?='],
    ['string', '=?base64?SGVsbG8=?=', '=?base64?PT9iYXNlNjQ/U0dWc2JHOD0/PQ==?='],
    ['integer', 42, '42'],
    ['integer', 2 ** 60, undefined],
    ['integer', parseJson('5.0'), '5'],
    ['integer', parseJson('-0'), '0'],
    ['integer', parseJson('1E3'), '1000'],
    ['integer', parseJson('9007199254740993'), undefined],
    ['boolean', false, 'false'],
    ['boolean', null, undefined],
    ['string', ['a'], undefined],
  ])('is encoded as MCP specifies: %s %j', (type, value, header) => {
    const schema = schemaOf({ region: marked(type, 'Region') });
    const headers = inputHeaders(schema, { region: value });
    expect(headers).toEqual(header === undefined ? {} : { 'mcp-param-region': header });
    expect(headerMismatch(schema, { region: value }, headers)).toBeNull();
  });

  it('is found in nested objects, and under names with a JavaScript meaning', () => {
    const schema = schemaOf({ at: schemaOf({ zone: marked('string', 'Zone') }), constructor: marked('string', 'C') });
    expect(inputHeaders(schema, { at: { zone: 'a' } })).toEqual({ 'mcp-param-zone': 'a' });
    expect(inputHeaders(schema, JSON.parse('{"constructor":"b"}'))).toEqual({ 'mcp-param-c': 'b' });
  });

  it.each([
    ['a type that headers do not support', { region: marked('number', 'Region') }],
    ['an invalid name', { region: marked('string', 'a b') }],
    ['a line break in the name', { region: marked('string', 'a\r\nb') }],
    ['the same name twice', { region: marked('string', 'Region'), zone: marked('string', 'region') }],
  ])('is not repeated for a schema that marks it with %s', (_name, properties) => {
    expect(inputHeaders(schemaOf(properties), { region: 'a', zone: 'b' })).toEqual({});
  });
});

describe('a client’s header', () => {
  const schema = schemaOf({ region: marked('string', 'Region'), count: marked('integer', 'Count') });
  const mismatch = (input: JsonObject, region?: string, count?: string) =>
    headerMismatch(schema, input, { 'mcp-param-region': region, 'mcp-param-count': count });

  it.each<[input: JsonObject, region: string | undefined, count?: string]>([
    [{ region: 'Hello' }, 'Hello'],
    [{ region: 'Hello' }, '=?base64?SGVsbG8=?='],
    [{ region: 'SGVsbG8=' }, 'SGVsbG8='],
    [{ region: '=?base64?SGVsbG8=' }, '=?base64?SGVsbG8='],
    [{ count: 42 }, undefined, '42.0'],
    [{}, 'ignored'],
  ])('matches the input: %j %s', (input, region, count) => expect(mismatch(input, region, count)).toBeNull());

  it.each<[input: JsonObject, region: string | undefined, why: RegExp]>([
    [{ region: 'Hello' }, undefined, /is not repeated/],
    [{ region: 'Hello' }, 'other', /is not the input region/],
    [{ region: 'Hello' }, '=?base64?SGVsbG8?=', /not in canonical Base64/],
    [{ region: 'Hello' }, '=?base64?SGVs!!!bG8=?=', /not in canonical Base64/],
    [{ region: 'Hello' }, '=?base64?/w==?=', /not in canonical Base64/],
  ])('does not match: %j %s', (input, region, why) => expect(mismatch(input, region)).toMatch(why));
});
