import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMMAND = 'test/clients/node_modules/@modelcontextprotocol/conformance/dist/index.js';

/** The suite’s result for one scenario: the failed checks, if any, each with the reason. */
export type Result = { readonly scenario: string; readonly failures: readonly string[] };

/** What to run: one side of the protocol at one revision, with all scenarios or one. */
export type SuiteRun = {
  readonly side: 'server' | 'client';
  readonly revision: string;
  readonly scenario?: string | undefined;
  /** Whether the scenario belongs to an extension, which no revision contains. */
  readonly isExtension?: boolean;
  /** `--url` for a server, or `--command` for a client. */
  readonly subject: readonly string[];
};

const TIMEOUT = ['--timeout', '120000'];

/** Runs the official scenarios and returns their results. */
export async function runSuite({
  side,
  revision,
  scenario,
  isExtension = false,
  subject,
}: SuiteRun): Promise<readonly Result[]> {
  const output = await mkdtemp(join(tmpdir(), 'toolyard-conformance-results-'));
  const which = scenario === undefined ? ['--suite', 'all'] : ['--scenario', scenario];
  const force = isExtension ? ['--force'] : [];
  const args = [side, ...subject, ...which, ...force, '--spec-version', revision, '--output-dir', output, ...TIMEOUT];
  try {
    const child = spawn(process.execPath, [COMMAND, ...args], {
      stdio: scenario === undefined || isExtension ? 'ignore' : 'inherit',
    });
    await once(child, 'exit');
    const folders = (await readdir(output, { recursive: true })).filter((path) => path.endsWith('checks.json')).sort();
    return await Promise.all(folders.map((path) => readResult(output, path)));
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

type Check = { readonly id: string; readonly status: string; readonly errorMessage?: string };

async function readResult(output: string, path: string): Promise<Result> {
  const checks: readonly Check[] = JSON.parse(await readFile(join(output, path), 'utf8'));
  const scenario = path
    .replace(/\/checks\.json$/, '')
    .replace(/^server-/, '')
    .replace(/-\d{4}-\d{2}-\d{2}T.*$/, '');
  const failed = checks.filter(({ status }) => status === 'FAILURE');
  return { scenario, failures: failed.map(({ id, errorMessage = '' }) => `${id}: ${errorMessage.split('\n')[0]}`) };
}

const DOCUMENT = 'docs/mcp.md';

/**
 * Scenarios that fail, by `<side>, <revision>`, from the table in the documentation that explains them.
 * `| server, 2026-07-28 | \`name\`, \`name\` | why |`
 */
export async function readKnownFailures(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const [, section = ''] = (await readFile(DOCUMENT, 'utf8')).split('\n## Conformance\n');
  const known = new Map<string, Set<string>>();
  for (const [, runs = '', names = ''] of section.matchAll(/^\| ((?:server|client), [^|]+) \| ([^|]+) \|/gm)) {
    const [side = '', ...revisions] = runs.split(', ');
    for (const revision of revisions) {
      const run = `${side}, ${revision.trim()}`;
      const scenarios = known.get(run) ?? new Set();
      for (const [, name = ''] of names.matchAll(/`([^`]+)`/g)) scenarios.add(name);
      known.set(run, scenarios);
    }
  }
  return known;
}

/** Prints one run. Returns true if exactly the known failures failed. */
export function report(run: string, results: readonly Result[], known: ReadonlySet<string>, isWhole: boolean): boolean {
  const failed = results.filter(({ failures }) => failures.length > 0);
  for (const { scenario, failures } of failed) {
    const novelty = known.has(scenario) ? 'known' : 'NEW';
    for (const failure of failures) console.log(`${novelty}: ${run}: ${scenario}: ${failure}`);
  }
  const names = new Set(failed.map(({ scenario }) => scenario));
  const ran = new Set(results.map(({ scenario }) => scenario));
  const stale = [...known].filter((name) => (isWhole || ran.has(name)) && !names.has(name));
  for (const name of stale) console.log(`${run}: ${name} is listed as failing, and did not fail`);
  console.log(`${run}: ${results.length - failed.length} of ${results.length} scenarios pass`);
  return results.length > 0 && stale.length === 0 && failed.every(({ scenario }) => known.has(scenario));
}
