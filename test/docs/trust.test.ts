import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ATTACKS } from '../../scripts/neighbours/attacks/attacks.ts';
import { pageOf } from '../../scripts/trust/render.ts';

it('a run of one section writes its table, and keeps all others', () => {
  const known = readFileSync('docs/trust.md', 'utf8');
  const titles = (page: string) => [...page.matchAll(/^## .*$/gm)].map(([title]) => title);
  const table = { section: 'neighbour-table', claim: 'c', command: 'x', wrong: [], figures: { peak: '1 MiB' } };
  const page = pageOf(known, [{ ...table, rows: [{ label: 'endless-tool-list', tried: 10, wrong: 0 }] }]);
  expect(titles(page)).toEqual([...new Set([...titles(known), '## Noisy neighbours'])].sort());
  expect(page).toContain('| endless-tool-list | 10 | 0 |');
  expect(pageOf(page, [])).toBe(page);
});

it('every attack of the neighbour test has a row', () => {
  const page = readFileSync('docs/trust.md', 'utf8');
  process.stdout.write(`${ATTACKS.length} attacks on neighbours\n`);
  expect(ATTACKS.filter(({ name }) => !page.includes(`\n| ${name} |`)).map(({ name }) => name)).toEqual([]);
});
