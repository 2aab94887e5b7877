import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from './report.ts';

const ROOT = join(import.meta.dirname, '../..');

/** One attack's results from `scripts/neighbours.ts`; times in milliseconds. */
type Endured = {
  readonly attack: string;
  readonly isHeld: boolean;
  readonly requests: number;
  readonly errors: number;
  readonly p99Ms: number;
  readonly quiet: { readonly p99Ms: number };
  readonly peakMib: number;
};

/**
 * Runs the neighbour test and reports it like the other sections: a bystander's requests, and the number that failed.
 */
export async function runNeighbours({ isShort }: { readonly isShort: boolean }): Promise<Report> {
  const child = spawn(process.execPath, ['scripts/neighbours.ts', '--shared', ...(isShort ? ['--short'] : [])], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  await once(child, 'exit');
  // Boundary: written by the script that just ended.
  const { results } = JSON.parse(readFileSync(join(ROOT, 'reports/neighbours.json'), 'utf8')) as { results: Endured[] };
  const timesOf = ({ p99Ms, quiet, peakMib }: Endured) => `${p99Ms} (idle ${quiet.p99Ms}), ${peakMib} MiB`;
  return {
    section: 'neighbour-table',
    claim: 'no load from one account causes errors, late responses or memory beyond the stated limit for others',
    command: 'npm run trust -- neighbours',
    rows: results.map(({ attack, requests, errors }) => ({ label: attack, tried: requests, wrong: errors })),
    wrong: results.filter(({ isHeld }) => !isHeld).map((each) => `${each.attack}: ${timesOf(each)}`),
    figures: Object.fromEntries(results.map((each) => [`${each.attack}: p99 in ms, peak memory`, timesOf(each)])),
  };
}
