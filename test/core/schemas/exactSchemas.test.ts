import { describe, expect, it } from 'vitest';
import { toAccountId } from '../../../src/core/kernel/ids.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../../src/core/lib/json.ts';
import { checkInput } from '../../../src/core/schemas/inputValidator.ts';

const ctx = {
  actor: { kind: 'apiKey', accountId: toAccountId('ours') },
  signal: new AbortController().signal,
} as unknown as Parameters<typeof checkInput>[0];

const parsed = (text: string): JsonObject => {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw new Error('no object');
  return value;
};

/** Tool schemas around the schema under test: directly, by reference, and in older drafts. */
const AROUND: Readonly<Record<string, (schema: string) => string>> = {
  plain: (schema) => `{"type":"object","properties":{"n":${schema}}}`,
  'by reference': (schema) => `{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}},"$defs":{"n":${schema}}}`,
  'draft 7': (schema) =>
    `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"n":${schema}}}`,
  'draft 4': (schema) =>
    `{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","properties":{"n":${schema}}}`,
};

const [BIG, BELOW, ABOVE] = ['9007199254740993', '9007199254740992', '9007199254740994'];
const LONG = '0.1234567890123456789';

/** A schema, with matching and mismatching numbers: by mathematics, not by floating point. */
const CASES: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [`{"enum":[${BIG}]}`, [BIG, `${BIG}.0`, '9.007199254740993e15'], [BELOW, ABOVE, '1']],
  [`{"enum":[${BELOW}]}`, [BELOW, '9007199254740992.00'], [BIG, '9007199254740991']],
  [`{"enum":[{"id":${BIG}},[${LONG}]]}`, [`{"id":${BIG}}`, `[${LONG}]`], [`{"id":${BELOW}}`, '[0.12345678901234568]']],
  [`{"enum":[1.50,-0,1E2]}`, ['1.5', '1.50', '0', '-0.0', '100', '1e2'], ['1.51', '1e3']],
  [`{"minimum":${BIG}}`, [BIG, ABOVE, '1e400'], [BELOW, '-1e400', `${BELOW}.9`]],
  [`{"minimum":${BELOW}}`, [BIG, BELOW], ['9007199254740991.9', '9007199254740991']],
  [`{"maximum":${BIG}}`, [BIG, BELOW, '-1e400'], [ABOVE, `${BIG}.1`, '1e400']],
  [`{"maximum":${BELOW}}`, [BELOW, '1.50'], [BIG, `${BELOW}.0001`]],
  [`{"maximum":${LONG}}`, [LONG, '0.1234567890123456788'], ['0.1234567890123456790', '0.12345678901234568']],
  [`{"maximum":1e400}`, ['1e399', '1e400', '1'], ['1e401', '1.1e400']],
  [`{"multipleOf":3}`, ['9007199254740993', '3.0', '3e2'], ['9007199254740994', '1e400', '3.1']],
  [`{"multipleOf":${BIG}}`, [BIG, '18014398509481986', '0', '-0'], [BELOW, '18014398509481984', '1']],
  [`{"multipleOf":0.0000001}`, ['0.0000003', '1.50', '1e400', '1e999999999'], ['0.00000015', '1e-999999999']],
  [
    `{"type":"integer"}`,
    [BIG, '1.0', '1e400', '1e999999999', '12.5e1'],
    ['1.50', `${BIG}.5`, '1.00000000000000000001', '1e-400'],
  ],
  [`{"type":"integer","format":"int64"}`, [BIG, '9223372036854775807', '-9223372036854775808'], ['1.50', `${BIG}.5`]],
  [
    `{"type":"integer","format":"int32"}`,
    ['2147483647', '-2147483648.0'],
    ['2147483648', '2147483647.00000000001', '1e400'],
  ],
  [`{"type":"number"}`, [BIG, LONG, '1e400', '1.50'], ['"1"', 'true']],
  [`{"type":"string"}`, ['"1"'], [BIG, LONG, '1.50']],
  [
    `{"uniqueItems":true}`,
    [`[${BIG},${BELOW}]`, '[1,"1"]'],
    [`[${BIG},${BIG}.0]`, '[1,1.0]', '[0,-0]', `[{"a":${BIG}},{"a":${BIG}}]`],
  ],
];

/** Keywords that draft 4 lacks or defines differently. */
const LATER: typeof CASES = [
  [`{"const":${BIG}}`, [BIG], [BELOW, ABOVE]],
  [`{"const":{"a":[${LONG}]}}`, [`{"a":[${LONG}]}`], ['{"a":[0.12345678901234568]}']],
  [`{"exclusiveMinimum":${BELOW}}`, [BIG, `${BELOW}.01`], [BELOW]],
  [`{"exclusiveMaximum":${BIG}}`, [BELOW, `${BELOW}.999`], [BIG, ABOVE]],
  [`{"contains":{"const":${BIG}}}`, [`[1,${BIG}]`], [`[1,${BELOW}]`]],
  [`{"not":{"const":${BIG}}}`, [BELOW], [BIG]],
];

const isRefused = async (schema: string, value: string): Promise<boolean> => {
  try {
    const checked = await checkInput(ctx, parsed(schema), 'tool', parsed(`{"n":${value}}`));
    // Valid input passes unchanged.
    expect(JSON.stringify(checked)).toBe(`{"n":${value}}`);
    return false;
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('Invalid input')) throw error;
    return true;
  }
};

it('quotes the original number in its messages', async () => {
  const texts = [`{"enum":[${BIG}]}`, `{"minimum":${BIG}}`, `{"multipleOf":${BIG}}`];
  const messages = [`must be one of ${BIG}`, `must be >= ${BIG}`, `must be multiple of ${BIG}`];
  for (const [at, schema] of texts.entries()) {
    const around = parsed(`{"properties":{"n":${schema}}}`);
    const issues = [{ path: '/n', message: messages[at] }];
    await expect(checkInput(ctx, around, 'tool', { n: 1 })).rejects.toMatchObject({ details: { issues } });
  }
});

it('fills in a default with its exact spelling', async () => {
  const property = `{"properties":{"n":{"default":${BIG}}},"required":["n"]}`;
  const schema = parsed(`{"properties":{"a":${property},"l":{"items":${property}}}}`);
  const filled = await checkInput(ctx, schema, 'tool', parsed('{"a":{},"l":[{}]}'));
  expect(JSON.stringify(filled)).toBe(`{"a":{"n":${BIG}},"l":[{"n":${BIG}}]}`);
  const wrong = parsed(`{"properties":{"n":{"default":${BIG},"const":${BELOW}}},"required":["n"]}`);
  await expect(checkInput(ctx, wrong, 'tool', {})).rejects.toThrow('Invalid input');
});

describe.each(Object.entries(AROUND))('exact numbers in a schema: %s', (name, around) => {
  const cases = name === 'draft 4' ? CASES : [...CASES, ...LATER];
  it.each(cases)('%s', async (schema, fitting, others) => {
    const wrong = [];
    for (const value of fitting) if (await isRefused(around(schema), value)) wrong.push(`refused ${value}`);
    for (const value of others) if (!(await isRefused(around(schema), value))) wrong.push(`accepted ${value}`);
    expect(wrong).toEqual([]);
  });
});
