import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, holdsExactNumber, isRecord, parseJson, withPlainNumbers } from '../../../src/core/lib/json.ts';

const NUMBERS = [
  '12345678901234567890',
  '-9007199254740993',
  '9007199254740993',
  '1.50',
  '1.0',
  '0.10',
  '-0',
  '-0.0',
  '1e2',
  '1E+2',
  '1.5e-7',
  '1e400',
  '0.1234567890123456789',
  '3.14159265358979323846',
  '0.000000000000000000001',
  '100000000000000000000000',
];

describe.each(NUMBERS)('the number %s', (source) => {
  it.each(['$', '[$]', '{"a":$}', '{"a":[1,{"b":$}],"c":"x"}', '[ $ , 2 ]', '{"a": $ }', '[[$],[$]]'])(
    'is written as it came in %s',
    (text) => {
      const json = text.replaceAll('$', source);
      expect(JSON.stringify(parseJson(json))).toBe(json.replaceAll(' ', ''));
    },
  );

  it('calculates, and is no record', () => {
    const [value] = [parseJson(source)];
    expect(Number(value)).toBe(Number(source));
    expect(isRecord(value)).toBe(false);
  });
});

it('leaves all other JSON to JavaScript', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const parsed = parseJson(text);
      expect(JSON.stringify(parsed)).toBe(text);
    }),
    { numRuns: 300 },
  );
  for (const text of ['{"a":1,"b":[0.1,-5],"c":"1.50, 12345678901234567890"}', '[]', '7', '{"__proto__":1}'])
    expect(holdsExactNumber(parseJson(text))).toBe(false);
});

it('has a copy with the numbers of JavaScript', () => {
  const text = '{"a":1.50,"__proto__":{"b":[12345678901234567890,"x",null]},"c":{"d":true}}';
  expect(withPlainNumbers(parseJson(text))).toEqual(JSON.parse(text));
});

it('reads a long text as JavaScript does', () => {
  const text = `[${'1.50,'.repeat(60_000)}1]`;
  expect(holdsExactNumber(parseJson(text))).toBe(false);
});

it('is canonical as it was written, and no object that looks like one', () => {
  const text = '{"b":12345678901234567890,"a":{"rawJSON":"12345678901234567890"}}';
  expect(canonicalJson(parseJson(text))).toBe('{"a":{"rawJSON":"12345678901234567890"},"b":12345678901234567890}');
});
