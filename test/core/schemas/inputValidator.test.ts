import { describe, expect, it } from 'vitest';
import { toAccountId } from '../../../src/core/kernel/ids.ts';
import type { JsonObject } from '../../../src/core/lib/json.ts';
import { createInputCheck } from '../../../src/core/schemas/inputValidator.ts';
import { longestWait, processMs } from '../../harness/longestWait.ts';
import { someOf } from '../../harness/wholeTables.ts';

const asking = { accountId: toAccountId('ours'), signal: new AbortController().signal };
const object = (value: JsonObject): JsonObject => ({ type: 'object', properties: { value }, required: ['value'] });

const doubling = (at: number): JsonObject => {
  const next = { $ref: `#/$defs/a${at + 1}` };
  return at === 20 ? { type: 'string' } : { allOf: [next, next] };
};

/** Within the documented bounds of a schema. */
const EXPENSIVE: Readonly<Record<string, readonly [JsonObject, unknown]>> = {
  'a thousand choices': [
    object({ anyOf: Array.from({ length: 1_000 }, (_, at) => ({ type: 'string', const: `choice number ${at}` })) }),
    'none of them',
  ],
  'a long list of values against a long input': [
    object({ items: { enum: Array.from({ length: 900 }, (_, at) => ({ at })) } }),
    Array.from({ length: 20_000 }, (_, at) => ({ at: -at })),
  ],
  'references that multiply': [
    {
      ...object({ $ref: '#/$defs/a0' }),
      $defs: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`a${at}`, doubling(at)])),
    },
    1,
  ],
  'patterns that count': [object({ pattern: '^(([\\p{L}\\p{N}]{1,30}){1,30})$' }), `${'a'.repeat(100_000)}!`],
};

describe('an input that is expensive to validate', () => {
  it.each(someOf(Object.entries(EXPENSIVE), 2))(
    'is refused without delaying other requests: %s',
    async (_name, [schema, value]) => {
      const validate = createInputCheck(schema).validate;
      const { result, busyMs } = await longestWait(async () => {
        const answers = [];
        for (let time = 0; time < 3; time += 1) answers.push(await validate({ value }, asking));
        return answers;
      });
      for (const issues of result) expect(issues.length).toBeGreaterThan(0);
      expect(busyMs).toBeLessThan(400);
    },
  );

  it('reports every reason repeatedly at the cost of one check', async () => {
    const [schema, value] = EXPENSIVE['a thousand choices'] ?? [{}, null];
    const validate = createInputCheck(schema).validate;
    const reasons = await validate({ value }, asking);
    expect(reasons).toHaveLength(20);
    const before = processMs();
    for (let time = 0; time < 20; time += 1) expect(await validate({ value }, asking)).toEqual(reasons);
    // Compiling each time would take a minute.
    expect(processMs() - before).toBeLessThan(15_000);
  });
});

it('answers immediately for a cheap schema and a small input', () => {
  const validate = createInputCheck(object({ type: 'string' })).validate;
  expect(validate({ value: 'x' }, asking)).toEqual([]);
  expect(validate({ value: 1 }, asking)).toEqual([{ path: '/value', message: 'must be string' }]);
});

it('reports why a schema is unusable', async () => {
  const schema = object({ $ref: '#/$defs/missing' });
  await expect(createInputCheck(schema).validate({ value: 1 }, asking)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('does not compile'),
  });
});

it('validates 64 inputs of an account at a time, and refuses more', async () => {
  const [schema, value] = EXPENSIVE['a thousand choices'] ?? [{}, null];
  const validate = createInputCheck(schema).validate;
  const answers = await Promise.allSettled(Array.from({ length: 80 }, () => validate({ value }, asking)));
  const refused = answers.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const each of refused) expect(each).toMatchObject({ reason: { code: 'rate_limited' } });
});

it('compiles a schema shared by many stacks once, and another one separately', () => {
  const schema = object({ type: 'number', minimum: 1 });
  const validate = createInputCheck(schema).validate;
  expect(createInputCheck(structuredClone(schema)).validate).toBe(validate);
  expect(createInputCheck(object({ type: 'number', minimum: 2 })).validate).not.toBe(validate);
});
