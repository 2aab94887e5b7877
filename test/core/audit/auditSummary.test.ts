import { expect, it } from 'vitest';
import { actionsMatching, summaryOf } from '../../../src/core/audit/summary.ts';

it.each(actionsMatching(''))('%s is said in words', (action) => {
  const words = summaryOf({ action, targetId: 'id_1', details: {} });
  expect(words).toMatch(/^[A-Z][^{}]+$/);
  expect(words).not.toMatch(/undefined|null|\s$/);
});

it('names what was changed, and shows an unknown action as it is', () => {
  const summary = summaryOf({ action: 'stack.create', targetId: 's', details: { name: 'research' } });
  expect(summary).toBe('Created the stack research');
  expect(summaryOf({ action: 'moon.land', targetId: 's', details: null })).toBe('moon.land');
});

it('finds actions by what is said of them', () => {
  expect(actionsMatching('signed OUT')).toEqual(['session.end']);
  expect(actionsMatching('no such words')).toEqual([]);
});
