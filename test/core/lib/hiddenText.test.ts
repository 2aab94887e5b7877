import { expect, it } from 'vitest';
import { hasHiddenText, hidesInLines, withoutHidden } from '../../../src/core/lib/hiddenText.ts';
import { HIDDEN } from '../../harness/hiddenCharacters.ts';

it(`finds each of ${HIDDEN.length} invisible or direction-changing characters`, () => {
  expect(HIDDEN.filter((character) => !hasHiddenText(`billing${character}agent`))).toEqual([]);
  expect(HIDDEN.filter((character) => !hasHiddenText(character))).toEqual([]);
  const inLines = HIDDEN.filter((character) => !hidesInLines(`billing${character}agent`));
  expect(inLines).toEqual(['\t', '\n']);
});

it.each([
  'billing agent',
  'Überprüfung — Straße 7 (β)',
  '発注システム',
  'مرحبا بالعالم',
  'שלום עולם',
  'می\u200cخواهم',
  'क्\u200dष',
  '🚀 ☺️ 👩🏽‍🚀 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪 1️⃣',
  'e\u0301te\u0301',
  'non\u00a0breaking',
])('accepts %j', (text) => {
  expect([hasHiddenText(text), hidesInLines(`${text}\n\t${text}`), withoutHidden(text)]).toEqual([false, false, text]);
});

it.each([
  ['a joiner in Latin letters', 'ad\u200dmin'],
  ['a joiner at the end', 'admin\u200d'],
  ['a flag without its tag', `🏴\u{e0067}\u{e0062}`],
  ['a variation selector on a letter', 'a\ufe0f'],
])('finds %s', (_name, text) => expect(hasHiddenText(text)).toBe(true));

it('accepts as many hidden characters as a text may need, and checks no more', () => {
  const emoji = (count: number) => 'on ☺️ '.repeat(count);
  expect([hasHiddenText(emoji(100)), hasHiddenText(emoji(101))]).toEqual([false, true]);
});

it('removes hidden characters from a name, on one line', () => {
  expect(withoutHidden('Pay\u202eroll\r\n\u2066API\u2069')).toBe('Pay roll API');
});

it('gives the same answer again, for any number of joined emoji', () => {
  const emoji = ['👩🏿‍🚒', '👩‍❤️‍💋‍👨', '🧑🏻‍🤝‍🧑🏾', '🏴‍☠️'];
  const odd = ['👩‍🚗', '1\u200d2', '👩🏿‍🚒\u200d', '👩🏿‍🚒\u200d👩🏿‍🚒'];
  for (const count of [1, 99, 101, 5_000]) {
    for (const text of emoji) expect([1, 2].map(() => hasHiddenText(text.repeat(count)))).toEqual([false, false]);
    for (const end of odd)
      expect([1, 2].map(() => hasHiddenText(emoji.join('').repeat(count) + end))).toEqual([true, true]);
  }
});
