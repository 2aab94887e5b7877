import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../trust/report.ts';
import { AREAS } from './areas.ts';
import { type Figures, knownWithout } from './known.ts';
import type { Mutant } from './mutants.ts';
import type { Outcome } from './trials.ts';

/** A change and its result: `ignored` for texts, `open` if the run ended before trying it. */
export type Tried = Omit<Mutant, 'ignored' | 'id'> & {
  readonly status: Outcome['status'] | 'ignored' | 'open';
  readonly by: string | null;
};

const DIRECTORY = join(import.meta.dirname, '../../reports/mutation');
const SURVIVORS = join(import.meta.dirname, 'survivors.md');

/** Boundary: only this script writes these files. */
export const savedArea = (name: string): readonly Tried[] =>
  existsSync(join(DIRECTORY, `${name}.json`))
    ? (JSON.parse(readFileSync(join(DIRECTORY, `${name}.json`), 'utf8')) as Tried[])
    : [];

export function saveArea(name: string, tried: readonly Tried[]): void {
  mkdirSync(DIRECTORY, { recursive: true });
  writeFileSync(join(DIRECTORY, `${name}.json`), `${JSON.stringify(tried, null, 1)}\n`);
}

const TEXT_MAX = 110;
const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, TEXT_MAX);

/** In Markdown (CommonMark, 6.1), code that contains backticks needs longer runs of backticks around it. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}

/** Identifies a change in `survivors.md` by file, original and replacement. Omits the line, because lines move. */
const titleOf = ({ file, original, replacement }: Tried): string =>
  `${code(file.replace('src/', ''))}: ${code(short(original))} → ${code(short(replacement))}`;

const isMissed = ({ status }: Tried): boolean => status === 'survived' || status === 'uncovered';

/** The changes that no test noticed and that `survivors.md` doesn't explain. */
function unexplained(tried: readonly Tried[]): Tried[] {
  const lines = readFileSync(SURVIVORS, 'utf8').split('\n');
  return tried.filter((each) => isMissed(each) && !lines.some((line) => line.startsWith(`- ${titleOf(each)}`)));
}

type Counts = Figures & { readonly ignored: number };

function countsOf(tried: readonly Tried[]): Counts {
  const of = (status: Tried['status']): number => tried.filter((each) => each.status === status).length;
  const [killed, timeout, survived, uncovered] = [of('killed'), of('timeout'), of('survived'), of('uncovered')];
  return { killed, timeout, survived, uncovered, ignored: of('ignored'), open: of('open') };
}

const triedIn = ({ killed, timeout, survived, uncovered }: Figures): number => killed + timeout + survived + uncovered;
const missedIn = ({ survived, uncovered }: Figures): number => survived + uncovered;

function lineOf(figures: Figures): string {
  const { killed, timeout, survived, uncovered, open } = figures;
  const score = (100 * (killed + timeout)) / triedIn(figures);
  return `${open > 0 ? `${open} not run, ` : ''}${killed} killed, ${timeout} timed out, ${survived} survived, ${uncovered} without coverage: ${score.toFixed(1)} %`;
}

const sumOf = (all: readonly Figures[]): Figures => {
  const of = (name: keyof Figures): number => all.reduce((sum, figures) => sum + figures[name], 0);
  return {
    ...{ killed: of('killed'), timeout: of('timeout'), survived: of('survived') },
    ...{ uncovered: of('uncovered'), open: of('open') },
  };
};

/** Lists those areas, or the other areas if they are fewer: the page truncates long lines. */
const shorterOf = (areas: readonly string[], others: readonly string[]): string =>
  (areas.length > others.length ? `all but ${others.join(', ')}` : areas.join(', ')) || 'none';

/** All tried areas, from their last local run or from the page. */
export function reportOf(): Report {
  const names = readdirSync(DIRECTORY).map((file) => file.replace('.json', ''));
  const every = names.flatMap((name) => savedArea(name));
  const known = knownWithout(names);
  const figures = new Map([...known.areas, ...names.map((name) => [name, countsOf(savedArea(name))] as const)]);
  const areas = [...figures].toSorted(([one], [other]) => one.localeCompare(other));
  const all = sumOf(areas.map(([, counts]) => counts));
  const open = unexplained(every).map((each) => `${each.file}:${each.line} ${titleOf(each)}`);
  return {
    section: 'mutation',
    claim: 'nearly every mutation of security code fails a test of its area, and each survivor was reviewed',
    command: 'npm run test:mutation',
    rows: areas.map(([label, counts]) => ({ label, tried: triedIn(counts), wrong: missedIn(counts) })),
    wrong: [...open, ...known.wrong],
    figures: {
      ...Object.fromEntries(areas.map(([name, counts]) => [name, lineOf(counts)])),
      'all areas': lineOf(all),
      'survivors reviewed and accepted in scripts/mutation/survivors.md':
        missedIn(all) - open.length - known.wrong.length,
      'areas without a run':
        Object.keys(AREAS)
          .filter((name) => !figures.has(name))
          .join(', ') || 'none',
      'areas with figures of an earlier run': shorterOf([...known.areas.keys()], names),
    },
  };
}

export function printMissed(tried: readonly Tried[]): void {
  for (const each of tried) {
    if (isMissed(each)) console.log(`${each.status} ${each.file}:${each.line} ${titleOf(each)}`);
    if (each.status === 'timeout') console.log(`timeout ${each.file}:${each.line} ${titleOf(each)} ${each.by}`);
  }
}
