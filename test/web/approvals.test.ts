import { expect, it } from 'vitest';
import { announcedRows } from '../../web/src/pages/approvals/announced.ts';
import { counted } from '../../web/src/records/figures.ts';

const call = { toolId: 'shop_write', tool: null, ruleId: 'rule_1', isMade: false };

it('announced calls show the name and the input of their place', () => {
  const input = {
    calls: [
      { tool: 'write', input: { text: 'a' } },
      { tool: 'shop_write', input: {} },
    ],
  };
  expect(announcedRows([call, { ...call, isMade: true }], input)).toEqual([
    { place: 1, name: 'write', input: { text: 'a' }, tool: null, isMade: false },
    { place: 2, name: 'shop_write', input: {}, tool: null, isMade: true },
  ]);
  expect([1, 2].map((count) => counted(count, 'call'))).toEqual(['1 call', '2 calls']);
});

it.each([null, {}, { calls: [null] }])('announced calls have no input if it can’t be read: %j', (input) => {
  expect(announcedRows([call], input)).toEqual([
    { place: 1, name: 'shop_write', input: undefined, tool: null, isMade: false },
  ]);
});
