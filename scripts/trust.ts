/**
 * Tries the walls and counts: `npm run trust` runs every section, `npm run trust -- tenancy fuzz` those alone. Writes
 * `reports/<section>.json` and renders `docs/trust.md` from them. Exits 1 when anything went through.
 */
import { runEgress } from './trust/egress.ts';
import { runEnvelope } from './trust/envelope.ts';
import { runFuzz } from './trust/fuzz.ts';
import { runHostileGraphql } from './trust/hostileGraphql.ts';
import { printReport, type Report, saveReport } from './trust/report.ts';
import { runTenancy } from './trust/tenancy.ts';

const DOCUMENTS = 20_000;

const SECTIONS: Readonly<Record<string, () => Promise<Report>>> = {
  tenancy: runTenancy,
  envelope: runEnvelope,
  egress: runEgress,
  fuzz: () => runFuzz(DOCUMENTS),
  'hostile-graphql': () => runHostileGraphql(DOCUMENTS),
};

async function main(names: readonly string[]): Promise<number> {
  const wanted = names.length > 0 ? names : Object.keys(SECTIONS);
  let wrong = 0;
  for (const name of wanted) {
    const run = SECTIONS[name];
    if (!run) throw new Error(`No section ${name}: there are ${Object.keys(SECTIONS).join(', ')}`);
    const report = await run();
    saveReport(report);
    printReport(report);
    wrong += report.wrong.length;
  }
  return wrong === 0 ? 0 : 1;
}

process.exit(await main(process.argv.slice(2)));
