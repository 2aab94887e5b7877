import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One section's trials and results. `tried` counts inputs; `wrong` lists failures. */
export type Report = {
  readonly section: string;
  /** The guarantee, in one sentence. */
  readonly claim: string;
  /** The command that makes this report again. */
  readonly command: string;
  readonly rows: readonly ReportRow[];
  /** Descriptions of inputs that got through, at most a few dozen. */
  readonly wrong: readonly string[];
  /** Additional measurements, such as the slowest response. */
  readonly figures: Readonly<Record<string, number | string>>;
};

export type ReportRow = { readonly label: string; readonly tried: number; readonly wrong: number };

const DIRECTORY = join(import.meta.dirname, '../../reports');
const WRONG_MAX = 40;

export function saveReport(report: Report): void {
  mkdirSync(DIRECTORY, { recursive: true });
  const shortened = { ...report, wrong: report.wrong.slice(0, WRONG_MAX) };
  writeFileSync(join(DIRECTORY, `${report.section}.json`), `${JSON.stringify(shortened, null, 2)}\n`);
}

/** Boundary: only this script writes reports. */
export const savedReports = (): Report[] =>
  readdirSync(DIRECTORY)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(DIRECTORY, name), 'utf8')) as Report)
    .filter((report) => Array.isArray(report.rows));

/** Counts inputs by kind, and keeps the failed ones. */
export type Tally = {
  count(label: string, problem: string | null): void;
  rows(): ReportRow[];
  wrong(): string[];
};

export function createTally(): Tally {
  const counts = new Map<string, { tried: number; wrong: number }>();
  const problems: string[] = [];
  return {
    count(label, problem) {
      const row = counts.get(label) ?? { tried: 0, wrong: 0 };
      counts.set(label, { tried: row.tried + 1, wrong: row.wrong + (problem === null ? 0 : 1) });
      if (problem !== null) problems.push(`${label}: ${problem}`);
    },
    rows: () => [...counts].map(([label, row]) => ({ label, ...row })),
    wrong: () => problems,
  };
}

export function printReport({ section, claim, rows, wrong, figures }: Report): void {
  console.log(`\n== ${section}: ${claim}`);
  for (const { label, tried, wrong: bad } of rows) {
    console.log(`${label.padEnd(52)}${String(tried).padStart(8)} inputs${String(bad).padStart(6)} succeeded`);
  }
  for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(52)}${String(figure).padStart(8)}`);
  for (const problem of wrong.slice(0, WRONG_MAX)) console.log(`- ${problem.slice(0, 600)}`);
}
