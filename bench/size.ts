import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stayAside } from './lib/processes.ts';
import { markdownTable } from './lib/table.ts';
import { type Measured, measureSize } from './size/measure.ts';
import type { Size } from './size/seed.ts';

/*
 * Measures how costs grow with stored data: every dashboard query, list and chart, start, calls and pruning, on a
 * nearly empty installation and larger ones. Never fails because of a figure. Prints the figures and writes
 * `bench/results/size.json`. `--sizes 1` or `2` skips larger sizes. `--full` has ten million calls and five million
 * changes; seeding takes 45 minutes and 30 GB.
 */

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, sizes: { type: 'string', default: '3' } },
});
const MILLION = 1_000_000;
const SMALL: Size = { accounts: 1, calls: 10_000, auditEvents: 1_000 };
const MEDIUM: Size = { accounts: 100, calls: MILLION, auditEvents: 50_000 };
const LARGE: Size = {
  accounts: 10_000,
  calls: values.full ? 10 * MILLION : MILLION,
  auditEvents: values.full ? 5 * MILLION : 500_000,
};

const columnsOf = (sizes: readonly Size[]): readonly string[] =>
  sizes.map(
    ({ accounts, calls, auditEvents }) =>
      `${accounts.toLocaleString('en')} accounts, ${calls.toLocaleString('en')} calls, ${auditEvents.toLocaleString('en')} events`,
  );

const ratio = (first: number, last: number): string => (last / first).toFixed(2);

function figuresTable(results: readonly Measured[]): string {
  const names = Object.keys(results[0]?.figures ?? {});
  const rows = names.map((name) => {
    const cells = results.map(({ figures }) => figures[name] ?? Number.NaN);
    return [name, ...cells.map((cell) => cell.toFixed(cell < 10 ? 1 : 0)), ratio(cells[0] ?? 0, cells.at(-1) ?? 0)];
  });
  return markdownTable(['', ...columnsOf(results.map(({ size }) => size)), 'last / first'], rows);
}

function pagesTable(results: readonly Measured[]): string {
  const names = Object.keys(results[0]?.pages ?? {});
  const rows = names.map((name) => {
    const cells = results.map(({ pages }) => pages[name] ?? { p50: Number.NaN, p95: Number.NaN });
    const texts = cells.map(({ p50, p95 }) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`);
    return [name, ...texts, ratio(cells[0]?.p50 ?? 0, cells.at(-1)?.p50 ?? 0)];
  });
  return markdownTable(['p50 / p95, ms', ...columnsOf(results.map(({ size }) => size)), 'last / first'], rows);
}

stayAside();
const results: Measured[] = [];
const sizes = [SMALL, MEDIUM, LARGE].slice(0, Number(values.sizes));
mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
for (const size of sizes) {
  results.push(await measureSize(size));
  // Writes after each size: seeding ten million calls takes longer than everything else, and someone may stop it early.
  writeFileSync(join(import.meta.dirname, 'results/size.json'), `${JSON.stringify(results, null, 2)}\n`);
}
console.log(`\n${figuresTable(results)}\n\n${pagesTable(results)}\n`);
for (const { page, scan, rows } of results.at(-1)?.slowScans ?? []) {
  console.log(`warning: ${page}: ${scan} reads ${rows.toLocaleString('en')} rows`);
}
