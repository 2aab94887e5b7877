import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Reads of a page or element that return the current value without waiting. */
const READING = String.raw`(?:all)?(?:inner|text)(?:Text|Content)s?|inputValue|count|content|url|getAttribute|is[A-Z]\w+`;

it('browser tests wait for page content that may render later', () => {
  const atOnce = new RegExp(String.raw`\bexpect\((?:[[(]*await\b.*|.*\bpage)\.(?:${READING})\(`, 'i');
  const paths = globSync('test/browser/*.browser.ts');
  expect(paths.length).toBeGreaterThan(20);
  const lines = paths.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .map((line, index) => ({ line, place: `${path}:${index + 1}` })),
  );
  process.stdout.write(`${lines.length} lines of ${paths.length} files\n`);
  expect(lines.filter(({ line }) => atOnce.test(line)).map(({ place }) => place)).toEqual([]);
});
