import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { colourOf, lettersOf, markOf } from '../../web/src/marks/known.ts';

const SYMBOLS = [...readFileSync('web/public/marks.svg', 'utf8').matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
const CATALOGUE = readdirSync('catalogue')
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''));

it('has a mark of its maker for each server of the catalogue that has a symbol, and for no other', () => {
  expect(SYMBOLS.length).toBeGreaterThan(30);
  expect(CATALOGUE.filter((id) => markOf(id) === id)).toEqual(SYMBOLS);
});

it('is that of the server that a duplicate is of, and of no server whose id begins alike', () => {
  expect(markOf('github-work')).toBe('github');
  expect(markOf('google-drive-2')).toBe('google-drive');
  expect(markOf('githubby')).toBeNull();
  expect(markOf('x-ray')).toBeNull();
  expect(markOf('box-office')).toBeNull();
});

it('is letters in a colour that stays the same, where there is no symbol', () => {
  expect(['Slack', 'Sequential Thinking', 'my-shop', 'é', '—'].map(lettersOf)).toEqual(['SL', 'ST', 'MS', 'É', '?']);
  expect(colourOf('slack')).toBe(colourOf('slack'));
  expect(new Set(CATALOGUE.map(colourOf)).size).toBeGreaterThan(4);
});
