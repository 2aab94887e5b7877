/**
 * Tests the security checks and counts the results. `npm run trust` runs every section, `npm run trust -- tenancy fuzz`
 * only those, and `--short` tries fewer inputs of each. Writes `reports/<section>.json` and renders `docs/trust.md`
 * from them. Exits 1 if any attack succeeds.
 */
import { runEgress } from './trust/egress.ts';
import { runEnvelope } from './trust/envelope.ts';
import { runEscape } from './trust/escape.ts';
import { runFlow } from './trust/flow.ts';
import { runFuzz } from './trust/fuzz.ts';
import { runHostileGraphql } from './trust/hostileGraphql.ts';
import { runNeighbours } from './trust/neighbours.ts';
import { runRehearsals } from './trust/rehearsals.ts';
import { renderTrust } from './trust/render.ts';
import { printReport, type Report, saveReport } from './trust/report.ts';
import { runSecrets } from './trust/secrets.ts';
import { runHandles, runTenancy } from './trust/tenancy.ts';

const INPUTS = 20_480;
const SHORT_INPUTS = 2_048;

type Section = (options: { readonly isShort: boolean }) => Promise<Report>;

const SECTIONS: Readonly<Record<string, Section>> = {
  tenancy: runTenancy,
  handles: runHandles,
  envelope: runEnvelope,
  egress: runEgress,
  secrets: runSecrets,
  rehearsals: runRehearsals,
  'hostile-graphql': ({ isShort }) => runHostileGraphql(isShort ? SHORT_INPUTS : INPUTS),
  flow: runFlow,
  fuzz: ({ isShort }) => runFuzz(isShort ? SHORT_INPUTS : INPUTS),
  escape: runEscape,
  neighbours: runNeighbours,
};

async function main(words: readonly string[]): Promise<number> {
  const isShort = words.includes('--short');
  const named = words.filter((word) => word !== '--short');
  let wrong = 0;
  for (const name of named.length > 0 ? named : Object.keys(SECTIONS)) {
    const run = SECTIONS[name];
    if (!run) throw new Error(`No section ${name}: there are ${Object.keys(SECTIONS).join(', ')}`);
    const report = await run({ isShort });
    printReport(report);
    wrong += report.wrong.length;
    // A short run proves less, so it doesn't replace the published one.
    if (!isShort) saveReport(report);
  }
  if (!isShort) renderTrust();
  return wrong === 0 ? 0 : 1;
}

process.exit(await main(process.argv.slice(2)));
