/**
 * Changes the code of the walls a little, many times, and says which changes no test notices: `npm run test:mutation`
 * for all rooms, `npm run test:mutation -- vault egress` for those alone; `--survivors` tries only what was not noticed
 * last time, or not reached. The changes are Stryker's. All of a room's are in its code at once, each behind a switch,
 * so that tests are loaded once and not once for each change. Writes `reports/mutation.json`, which `npm run trust`
 * publishes with the others.
 */
import { instrument, type Mutant } from './mutation/mutants.ts';
import { printMissed, reportOf, savedRoom, saveRoom, type Tried } from './mutation/report.ts';
import { ROOMS, type Room } from './mutation/rooms.ts';
import { openSession } from './mutation/session.ts';
import { tryAll, type Verdict } from './mutation/trials.ts';
import { printReport, saveReport } from './trust/report.ts';

/** Percent of all changes. */
const SCORE_MIN = 85;

type Place = Pick<Tried, 'file' | 'mutator' | 'original' | 'replacement'>;

/** What tells a change from all others, also when the code around it has moved: of several alike, which one it is. */
function namesOf<T extends Place>(changes: readonly T[]): ReadonlyMap<T, string> {
  const alike = Map.groupBy(changes, ({ file, mutator, original, replacement }) =>
    [file, mutator, original, replacement].join(' '),
  );
  const named = [...alike].flatMap(([name, same]) =>
    same.map((change, at) => [change, `${name}, ${at + 1} of ${same.length}`] as const),
  );
  return new Map(named);
}

async function run(name: string, room: Room, isAgain: boolean): Promise<void> {
  console.log(`\n== ${name}: ${room.mutate.join(', ')}`);
  const before = new Map([...namesOf(isAgain ? savedRoom(name) : [])].map(([each, known]) => [known, each]));
  const { code, mutants } = await instrument(room.mutate);
  const names = namesOf(mutants);
  const lastOf = (mutant: Mutant): Tried | undefined => before.get(names.get(mutant) ?? '');
  const open = mutants.filter((mutant) => mutant.ignored === null && !lastOf(mutant)?.by);
  const siblings = Map.groupBy(mutants, ({ file }) => file);
  const candidates = open.map(({ id, file }) => ({
    id,
    siblings: (siblings.get(file) ?? []).map((other) => other.id),
  }));
  const session = await openSession(room, code);
  const save = (verdicts: ReadonlyMap<string, Verdict>): void =>
    saveRoom(
      name,
      mutants.map((mutant): Tried => {
        const { id, ignored, ...rest } = mutant;
        if (ignored !== null) return { ...rest, status: 'ignored', by: null };
        const last = lastOf(mutant);
        const { status, by } = last?.by ? last : (verdicts.get(id) ?? { status: 'open', by: null });
        return { ...rest, status, by };
      }),
    );
  try {
    await tryAll(session, candidates, save);
    printMissed(savedRoom(name));
  } finally {
    await session.close();
  }
}

async function main(words: readonly string[]): Promise<number> {
  const named = words.filter((word) => word !== '--survivors');
  const unknown = named.find((name) => !(name in ROOMS));
  if (unknown !== undefined) throw new Error(`No room ${unknown}: there are ${Object.keys(ROOMS).join(', ')}`);
  for (const [name, room] of Object.entries(ROOMS)) {
    if (named.length === 0 || named.includes(name)) await run(name, room, words.includes('--survivors'));
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
