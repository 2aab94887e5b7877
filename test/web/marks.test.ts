import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { colourOf, lettersOf, markOf } from '../../web/src/marks/known.ts';

const SYMBOLS = [...readFileSync('web/public/marks.svg', 'utf8').matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
const CATALOGUE = readdirSync('catalogue')
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''));

it('uses the maker’s logo for each catalogue server that has a symbol, and for no other', () => {
  expect(SYMBOLS.length).toBeGreaterThan(30);
  expect(CATALOGUE.filter((id) => markOf(id) === id)).toEqual(SYMBOLS);
});

it('uses the original’s logo for a duplicate, but not for an unrelated id with the same start', () => {
  expect(markOf('github-work')).toBe('github');
  expect(markOf('google-drive-2')).toBe('google-drive');
  expect(markOf('githubby')).toBeNull();
  expect(markOf('x-ray')).toBeNull();
  expect(markOf('box-office')).toBeNull();
});

it('uses initials in a stable colour if there is no symbol', () => {
  expect(['Slack', 'Sequential Thinking', 'my-shop', 'é', '—'].map(lettersOf)).toEqual(['SL', 'ST', 'MS', 'É', '?']);
  expect(colourOf('slack')).toBe(colourOf('slack'));
  expect(new Set(CATALOGUE.map(colourOf)).size).toBeGreaterThan(4);
});
