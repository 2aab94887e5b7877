import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, holdsExactNumber, isRecord, parseJson, withPlainNumbers } from '../../../src/core/lib/json.ts';
import { readLongJson } from '../../../src/core/lib/longJson.ts';

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
  // Sixteen digits around the decimal point, and numbers that JavaScript writes with an exponent.
  '123456789.123456789',
  '-99999999.999999999',
  '123456789012345.6789',
  '0.0000001',
  '-0.00000012',
];

describe.each(NUMBERS)('the number literal %s', (source) => {
  it.each(['$', '[$]', '{"a":$}', '{"a":[1,{"b":$}],"c":"x"}', '[ $ , 2 ]', '{"a": $ }', '[[$],[$]]'])(
    'is preserved in %s',
    (text) => {
      const json = text.replaceAll('$', source);
      expect(JSON.stringify(parseJson(json))).toBe(json.replaceAll(' ', ''));
    },
  );

  it('supports arithmetic, and is not a record', () => {
    const [value] = [parseJson(source)];
    expect(Number(value)).toBe(Number(source));
    expect(isRecord(value)).toBe(false);
  });
});

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 20 });
const [sign, exponent] = [fc.constantFrom('', '-'), fc.constantFrom('', '', '', 'e5', 'E5', 'e-7', 'E+400')];
/** Any number in JSON's grammar (RFC 8259, section 6). */
const anyNumber = fc
  .tuple(sign, digits, fc.option(digits), exponent)
  .map(([minus, whole, fraction, power]) => [minus, whole.replace(/^0+(?=\d)/, ''), fraction, power] as const)
  .map(([minus, whole, fraction, power]) => `${minus}${whole}${fraction === null ? '' : `.${fraction}`}${power}`);

it.each(['$', '[$]', '{"a":$}', '[1,$,"x"]', '{"a":[{"b":$}]}'])('3000 number literals are preserved in %s', (text) => {
  fc.assert(
    fc.property(anyNumber, (source) => {
      const json = text.replace('$', source);
      expect(JSON.stringify(parseJson(json))).toBe(json);
    }),
    { numRuns: 3_000 },
  );
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

it('converts to plain JavaScript numbers', () => {
  const text = '{"a":1.50,"__proto__":{"b":[12345678901234567890,"x",null]},"c":{"d":true}}';
  expect(withPlainNumbers(parseJson(text))).toEqual(JSON.parse(text));
});

it('parses a long text with very many values like JavaScript', () => {
  const text = `[${'1.50,'.repeat(70_000)}1]`;
  expect(holdsExactNumber(parseJson(text))).toBe(false);
});

it('preserves the numbers of a long text with few values, such as a file and its target', async () => {
  const text = `{"file":"${'x'.repeat(400_000)}","folder":12345678901234567890}`;
  expect(JSON.stringify(parseJson(text))).toBe(text);
  expect(JSON.stringify(await readLongJson(Buffer.from(text), () => null))).toBe(text);
});

it('an exact number is canonical in its original spelling, and no similar object is', () => {
  const text = '{"b":12345678901234567890,"a":{"rawJSON":"12345678901234567890"}}';
  expect(canonicalJson(parseJson(text))).toBe('{"a":{"rawJSON":"12345678901234567890"},"b":12345678901234567890}');
});
