import { expect, it } from 'vitest';
import { contextOf, marked } from '../../web/src/documents/context.ts';

const shown = (parts: ReturnType<typeof marked>): string =>
  parts.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('');

it.each([
  ['A token of a stack', ['token'], 'A [token] of a stack'],
  ['Tokens, TOKEN_1 and a subtoken', ['token'], '[Token]s, [TOKEN]_1 and a subtoken'],
  ['tools and toolyard', ['tool', 'toolyard'], '[tool]s and [toolyard]'],
  ['a.b (c) $d', ['a.b', '(c)', '$d'], '[a.b] [(c)] [$d]'],
  ['über Größe', ['größe'], 'über [Größe]'],
  ['nothing of it', ['xyz'], 'nothing of it'],
  ['no words', [], 'no words'],
])('marks in %j the words %j at their start', (text, words, expected) => {
  expect(shown(marked(text, words))).toBe(expected);
});

it('shows the line with a word, and all of the text in parts', () => {
  const text = `${'before '.repeat(40)}the needle here${' after'.repeat(40)}`;
  const line = shown(contextOf(text, ['needle']));
  expect(line).toMatch(/^…(before )+the \[needle\] here( after)+.*…$/);
  expect(line.length).toBeLessThan(150);
  expect(shown(contextOf('short', ['x']))).toBe('short');
  expect(
    marked(text, ['needle', 'after'])
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
