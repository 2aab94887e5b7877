import { expect, it } from 'vitest';
import { actionsMatching, summaryOf } from '../../../src/core/audit/summary.ts';

it.each(actionsMatching(''))('%s has a sentence', (action) => {
  const words = summaryOf({ action, targetId: 'id_1', details: {} });
  expect(words).toMatch(/^[A-Z][^{}]+$/);
  expect(words).not.toMatch(/undefined|null|\s$/);
});

it('names the changed object, and shows an unknown action unchanged', () => {
  const summary = summaryOf({ action: 'stack.create', targetId: 's', details: { name: 'research' } });
  expect(summary).toBe('Created the stack research');
  expect(summaryOf({ action: 'moon.land', targetId: 's', details: null })).toBe('moon.land');
});

it('finds actions by the words of their sentence', () => {
  expect(actionsMatching('signed OUT')).toEqual(['session.end']);
  expect(actionsMatching('no such words')).toEqual([]);
});
