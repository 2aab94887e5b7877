import { expect, it } from 'vitest';
import { toAccountId } from '../../../src/core/kernel/ids.ts';
import { schemaProblems } from '../../../src/core/schemas/problems.ts';
import { longestWait } from '../../harness/longestWait.ts';

const asking = { accountId: toAccountId('ours'), signal: new AbortController().signal };

/** Patterns that take seconds to compile, several times the limit. */
const slow = {
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`p${at}`, { pattern: `^(([\\p{L}${at}]{1,30}){1,30})$` }]),
  ),
};

it('refuses schemas that compile slowly, without delaying others', async () => {
  const schemas = [slow, { type: 'object' }, { type: 'nothing' }];
  const { result, busyMs } = await longestWait(() => schemaProblems(schemas, asking));
  const tooSlow = 'The input schema takes too long to compile';
  expect(result).toEqual([tooSlow, null, expect.stringContaining('is not a JSON Schema')]);
  expect(busyMs).toBeLessThan(1_500);
});

it('reports the same for many schemas as for each', async () => {
  const schemas = Array.from({ length: 200 }, (_, at) => ({ type: at % 2 === 0 ? 'object' : 'odd', title: `${at}` }));
  const problems = await schemaProblems(schemas, asking);
  expect(problems.map((problem) => problem === null)).toEqual(schemas.map(({ type }) => type === 'object'));
});

it('does not quote a schema that is nested too deep to write', async () => {
  const deep = JSON.parse(`${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}`);
  expect(await schemaProblems([deep], asking)).toEqual(['The input schema is nested deeper than 32 levels']);
});
