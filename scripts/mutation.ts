/**
 * Mutates security-critical code and lists the changes that no test notices: `npm run test:mutation` for all areas,
 * `-- vault egress` for some. `--survivors` retries unnoticed or unreached changes. `--rest` continues the last run,
 * and `--minutes=15` stops after that time. Stryker makes the mutants. All mutants of an area are compiled in at once
 * behind switches, so tests load only once. Writes `reports/mutation.json`, which `npm run trust` publishes.
 */

import { AREAS, type Area } from './mutation/areas.ts';
import { instrument, type Mutant } from './mutation/mutants.ts';
import { printMissed, reportOf, saveArea, savedArea, type Tried } from './mutation/report.ts';
import { openSession } from './mutation/session.ts';
import { type Outcome, tryAll } from './mutation/trials.ts';
import { printReport, saveReport } from './trust/report.ts';

/** Percentage of all changes. */
const SCORE_MIN = 85;
const MINUTE_MS = 60_000;

type Place = Pick<Tried, 'file' | 'mutator' | 'original' | 'replacement'>;

/** Identifies a change even after the code around it moved: the nth of several equal changes. */
function namesOf<T extends Place>(changes: readonly T[]): ReadonlyMap<T, string> {
  const alike = Map.groupBy(changes, ({ file, mutator, original, replacement }) =>
    [file, mutator, original, replacement].join(' '),
  );
  const named = [...alike].flatMap(([name, same]) =>
    same.map((change, at) => [change, `${name}, ${at + 1} of ${same.length}`] as const),
  );
  return new Map(named);
}

/** The changes to try: all, those that went unnoticed last time, or those not reached yet. */
type Selection = 'all' | 'survivors' | 'rest';

const isKnown = (last: Tried | undefined, selection: Selection): last is Tried =>
  last !== undefined && (selection === 'rest' ? last.status !== 'open' : last.by !== null);

async function run(name: string, area: Area, selection: Selection, until: number): Promise<void> {
  console.log(`\n== ${name}: ${area.mutate.join(', ')}`);
  const before = new Map(
    [...namesOf(selection === 'all' ? [] : savedArea(name))].map(([each, known]) => [known, each]),
  );
  const { code, mutants } = await instrument(area.mutate);
  const names = namesOf(mutants);
  const lastOf = (mutant: Mutant): Tried | undefined => before.get(names.get(mutant) ?? '');
  const open = mutants.filter((mutant) => mutant.ignored === null && !isKnown(lastOf(mutant), selection));
  const siblings = Map.groupBy(mutants, ({ file }) => file);
  const candidates = open.map(({ id, file }) => ({
    id,
    file,
    siblings: (siblings.get(file) ?? []).map((other) => other.id),
  }));
  const session = await openSession(area, code);
  const save = (verdicts: ReadonlyMap<string, Outcome>): void =>
    saveArea(
      name,
      mutants.map((mutant): Tried => {
        const { id, ignored, ...rest } = mutant;
        if (ignored !== null) return { ...rest, status: 'ignored', by: null };
        const last = lastOf(mutant);
        const { status, by } = isKnown(last, selection) ? last : (verdicts.get(id) ?? { status: 'open', by: null });
        return { ...rest, status, by };
      }),
    );
  try {
    await tryAll(session, candidates, save, until);
    printMissed(savedArea(name));
  } finally {
    await session.close();
  }
}

const selectionIn = (words: readonly string[]): Selection =>
  words.includes('--survivors') ? 'survivors' : words.includes('--rest') ? 'rest' : 'all';

/** Time after which no more mutants start, in milliseconds. */
function endIn(words: readonly string[]): number {
  const minutes = words.find((word) => word.startsWith('--minutes='))?.split('=')[1];
  return minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + Number(minutes) * MINUTE_MS;
}

async function main(words: readonly string[]): Promise<number> {
  const named = words.filter((word) => !word.startsWith('--'));
  const unknown = named.find((name) => !(name in AREAS));
  if (unknown !== undefined) throw new Error(`No area ${unknown}: there are ${Object.keys(AREAS).join(', ')}`);
  const until = endIn(words);
  for (const [name, area] of Object.entries(AREAS)) {
    if (named.length === 0 || named.includes(name)) await run(name, area, selectionIn(words), until);
  }
  const report = reportOf();
  printReport(report);
  saveReport(report);
  const [tried, missed] = [
    report.rows.reduce((sum, row) => sum + row.tried, 0),
    report.rows.reduce((sum, row) => sum + row.wrong, 0),
  ];
  return (100 * (tried - missed)) / tried >= SCORE_MIN && report.wrong.length === 0 ? 0 : 1;
}

process.exit(await main(process.argv.slice(2)));
