import { expect, it } from 'vitest';
import { visibleJson } from '../../web/src/ui/visibleJson.ts';
import { HIDDEN } from '../harness/hiddenCharacters.ts';

it('shows each hidden character of an input as an escape, and stays the same JSON', () => {
  const value = { text: `pay ${HIDDEN.join('x')}`, [`${HIDDEN[40]}to`]: ['ann 🚀 שלום', 1] };
  const shown = visibleJson(value);
  expect(HIDDEN.filter((character) => character !== '\n' && shown.includes(character))).toEqual([]);
  expect(JSON.parse(shown)).toEqual(value);
  expect(shown).toContain('ann 🚀 שלום');
});
